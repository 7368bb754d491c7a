import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventStore, Position } from '../../src/kernel/ports/event-store.ts';
import { Passes, type Part } from '../../src/kernel/reading/passes.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';
import { parcelEvents, Send, verbatim } from '../support/parcels.ts';
import { until } from '../support/until.ts';

let kernel: TestKernel;
/** Subscriptions that have not ended. */
let open: number;
let passes: Passes;
beforeEach(async () => {
  kernel = openKernel([parcelEvents]);
  for (const parcelId of ['1', '2', '3'])
    await kernel.executor.execute(verbatim, `parcel-${parcelId}`, new Send({ parcelId }, kernel.context()));
  open = 0;
  const store: Pick<EventStore, 'subscribe'> = {
    async *subscribe(after, signal) {
      open += 1;
      try {
        for await (const batch of kernel.store.subscribe(after, signal)) for (const one of batch) yield [one];
      } finally {
        open -= 1;
      }
    },
  };
  passes = new Passes({ ...kernel, store: store as EventStore });
});
afterEach(() => kernel.close());

/** A reader up to a position; `taken` receives what it is given. */
function part(until: Position, taken: Position[], failsAt?: Position): Part {
  return {
    after: undefined,
    until,
    isNeeded: () => true,
    signal: new AbortController().signal,
    take: (_, { position }) => {
      if (position === failsAt) return Promise.reject(new Error('failed'));
      taken.push(position);
      return Promise.resolve();
    },
  };
}

describe('a pass over the log', () => {
  it('is shared by all who announced themselves, and reads on for the others if one fails', async () => {
    const [end, taken, others] = [(await kernel.store.end())!, [] as Position[], [] as Position[]];
    const [one, other] = [passes.announce(), passes.announce()];
    const first = (await kernel.store.read('parcel-1'))[0]!.position;
    const reads = Promise.allSettled([one.read(part(end, taken, first)), other.read(part(end, others))]);
    expect((await reads).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect([taken.length, others.length]).toEqual([0, 3]);
  });

  it('ends when none is left to read for', async () => {
    const first = (await kernel.store.read('parcel-1'))[0]!.position;
    // Further than the log goes: without an end, the pass would wait there.
    await expect(passes.alone(part('9'.repeat(20), [], first))).rejects.toThrow('failed');
    await until(() => open === 0, 'the subscription to end');
    expect(passes.progress).toBeUndefined();
  });
});
