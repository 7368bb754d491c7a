import { describe, expect, it } from '@jest/globals';
import { told } from '../../../src/features/billing/checkouts/checkout-stream.rules.ts';
import { webhookIdOf } from '../../../src/features/delivery/webhooks/webhook.events.ts';
import type { StoredEvent } from '../../../src/kernel/ports/event-store.ts';
import { recorded } from '../../support/given.ts';

const stored = (type: string, data: Record<string, unknown>) =>
  recorded({ type, data }, { stream: 'checkout-k1', organizationId: 'o1' }) as unknown as StoredEvent;

describe('what the page of a checkout is told', () => {
  const followed = { checkoutId: 'k1', status: 'open' as const };
  const message = (event: StoredEvent, of: Parameters<typeof told>[0] = followed) => told(of, event)?.message;

  it('follows the status of its own checkout', () => {
    const after = (type: string, checkoutId = 'k1') => message(stored(type, { checkoutId }))?.payload.status;
    expect(after('CheckoutUpdated')).toBe('open');
    expect(after('CheckoutConfirmed')).toBe('confirmed');
    expect(after('CheckoutReopened')).toBe('open');
    expect(after('CheckoutSucceeded')).toBe('succeeded');
    expect(after('CheckoutExpired')).toBe('expired');
    expect(after('CheckoutSucceeded', 'k2')).toBeUndefined();
    expect(after('PaymentSucceeded')).toBeUndefined();
  });

  it('names what was created', () => {
    expect(message(stored('OrderCreated', { checkoutId: 'k1' }))?.key).toBe('checkout.order_created');
    for (const type of ['SubscriptionCreated', 'SubscriptionUpgraded'])
      expect(message(stored(type, { checkoutId: 'k1' }))?.key).toBe('checkout.subscription_created');
  });

  it('tells when the webhook of its success is delivered, and of nothing else', () => {
    const succeeded = stored('CheckoutSucceeded', { checkoutId: 'k1' });
    const { message: _, ...after } = told(followed, succeeded)!;
    const outcome = (webhookId: string, result: string) =>
      stored('WebhookOutcomesRecorded', { endpointId: 'e1', outcomes: [{ webhookId, result }] });
    const own = webhookIdOf(succeeded.id, 'checkout.updated', 'e1');
    expect(message(outcome(own, 'delivered'), after)).toEqual({
      key: 'checkout.webhook_event_delivered',
      payload: { status: 'succeeded' },
    });
    expect(message(outcome(own, 'abandoned'), after)).toBeUndefined();
    expect(message(outcome(webhookIdOf(succeeded.id, 'checkout.updated', 'e2'), 'delivered'), after)).toBeUndefined();
    expect(message(outcome(own, 'delivered'), followed)).toBeUndefined();
  });
});
