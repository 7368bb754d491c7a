import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse as parseForm } from 'node:querystring';
import getRawBody from 'raw-body';
import { stateOf } from './request-state.ts';
import { isDeeper, MAX_BODY_DEPTH } from './validation.ts';

/** Bytes, also of a body that was sent compressed. */
const BODY_LIMIT = 1_048_576;

type Payload = Parameters<typeof getRawBody>[0];

/** Reads bodies of JSON and forms, and leaves others unread. What is wrong with one is for the guard to report, once it has identified the caller. */
export function readBodies(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('application/json', reading(parseJson));
  instance.addContentTypeParser('application/x-www-form-urlencoded', reading(parseForm));
  instance.addContentTypeParser('*', (_, __, done) => done(null, undefined));
}

function reading(parse: (text: string) => unknown) {
  return async (request: FastifyRequest, payload: Payload): Promise<unknown> => {
    const state = stateOf(request);
    try {
      const text = await getRawBody(payload, { limit: BODY_LIMIT, encoding: true });
      const body = text === '' ? undefined : parse(text);
      // Before recursive code, such as JSON.stringify, overflows the stack.
      if (isDeeper(body, MAX_BODY_DEPTH)) state.bodyError = 'too-deep';
      return body;
    } catch (error) {
      state.bodyError = (error as { status?: number }).status === 413 ? 'too-large' : 'unreadable';
      return undefined;
    }
  };
}

/** @throws SyntaxError also for a lone number, text, boolean or null */
function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new SyntaxError('Neither an object nor a list');
  return value;
}
