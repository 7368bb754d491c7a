import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { VAULT } from '../../../src/app/tokens.ts';
import { WebhookBodiesInUse } from '../../../src/features/delivery/webhooks/webhook-bodies-in-use.service.ts';
import { NoSlot, WebhookSlots } from '../../../src/features/delivery/webhooks/sending/webhook-slots.service.ts';
import { WebhookTexts, type StoredBody } from '../../../src/features/delivery/webhooks/webhook-texts.service.ts';
import { bodyEntry, type SchedulingEvent } from '../../../src/features/delivery/webhooks/webhook.events.ts';
import type { WebhookDocument } from '../../../src/features/delivery/webhooks/webhook.projection.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import type { Vault } from '../../../src/kernel/ports/vault.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { closeReceivers, startReceiver } from '../../support/receiver.ts';
import { happen } from '../../support/sellers.ts';
import { until } from '../../support/until.ts';
import { seller, type Seller } from '../../support/webhooks.ts';

const MB = 1_000_000;
const never = () => new Promise<never>(() => undefined);
const settled = () => new Promise(setImmediate);

describe('the room for large bodies', () => {
  /** Requests with bodies of a size, as it is stored, until they are refused. */
  async function begun(slots: WebhookSlots, organizationId: string, isSlow: boolean, sizes: readonly number[]) {
    const counts = { calls: 0, refused: 0 };
    for (const size of sizes) {
      const call = () => {
        counts.calls += 1;
        return never();
      };
      void slots
        .run(organizationId, () => slots.call(organizationId, isSlow, size, call))
        .catch((error: unknown) => (counts.refused += Number(error instanceof NoSlot)));
      await settled();
    }
    return counts;
  }

  it('is 8 MB for an organization, and 64 MB for all; what is small needs none', async () => {
    const slots = new WebhookSlots();
    expect(await begun(slots, 'one', false, Array<number>(12).fill(3 * MB))).toEqual({ calls: 2, refused: 0 });
    expect(await begun(slots, 'one', false, [64_000])).toEqual({ calls: 1, refused: 0 });
    for (let n = 0; n < 7; n++) expect((await begun(slots, `other ${n}`, false, [8 * MB])).calls).toBe(1);
    expect(await begun(slots, 'last', false, [8 * MB])).toEqual({ calls: 0, refused: 0 });
    expect((await begun(slots, 'last', false, [64_000])).calls).toBe(1);
  });

  it('is another for endpoints that are slow', async () => {
    const slots = new WebhookSlots();
    for (let n = 0; n < 9; n++) await begun(slots, `slow ${n}`, true, [4 * MB]);
    expect((await begun(slots, 'one', true, [4 * MB])).calls).toBe(0);
    expect((await begun(slots, 'one', false, [4 * MB])).calls).toBe(1);
  });

  it('is given to a body that is larger than all of it, alone', async () =>
    expect((await begun(new WebhookSlots(), 'one', false, [100 * MB, 100 * MB])).calls).toBe(1));

  it('has a queue: a run for which there is none comes again later', async () =>
    expect(await begun(new WebhookSlots(), 'one', false, Array<number>(40).fill(8 * MB))).toEqual({
      calls: 1,
      refused: 7,
    }));

  it('has bodies built by eight at a time, and by four of an organization', async () => {
    const slots = new WebhookSlots();
    let built = 0;
    const build = () => {
      built += 1;
      return never();
    };
    for (let n = 0; n < 6; n++) void slots.whole('one', build);
    for (let n = 0; n < 6; n++) void slots.whole(`other ${n}`, build);
    await settled();
    expect(built).toBe(8);
  });
});

