import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LongWork } from '../../../kernel/coordination/long-work.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import type { Page } from './list.ts';

const MOST = LIMITS.request.pageCharacters.most;

type Done = (error: Error | null, payload?: unknown) => void;

/** A hook for `preSerialization` that writes pages of lists: what others embed may be large, and each item of a page may embed a hundred. */
export function writePages(work: LongWork) {
  return (_: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void => {
    if (!isPage(payload)) return done(null, payload);
    written(payload, work).then((text) => {
      // An error on the way is answered in place of the page.
      void reply.serializer((sent) => (sent === payload ? text : JSON.stringify(sent)));
      done(null, payload);
    }, done);
  };
}

/**
 * A page as JSON, written item by item in turns of the event loop.
 * @throws InvalidInput it is too long: a smaller `limit` makes it shorter
 */
export async function written({ items, ...rest }: Page<unknown>, work: LongWork): Promise<string> {
  const texts: string[] = [];
  let characters = 0;
  for (const item of items) {
    if (work.isLong()) await work.nextTurn();
    const text = JSON.stringify(item);
    characters += text.length;
    if (characters > MOST && items.length > 1)
      throw InvalidInput.at('query.limit', `A page has at most ${MOST} characters: ask for fewer items.`);
    texts.push(text);
  }
  return `{"items":[${texts.join(',')}],${JSON.stringify(rest).slice(1)}`;
}

function isPage(payload: unknown): payload is Page<unknown> {
  if (typeof payload !== 'object' || payload === null) return false;
  const { items, pagination } = payload as Partial<Page<unknown>>;
  return Array.isArray(items) && pagination !== undefined;
}
