import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ChangeStream, type Sink } from '../../../src/features/dashboard/changes/change-stream.ts';
import { changeOf, decidedBy } from '../../../src/features/dashboard/changes/change.rules.ts';
import { recorded } from '../../support/given.ts';

interface Message {
  entities: string[];
  ids: string[];
  resync?: boolean;
}

describe('the change of an event', () => {
  const change = (stream: string, data: Record<string, unknown>) =>
    changeOf(recorded({ type: 'Happened', data }, { stream, organizationId: 'o1' }));

  it('contains kinds and ids, never data', () => {
    const data = { orderId: 'r1', customerId: 'c1', billingName: 'Ann', amount: 900 };
    expect(change('order-r1', data)).toEqual({
      organizationId: 'o1',
      entities: ['order', 'ledger'],
      ids: ['r1', 'c1'],
    });
    expect(change('grants-c1_b1', { customerId: 'c1', benefitId: 'b1' })).toMatchObject({
      entities: ['benefit', 'ledger'],
      ids: ['c1_b1', 'b1', 'c1'],
    });
    expect(change('customfield-f1', { customFieldId: 'f1' })).toMatchObject({
      entities: ['custom-field', 'ledger'],
      ids: ['f1'],
    });
    expect(change('payment-p1', {})).toMatchObject({ entities: ['payment', 'ledger'] });
    expect(change('refunds-p1', { orderId: 'o1' })).toMatchObject({ entities: ['order', 'ledger'], ids: ['p1', 'o1'] });
    expect(change('account-c1', { orderId: 'r1' })).toMatchObject({ entities: ['order', 'ledger'], ids: ['c1', 'r1'] });
    expect(change('email-m1', {})).toMatchObject({ entities: ['ledger'] });
  });

  it("leaves out people, who are in no organization's log", () => {
    expect(change('user-u1', {})).toBeUndefined();
    const event = recorded({ type: 'Happened', data: {} as Record<string, unknown> }, { stream: 'session-s1' });
    expect(decidedBy(event)).toBe('s1');
    expect(decidedBy({ ...event, stream: 'order-r1' })).toBeUndefined();
  });
});

describe('a stream of changes', () => {
  let written: string[];
  let isFull: boolean;
  let drained: (() => void)[];
  let ended: string[];
  let stream: ChangeStream;

  beforeEach(() => {
    jest.useFakeTimers();
    [written, isFull, drained, ended] = [[], false, [], []];
    const sink: Sink = {
      write: (text) => (written.push(text), !isFull),
      once: (_, then) => drained.push(then),
      end: () => ended.push('end'),
      destroy: () => ended.push('destroy'),
    };
    stream = new ChangeStream(sink);
  });
  afterEach(() => void jest.useRealTimers());

  const messages = () =>
    written.filter((text) => text.startsWith('id:')).map((text) => JSON.parse(text.split('data: ')[1]!) as Message);

  it('sends at once, then at most one message a second, without duplicates', () => {
    stream.add(['order', 'ledger'], ['r1']);
    expect(messages()).toEqual([{ entities: ['order', 'ledger'], ids: ['r1'] }]);
    for (const id of ['r2', 'r3', 'r2']) stream.add(['order'], [id]);
    stream.add([], ['hidden']);
    expect(messages()).toHaveLength(1);
    jest.advanceTimersByTime(1_000);
    expect(messages()[1]).toEqual({ entities: ['order'], ids: ['r2', 'r3'] });
    jest.advanceTimersByTime(5_000);
    stream.add(['product'], ['p1']);
    expect(messages()).toHaveLength(3);
    expect(written.map((text) => /^id: \d+/.exec(text)?.[0])).toEqual(['id: 1', 'id: 2', 'id: 3']);
  });

  it('keeps only the resync mark for a slow reader', () => {
    isFull = true;
    stream.add(['order'], ['r0']);
    for (let n = 0; n < 10_000; n++) stream.add(['order'], [`r${n}`]);
    jest.advanceTimersByTime(60_000);
    expect(messages()).toHaveLength(1);
    isFull = false;
    drained.forEach((then) => then());
    expect(messages()[1]).toEqual({ entities: [], ids: [], resync: true });
  });

  it('sends the resync mark instead of too many ids', () => {
    stream.add(['order'], ['r0']);
    for (let n = 0; n <= 100; n++) stream.add(['order'], [`r${n}`]);
    jest.advanceTimersByTime(1_000);
    expect(messages()[1]).toEqual({ entities: [], ids: [], resync: true });
  });

  it('sends heartbeats as comments, and drops a reader that reads none', () => {
    stream.heartbeat();
    expect(written).toEqual([':\n\n']);
    isFull = true;
    stream.heartbeat();
    stream.heartbeat();
    expect(ended).toEqual([]);
    stream.heartbeat();
    expect(ended).toEqual(['end', 'destroy']);
    stream.add(['order'], ['r1']);
    expect(messages()).toEqual([]);
  });
});
