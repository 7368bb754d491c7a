import type { StoredEvent } from '../../../kernel/ports/event-store.ts';
import { webhookIdOf, type WebhookOutcome } from '../../delivery/webhooks/webhook.events.ts';
import type { CheckoutDocument } from './checkout.projection.ts';

/** What the page of a checkout is told as it happens (docs/BILLING.md#checkout-stream). */
export interface CheckoutMessage {
  key:
    | 'checkout.updated'
    | 'checkout.order_created'
    | 'checkout.subscription_created'
    | 'checkout.webhook_event_delivered';
  payload: { status: CheckoutDocument['status'] };
}

/** A checkout that is followed, and what has been reported of it. */
export interface Followed {
  checkoutId: string;
  status: CheckoutDocument['status'];
  /** The event that it succeeded with; undefined if that has not been reported. */
  succeededBy?: string;
}

/** The events that change it on the wire, and how it stands after them. */
const STATUS: Readonly<Record<string, CheckoutDocument['status']>> = {
  CheckoutUpdated: 'open',
  CheckoutConfirmFailed: 'open',
  CheckoutReopened: 'open',
  CheckoutConfirmed: 'confirmed',
  CheckoutSucceeded: 'succeeded',
  CheckoutExpired: 'expired',
};

/** What an event tells about a checkout; undefined if nothing. */
export function told(followed: Followed, event: StoredEvent): (Followed & { message: CheckoutMessage }) | undefined {
  const { checkoutId, status, succeededBy } = followed;
  if (event.type === 'WebhookOutcomesRecorded') {
    const { endpointId, outcomes } = event.data as { endpointId: string; outcomes: readonly WebhookOutcome[] };
    if (succeededBy === undefined || !isDelivered(succeededBy, endpointId, outcomes)) return undefined;
    return { ...followed, message: { key: 'checkout.webhook_event_delivered', payload: { status } } };
  }
  if (event.data['checkoutId'] !== checkoutId) return undefined;
  switch (event.type) {
    case 'OrderCreated':
      return { ...followed, message: { key: 'checkout.order_created', payload: { status } } };
    case 'SubscriptionCreated':
    case 'SubscriptionUpgraded':
      return { ...followed, message: { key: 'checkout.subscription_created', payload: { status } } };
  }
  const next = STATUS[event.type];
  if (next === undefined) return undefined;
  const succeeded = next === 'succeeded' ? { succeededBy: event.id } : {};
  return { checkoutId, status: next, ...succeeded, message: { key: 'checkout.updated', payload: { status: next } } };
}

/** The message that the checkout has succeeded has reached this endpoint. */
function isDelivered(eventId: string, endpointId: string, outcomes: readonly WebhookOutcome[]): boolean {
  const webhookId = webhookIdOf(eventId, 'checkout.updated', endpointId);
  return outcomes.some((outcome) => outcome.webhookId === webhookId && outcome.result === 'delivered');
}
