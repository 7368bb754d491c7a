import { describe, expect, it } from '@jest/globals';
import { sessionDecider } from '../../src/features/accounts/sessions/session.decider.ts';
import { checkoutDecider } from '../../src/features/billing/checkouts/checkout.decider.ts';
import { addSeconds } from '../../src/kernel/ports/clock.ts';
import { fold, type AnyDecider } from '../../src/kernel/writing/decider.ts';
import type { DomainEvent } from '../../src/kernel/writing/events.ts';
import { skipDecider } from '../../src/kernel/writing/skipped-events.ts';
import { NOW } from '../support/given.ts';
import { edited } from './edited.ts';

const DAY = 86_400;

describe('what is bounded once and for all', () => {
  const decide = (
    decider: AnyDecider,
    events: readonly DomainEvent[],
    type: string,
    data: object,
  ): readonly DomainEvent[] => decider.decide({ type, data, now: NOW, machineNow: NOW }, fold(decider, events));

  it('session: expires after its last refresh', () => {
    const started = { sessionId: 's', userId: 'u', rememberMe: true, expiresAt: addSeconds(NOW, DAY) };
    const events = (refreshes: number): DomainEvent[] => [
      { type: 'SessionStarted', data: started },
      ...Array.from({ length: refreshes }, () => ({ type: 'SessionRefreshed', data: { ...started } })),
    ];
    const again = { sessionId: 's', updateAge: 0, expiresAt: addSeconds(NOW, 2 * DAY) };
    expect(decide(sessionDecider, events(999), 'RefreshSession', again)).toHaveLength(1);
    expect(decide(sessionDecider, events(1_000), 'RefreshSession', again)).toEqual([]);
  });

  it('checkout: takes 200 updates', () => {
    const [created] = edited.checkout!.created;
    const events = (updates: number): DomainEvent[] => [
      created!,
      ...Array.from({ length: updates }, () => ({ type: 'CheckoutUpdated', data: { checkoutId: '1', subject: 's' } })),
    ];
    const update = { checkoutId: '1', by: 'buyer', subject: 's', customerName: 'Ada' };
    expect(decide(checkoutDecider, events(199), 'UpdateCheckout', update)).toHaveLength(1);
    expect(() => decide(checkoutDecider, events(200), 'UpdateCheckout', update)).toThrow(
      expect.objectContaining({ code: 'TooManyRequests', status: 429 }),
    );
  });

  it('skipped: takes 1,000 events', () => {
    const skipped = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ type: 'EventSkipped', data: { eventId: String(at) } }));
    expect(decide(skipDecider, skipped(999), 'SkipEvent', { eventId: 'one more' })).toHaveLength(1);
    expect(() => decide(skipDecider, skipped(1_000), 'SkipEvent', { eventId: 'one more' })).toThrow(
      expect.objectContaining({ code: 'TooManySkipped', status: 409 }),
    );
  });
});
