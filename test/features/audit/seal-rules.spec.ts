import { describe, expect, it } from '@jest/globals';
import { chained } from '../../../src/features/audit/seals/chain.rules.ts';
import { canonical } from '../../../src/kernel/canonical-json.ts';
import { sealDecider } from '../../../src/features/audit/seals/seal.decider.ts';
import { sealStream, type Seal } from '../../../src/features/audit/seals/seal.events.ts';
import { due, sealed, taken, UNSEALED, type Sealing } from '../../../src/features/audit/seals/sealing.rules.ts';
import type { Instant } from '../../../src/kernel/ports/clock.ts';
import type { StoredEvent } from '../../../src/kernel/ports/event-store.ts';
import { specOf } from '../../support/given.ts';
import { testKeys } from '../../support/kernel.ts';

const KEY = testKeys.audit();

/** A stored event, for the pure functions. */
function stored(recordedAt: Instant, change: Partial<StoredEvent> = {}): StoredEvent {
  const metadata = { version: 1, occurredAt: recordedAt, recordedAt, actor: { kind: 'system' as const, id: 'spec' } };
  const ids = { correlationId: 'c', causationId: 'c', commandId: 'c' };
  const place = { stream: 'note-1', revision: 0, position: '0' };
  return { id: 'id', type: 'NoteTaken', data: { n: 1 }, metadata: { ...metadata, ...ids }, ...place, ...change };
}

describe('the chain', () => {
  const first = stored('2026-01-31T10:00:00.000Z');
  const chain = (...events: StoredEvent[]) =>
    events.reduce((seal: Seal, one) => chained(KEY, seal, one), UNSEALED.chain);

  it('covers everything stored of an event but its position, and the events before it', () => {
    const { metadata } = first;
    const others: Partial<StoredEvent>[] = [
      { id: 'other' },
      { type: 'NoteLost' },
      { stream: 'note-2' },
      { revision: 1 },
      { data: { n: 2 } },
      { data: { n: 1, m: null } },
      { data: { n: '1' } },
      ...Object.keys(metadata).map((field) => ({ metadata: { ...metadata, [field]: 'other' } as never })),
      { metadata: { ...metadata, organizationId: 'o' } },
    ];
    const seals = [{}, ...others].map((change) => chain({ ...first, ...change }).seal);
    expect(new Set(seals).size).toBe(others.length + 1);
    expect(chain({ ...first, position: '9' })).toEqual(chain(first));
    expect(chain(first, first)).toMatchObject({ count: 2 });
    expect(new Set([chain(first), chain(first, first)].map(({ seal }) => seal)).size).toBe(2);
  });

  it('does not depend on the order of fields, but on the key', () => {
    expect(canonical({ b: [1, { d: 'é\ud800', c: null }], a: {}, 10: true })).toBe(
      '{"10":true,"a":{},"b":[1,{"c":null,"d":"é\\ud800"}]}',
    );
    expect(
      canonical([
        { 2: 'b', 10: 'a' },
        { a: { c: 1, d: [{ y: 1, x: 2 }] }, b: 2 },
      ]),
    ).toBe('[{"10":"a","2":"b"},{"a":{"c":1,"d":[{"x":2,"y":1}]},"b":2}]');
    const turned = { ...first, metadata: Object.fromEntries(Object.entries(first.metadata).reverse()) as never };
    expect(chain(turned)).toEqual(chain(first));
    expect(chained(Buffer.from('another key'), UNSEALED.chain, first).seal).not.toBe(chain(first).seal);
  });

  it('accepts data nested deeper than the call stack', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) as unknown[];
    expect(canonical(deep)).toHaveLength(10_000);
  });
});

describe('an hour', () => {
  const at = (...times: string[]) => times.map((time) => stored(`2026-01-31T${time}.000Z`));
  const seal = (hour: string, count: number, time: string) =>
    stored(`2026-01-31T${time}.000Z`, {
      type: 'LogSealed',
      data: { hour: `2026-01-31T${hour}:00:00.000Z`, count, seal: 'x' },
    });
  const after = (events: StoredEvent[]) => events.reduce((state: Sealing, one) => taken(state, one, KEY), UNSEALED);
  const dueAt = (time: string, ...events: StoredEvent[]) =>
    due(after(events), `2026-01-31T${time}.000Z`).map(({ hour, count }) => `${hour.slice(11, 13)}h ${count}`);

  it('is sealed a little after it has ended, and not before', () => {
    expect(dueAt('10:59:59', ...at('10:00:00', '10:59:59'))).toEqual([]);
    expect(dueAt('11:00:04', ...at('10:00:00', '10:59:59'))).toEqual([]);
    expect(dueAt('11:00:05', ...at('10:00:00', '10:59:59'))).toEqual(['10h 2']);
    expect(dueAt('23:00:00')).toEqual([]);
  });

  it('ends before the first event of a later hour, each with a seal of its own', () => {
    expect(dueAt('13:30:00', ...at('10:10:00', '10:20:00', '11:30:00', '13:00:00'))).toEqual(['10h 2', '11h 3']);
    expect(dueAt('14:00:05', ...at('10:10:00', '10:20:00', '11:30:00', '13:00:00'))).toEqual([
      '10h 2',
      '11h 3',
      '13h 4',
    ]);
  });

  it('gets no seal for seals alone, and one more for late events', () => {
    expect(dueAt('23:00:00', ...at('10:10:00'), seal('10', 1, '11:00:05'))).toEqual([]);
    expect(dueAt('23:00:00', ...at('10:10:00'), seal('10', 1, '11:00:05'), ...at('10:59:59'))).toEqual(['10h 3']);
    expect(dueAt('23:00:00', ...at('10:10:00', '10:59:59'), seal('10', 1, '11:00:05'))).toEqual(['10h 3']);
  });

  it('goes on after a clock that was ahead', () => {
    const events = at('10:10:00', '19:00:00', '10:20:00', '19:00:01', '10:30:00');
    expect(dueAt('11:00:05', ...events)).toEqual(['10h 1', '10h 5']);
  });

  it('is dropped once it is sealed', () => {
    const state = after(at('10:10:00', '11:10:00', '11:20:00'));
    expect(due(sealed(state, 1), '2026-01-31T12:00:05.000Z')).toMatchObject([{ count: 3 }]);
    expect(due(sealed(state, 3), '2026-01-31T12:00:05.000Z')).toEqual([]);
  });

  it('gets a seal only if that covers more than the one before', () => {
    const given = specOf(sealDecider);
    const made = (count: number) => ({ hour: '2026-01-31T10:00:00.000Z', count, seal: 'x' });
    const logSealed = (count: number) => ({ type: 'LogSealed' as const, data: made(count) });
    given()
      .when({ type: 'SealLog', data: made(1) })
      .then(logSealed(1));
    given(logSealed(1))
      .when({ type: 'SealLog', data: made(1) })
      .then();
    given(logSealed(1))
      .when({ type: 'SealLog', data: made(3) })
      .then(logSealed(3));
    expect(sealStream('2026-01-31T23:00:00.000Z')).toBe('seal-2026-01');
  });
});
