import { describe, expect, it } from '@jest/globals';
import type { OperatorGroup, OperatorState } from '@/api/types';
import {
  duration,
  durationTick,
  groupName,
  groupState,
  lagSentence,
  milliseconds,
  oldThings,
  rateSentence,
} from '@/features/operations/figures';

const group: OperatorGroup = {
  kind: 'projections',
  group: 'billing',
  lag_seconds: 0,
  leading: true,
  lags: [0, 0],
  rates: [0, 0],
  errors: [0, 0],
};

describe('durations', () => {
  it.each([
    [0, '0 s'],
    [0.04, '0 s'],
    [1.23, '1.2 s'],
    [75, '75 s'],
    [300, '5 min'],
    [7_200, '2 h'],
    [259_200, '3 days'],
  ])('of %p seconds are %p', (seconds, expected) => {
    expect(duration(seconds)).toBe(expected);
  });

  it('are finer on an axis and for stores', () => {
    expect([durationTick(0.25), durationTick(40)]).toEqual(['0.25 s', '40 s']);
    expect([0.02, 0.21, 12.7, 1_234].map(milliseconds)).toEqual(['< 0.1 ms', '0.2 ms', '13 ms', '1,234 ms']);
  });
});

describe('a group', () => {
  it('is named by what it consists of', () => {
    expect([groupName(group), groupName({ kind: 'processes', group: 'delivery' })]).toEqual([
      'Billing read models',
      'Delivery processes',
    ]);
  });

  it('is behind after half a minute', () => {
    expect([groupState({ ...group, lag_seconds: 30 }), groupState({ ...group, lag_seconds: 31 })]).toEqual([
      ['good', 'Current'],
      ['bad', 'Behind'],
    ]);
  });

  it('says in a sentence what its charts show', () => {
    expect(lagSentence(group)).toBe('Never behind in the last ten minutes.');
    expect(lagSentence({ ...group, lag_seconds: 2, lags: [0, 45, 2] })).toBe(
      '2 s behind now, at most 45 s in the last ten minutes.',
    );
    expect(rateSentence({ ...group, rates: [1, 3], errors: [0, 2] })).toBe(
      '2 events a second on average, at most 3; 2 errors in the last ten minutes.',
    );
    expect(rateSentence({ ...group, leading: false })).toContain('Another process leads the group');
  });
});

describe('what is left undone', () => {
  const of = (undone: OperatorState['undone']) => oldThings({ undone } as OperatorState);

  it('comes with the oldest first, without what waits for less than a second', () => {
    const found = of([
      { kind: 'event', seconds: 0.2, reason: null },
      { kind: 'payment', seconds: 12, reason: null },
      { kind: 'step', seconds: 400, reason: null },
    ]);
    expect(found.map(({ what, tone }) => [what, tone])).toEqual([
      ['step that failed', 'bad'],
      ['charge or reversal', 'wait'],
    ]);
  });

  it('says why it waits, if an attempt has failed', () => {
    const reasons = ['ECONNREFUSED', 'SMTP 421', null].map(
      (reason) => of([{ kind: 'email', seconds: 60, reason }])[0]!.reason,
    );
    expect(reasons).toEqual([
      'its server refuses connections (ECONNREFUSED)',
      'the last attempt failed (SMTP 421)',
      null,
    ]);
  });

  it('takes hours at endpoints of others before it is trouble', () => {
    expect(of([{ kind: 'webhook', seconds: 3_600, reason: null }])[0]!.tone).toBe('wait');
    expect(of([{ kind: 'webhook', seconds: 36_000, reason: null }])[0]!.tone).toBe('bad');
  });
});
