import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { features } from '../../src/app.module.ts';
import { claimDecider } from '../../src/kernel/writing/claim.ts';
import { startContext, type Command } from '../../src/kernel/writing/command.ts';
import { Executor } from '../../src/kernel/writing/execute.ts';
import { productStream } from '../../src/features/billing/products/product.events.ts';
import { fold, type AnyDecider } from '../../src/kernel/writing/decider.ts';
import { subjectDecider } from '../../src/kernel/writing/erasure.ts';
import type { DomainEvent } from '../../src/kernel/writing/events.ts';
import { skipDecider } from '../../src/kernel/writing/skipped-events.ts';
import { skipStepDecider } from '../../src/kernel/writing/skipped-steps.ts';
import { NOW } from '../support/given.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';
import { organizationId } from '../support/sellers.ts';
import { bounds, boundsDoc } from './bounds.ts';
import { edited } from './edited.ts';

const ROOT = join(import.meta.dirname, '../..');
const DAY = 86_400;

const deciders: readonly AnyDecider[] = [
  claimDecider,
  subjectDecider,
  skipDecider,
  skipStepDecider,
  ...features.flatMap(({ deciders }) => deciders ?? []),
];
const deciderOf = (category: string) => deciders.find((decider) => decider.category === category)!;

describe('the table of bounds', () => {
  it('has every stream of the program', () => {
    const texts = sourcesUnder(join(ROOT, 'src')).map((path) => readFileSync(path, 'utf8'));
    const declared = texts.flatMap((text) => [...text.matchAll(/^ {2}category: '(\w+)',$/gm)].map(([, name]) => name!));
    const named = texts.flatMap((text) => [...text.matchAll(/(?:=>|return) `([a-z]+)-\$\{/g)].map(([, name]) => name!));
    expect(deciders.map(({ category }) => category).toSorted()).toEqual(declared.toSorted());
    expect(bounds.map(({ category }) => category)).toEqual([...new Set([...declared, ...named])].toSorted());
  });

  it('says which deciders limit edits and which have snapshots', () => {
    for (const { category, editsPerDay, isSnapshotted } of bounds) {
      const decider = deciderOf(category) as AnyDecider | undefined;
      expect([category, decider?.edits?.perDay]).toEqual([category, editsPerDay]);
      expect([category, decider?.snapshot !== undefined]).toEqual([category, isSnapshotted ?? false]);
    }
  });

  it('is in the documentation', () => {
    expect(readFileSync(join(ROOT, 'docs/EVENTS_AND_STREAMS.md'), 'utf8')).toContain(boundsDoc());
  });
});

describe('edits of one stream', () => {
  let kernel: TestKernel;
  beforeEach(() => {
    kernel = openKernel(features.map(({ events }) => events ?? {}));
  });
  afterEach(() => kernel.close());

  const limited = bounds.filter(({ editsPerDay }) => editsPerDay !== undefined);

  /** A stream that was edited as often as a day allows. */
  const atLimit = async (category: string) => {
    const decider = deciderOf(category);
    const { perDay } = decider.edits!;
    const { created, edit } = edited[category]!;
    const stream = `${category}-1`;
    const past: DomainEvent[] = [...created];
    let state: unknown = fold(decider, created);
    for (const { type, data } of Array.from({ length: perDay - 1 }, (_, at) => edit(at)).flat()) {
      const decided = decider.decide({ type, data, now: NOW, machineNow: NOW }, state);
      state = fold(decider, decided, state);
      past.push(...decided);
    }
    await kernel.executor.append(stream, past, -1, { context: kernel.context(), id: 'past' } as Command);
    const send = async (intents: readonly object[]) => {
      let executed: unknown;
      for (const intent of intents) {
        const context = kernel.context();
        const sent = { ...intent, context, id: `${context.requestId}:edit` } as Command;
        executed = await kernel.executor.execute(decider, stream, sent);
      }
      return executed;
    };
    await send(edit(perDay - 1));
    return { send, perDay, next: edit(perDay) };
  };

  it.each(limited)('$category: are refused beyond the limit of a day, and taken again later', async ({ category }) => {
    const { send, perDay, next } = await atLimit(category);
    await expect(send(next)).rejects.toMatchObject({
      code: 'TooManyRequests',
      status: 429,
      message: `This can be changed ${perDay} times a day; try again later`,
      retryAfter: DAY,
    });
    kernel.clock.advanceMachine(DAY);
    await expect(send([next.at(-1)!])).resolves.toMatchObject({ appended: [expect.anything()] });
  });

  it.each(limited.filter(({ category }) => edited[category]!.always))(
    '$category: do not keep it from ending, nor others from deciding about it',
    async ({ category }) => {
      const { send } = await atLimit(category);
      for (const intent of edited[category]!.always!) {
        const { appended } = (await send([intent])) as { appended: unknown[] };
        expect([intent.type, appended.length > 0]).toEqual([intent.type, true]);
      }
    },
  );
});

describe('a request beyond the limit of a day', () => {
  let running: TestApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it("is refused in the contract's form, and says when to try again", async () => {
    const call = (method: string, path: string, body: object) =>
      fetch(`${running.url}/v1/products/${path}`, {
        method,
        headers: { authorization: 'Bearer seller-editing', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const prices = [{ amount_type: 'free' }];
    const created = await call('POST', '', { name: 'Edited', recurring_interval: null, prices });
    const { id } = (await created.json()) as { id: string };
    const executor = running.app.get(Executor);
    const context = startContext({ kind: 'token', id: 'seller-editing' }, running.clock);
    const edits = Array.from({ length: 499 }, (_, at) => ({
      type: 'ProductUpdated',
      data: { productId: id, name: `Name ${at}` },
    }));
    const updates = { context: { ...context, organizationId: organizationId('editing') }, id: 'updates' } as Command;
    await executor.append(productStream(id), edits, 0, updates);
    expect((await call('PATCH', id, { name: 'The last' })).status).toBe(200);
    const refused = await call('PATCH', id, { name: 'One more' });
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({
      error: 'TooManyRequests',
      detail: 'This can be changed 500 times a day; try again later',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(DAY - 600);
    expect((await call('PATCH', id, { name: 'The last' })).status).toBe(200);
  });
});

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => join(parentPath, name));
}
