import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { TailListener } from '../../../src/app/reading/log-tail.ts';
import type { CheckoutMessage } from '../../../src/features/billing/checkouts/checkout-stream.rules.ts';
import type { Sink } from '../../../src/app/reading/followers.ts';
import { CheckoutStreams } from '../../../src/features/billing/checkouts/checkout-streams.service.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import type { StoredEvent } from '../../../src/kernel/ports/event-store.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { NOW, recorded } from '../../support/given.ts';
import { startReceiver } from '../../support/receiver.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';

const stored = (type: string, data: Record<string, unknown>) =>
  recorded({ type, data }, { stream: 'checkout-k1', organizationId: 'o1' }) as unknown as StoredEvent;

describe('the streams of checkouts', () => {
  afterEach(() => void jest.useRealTimers());

  function streams() {
    const tail: TailListener[] = [];
    const listen = (listener: TailListener) => {
      tail.push(listener);
      return () => void tail.splice(tail.indexOf(listener), 1);
    };
    return { tail, streams: new CheckoutStreams({ listen, ready: () => Promise.resolve() } as never) };
  }
  function page(isFull = false) {
    const written: string[] = [];
    const sink: Sink = {
      write: (text) => (written.push(text), !isFull),
      end: () => written.push('end'),
      destroy: () => written.push('destroy'),
    };
    return { written, sink };
  }
  const open = () => Promise.resolve('open' as const);

  it('listen to the log only while a page is open', async () => {
    const { tail, streams: all } = streams();
    const leave = Array.from({ length: 10 }, () => all.follow('k1', page().sink, open));
    expect(tail).toHaveLength(1);
    for (const each of leave) each();
    expect(tail).toEqual([]);
  });

  it('drop a page that does not read, and end all where events were missed', async () => {
    const { tail, streams: all } = streams();
    const [slow, quick] = [page(true), page()];
    all.follow('k1', slow.sink, open);
    all.follow('k1', quick.sink, open);
    await until(async () => quick.written.length === 1, 'the first message');
    expect(slow.written.slice(1)).toEqual(['end', 'destroy']);
    tail[0]!.report([stored('CheckoutSucceeded', { checkoutId: 'k1' })]);
    expect(quick.written[1]).toContain('"succeeded"');
    tail[0]!.missed();
    expect(quick.written.at(-1)).toBe('end');
    expect(tail).toEqual([]);
  });

  it('do not answer with a status that an event has overtaken', async () => {
    const { tail, streams: all } = streams();
    const { written, sink } = page();
    let answer: ((status: 'open') => void) | undefined;
    all.follow('k1', sink, () => new Promise((resolve) => (answer = resolve)));
    await until(async () => answer !== undefined, 'the status to be asked for');
    tail[0]!.report([stored('CheckoutSucceeded', { checkoutId: 'k1' })]);
    answer!('open');
    await Promise.resolve();
    expect(written).toHaveLength(1);
    expect(written[0]).toContain('"succeeded"');
  });

  it('beat, and end after ten minutes', () => {
    const { tail, streams: all } = streams();
    const { written, sink } = page();
    all.follow('k1', sink, () => new Promise(() => {}));
    tail[0]!.beat();
    expect(written).toEqual([':\n\n']);
    for (let minute = 0; minute < 10; minute++) for (let beat = 0; beat < 4; beat++) tail[0]?.beat();
    expect(written.at(-1)).toBe('end');
    expect(tail).toEqual([]);
  });
});

describe('the stream of a checkout, over HTTP', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ at: NOW, ages: true });
  });
  afterAll(() => shop.close());

  const follow = async (secret: string) => {
    const cut = new AbortController();
    const answer = await fetch(`${shop.url}/v1/checkouts/client/${secret}/stream`, {
      headers: { accept: 'text/event-stream' },
      signal: cut.signal,
    });
    const messages: CheckoutMessage[] = [];
    const reading = (async () => {
      for await (const text of answer.body!.pipeThrough(new TextDecoderStream()))
        for (const [, json] of text.matchAll(/^data: (.*)$/gm)) messages.push(JSON.parse(json!) as CheckoutMessage);
    })().catch(() => undefined);
    const close = async () => {
      cut.abort();
      await reading;
    };
    return { answer, messages, close };
  };

  it('tells a page from the first status to the delivered webhook', async () => {
    const receiver = await startReceiver();
    const endpoint = await fetch(`${shop.url}/v1/webhooks/endpoints`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${shop.bearer}` },
      body: JSON.stringify({ url: receiver.url, format: 'raw', events: ['checkout.updated'] }),
    });
    expect(endpoint.status).toBe(201);
    const { id } = await shop.product({ interval: 'month' });
    const { clientSecret } = await shop.seller.checkouts.create({ products: [id] });
    const { answer, messages, close } = await follow(clientSecret);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    await until(async () => messages.length === 1, 'the first message');
    await shop.confirm(clientSecret);
    const keys = () => messages.map(({ key, payload }) => `${key.slice(9)} ${payload.status}`);
    const arrived = () => receiver.received.some(({ body }) => body.includes('"status":"succeeded"'));
    await until(async () => arrived(), 'the webhook to arrive');
    // Outcomes are recorded together.
    shop.clock.advanceMachine(11);
    await until(async () => keys().includes('webhook_event_delivered succeeded'), 'the webhook to be delivered');
    expect(keys()).toEqual([
      'updated open',
      'updated confirmed',
      'subscription_created confirmed',
      'order_created confirmed',
      'updated succeeded',
      'webhook_event_delivered succeeded',
    ]);
    await close();
    // Whoever comes later is told how it stands.
    const later = await follow(clientSecret);
    await until(async () => later.messages.length === 1, 'the first message');
    expect(later.messages[0]).toEqual({ key: 'checkout.updated', payload: { status: 'succeeded' } });
    await later.close();
    await receiver.close();
  });

  it('refuses a forged secret, and a checkout that has expired', async () => {
    const { id } = await shop.product({});
    const { clientSecret } = await shop.seller.checkouts.create({ products: [id] });
    const forged = await fetch(`${shop.url}/v1/checkouts/client/tb_c_${newUuid()}/stream`);
    expect(forged.status).toBe(404);
    shop.clock.set(addSeconds(shop.clock.now(), 3_700));
    const expired = await fetch(`${shop.url}/v1/checkouts/client/${clientSecret}/stream`);
    expect([expired.status, ((await expired.json()) as { error: string }).error]).toEqual([
      410,
      'ExpiredCheckoutError',
    ]);
  });
});