describe('a body that is being sent', () => {
  const RAW = { format: 'raw', apiVersion: '0.32' } as const;
  const message = { event_id: 'event', wire_type: 'order.created' } as WebhookDocument;

  /** Bodies in use, of one that mentions Ann. */
  function bodies(size = 2 * MB) {
    const counts = { reads: 0, reading: 0, mostReading: 0 };
    let isErased = false;
    const inUse = new WebhookBodiesInUse({ opensFor: async () => !isErased } as unknown as WebhookTexts);
    const read = async (): Promise<StoredBody> => {
      counts.reads += 1;
      counts.mostReading = Math.max(counts.mostReading, ++counts.reading);
      await settled();
      counts.reading -= 1;
      return isErased ? { gone: 'erased' } : { text: '{}', subjects: ['ann'] };
    };
    return {
      counts,
      inUse,
      use: <T>(task: Parameters<typeof inUse.during<T>>[4], of = message) => inUse.during(of, RAW, size, read, task),
      erase: () => (isErased = true),
    };
  }

  it('is read once for all endpoints, and let go after the last of them', async () => {
    const { use, counts, inUse } = bodies();
    const all = await Promise.all(Array.from({ length: 31 }, () => use(async (body) => body)));
    expect(new Set(all).size).toBe(1);
    expect(counts.reads).toBe(1);
    expect(inUse.count).toBe(0);
    await use(async () => expect(inUse.count).toBe(1));
    expect(counts.reads).toBe(2);
  });

  it('is let go, too, if it cannot be read or sent', async () => {
    const { use, inUse } = bodies();
    await expect(use(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    await expect(inUse.during(message, RAW, 1, () => Promise.reject(new Error('unread')), never)).rejects.toThrow(
      'unread',
    );
    expect(inUse.count).toBe(0);
  });

  it('is not sent to further endpoints once somebody whom it mentions is erased', async () => {
    const { use, erase } = bodies();
    let end!: () => void;
    const first = use(() => new Promise<void>((resolve) => (end = resolve)));
    await until(() => end !== undefined, 'the first request');
    erase();
    expect(await use(async (body) => body)).toEqual({ gone: 'erased' });
    end();
    await first;
  });

  it('is read when no other large one is', async () => {
    const { use, counts } = bodies();
    const others = Array.from({ length: 5 }, (_, n) => ({ ...message, event_id: `event ${n}` }));
    await Promise.all(others.map((one) => use(async () => undefined, one)));
    expect(counts).toEqual({ reads: 5, reading: 0, mostReading: 1 });
  });
});

describe('messages with large bodies', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(async () => {
    await app.close();
    await closeReceivers();
  });

  /** Announces an event with a body of about 1.6 MB, which is 2.8 MB as it is stored. */
  async function announce({ organizationId }: Seller, endpointIds: string[], mark: string): Promise<string> {
    const eventId = newUuid();
    const text = JSON.stringify({ type: 'product.created', data: { mark, description: 'd'.repeat(1.6 * MB) } });
    const build = async () => ({ text, subjects: [] });
    const sha = await app.app.get(WebhookTexts).keepBody(organizationId, eventId, 'product.created', build);
    const messages = [{ wireType: 'product.created', bodySha256: sha!, endpointIds }];
    const data = { organizationId, eventId, messages } as SchedulingEvent['data'];
    await happen(app, `webhookmessages-${eventId}`, { type: 'WebhooksScheduled', data });
    return bodyEntry(eventId, 'product.created');
  }

  it('wait without their bodies, which are read when there is room, once for several endpoints, and sent in order', async () => {
    const one = await seller(app);
    const vault = app.app.get<Vault>(VAULT);
    const read = jest.spyOn(vault, 'getMany');
    const readsOf = (keys: readonly string[]) =>
      read.mock.calls.flatMap(([wanted]) => wanted).filter((key) => keys.includes(key)).length;
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const hook = await startReceiver(() => answered.then(() => ({ status: 200 })));
    const listening = Array.from({ length: 12 }, (_, n) => one.listen(`${hook.url}/${n}`, ['product.created']));
    const ids = (await Promise.all(listening)).map(({ id }) => id);
    const keys = [await announce(one, ids, 'first'), await announce(one, ids, 'second')];
    read.mockClear();
    await until(() => hook.received.length === 2, 'those for which there is room');
    await app.runtime.settled();
    expect(hook.received).toHaveLength(2);
    expect(readsOf(keys)).toBe(1);
    const { url, received } = await startReceiver();
    const other = await seller(app);
    await other.listen(url, ['product.created']);
    await other.product();
    await until(() => received.length === 1, 'the message of another organization');
    expect(hook.received).toHaveLength(2);
    answer();
    await until(() => hook.received.length === 24, 'all');
    for (let n = 0; n < 12; n++) {
      const marks = hook.received.filter(({ path }) => path.endsWith(`/${n}`)).map(({ body }) => markOf(body));
      expect(marks).toEqual(['first', 'second']);
    }
    await until(() => app.app.get(WebhookBodiesInUse).count === 0, 'the last body is let go');
    read.mockRestore();
  });

  it('are listed with as many payloads as a page may have, and the first in any case', async () => {
    const one = await seller(app);
    const hook = await startReceiver();
    const { id } = await one.listen(hook.url, ['product.created']);
    for (const mark of ['1', '2', '3', '4', '5']) await announce(one, [id], mark);
    await until(async () => (await one.deliveriesOf(id)).length === 5, 'five deliveries');
    const events = (await one.deliveriesOf(id)).map(({ webhook_event }) => webhook_event);
    expect(events.map(({ payload }) => payload && markOf(payload))).toEqual(['5', '4', null, null, null]);
    expect(events).toMatchObject(Array.from({ length: 5 }, () => ({ is_archived: false })));
  });
});

function markOf(body: string): string {
  return (JSON.parse(body) as { data: { mark: string } }).data.mark;
}
