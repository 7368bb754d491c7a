import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import type { PaymentEvent } from '../payments/payment.events.ts';
import type { SubscriptionEvent } from '../subscriptions/subscription.events.ts';
import { ForgetPaymentMethod } from '../payments/payment.commands.ts';
import { SavePaymentMethod } from './saved-method.commands.ts';
import { savedMethodsStream, type SavedMethodEvent } from './saved-method.events.ts';

type Subscribed = Extract<SubscriptionEvent, { type: 'SubscriptionCreated' | 'SubscriptionUpgraded' }>['data'];

/**
 * Notes the methods that checkouts have saved for their subscriptions, and those that a customer has added once their bank has confirmed it. What
 * was removed is forgotten.
 */
export const savedMethodsProcess = reactingTo<SubscriptionEvent | PaymentEvent | SavedMethodEvent>()({
  name: 'saved-methods',
  key: ({ data }) => savedMethodsStream(data.customerId),
  on: {
    SubscriptionCreated: saved,
    SubscriptionUpgraded: saved,
    PaymentSucceeded({ purpose, customerId, organizationId }) {
      if (purpose.kind !== 'setup') return [];
      const { paymentMethodId, setDefault } = purpose;
      return [send(SavePaymentMethod, { customerId, organizationId, paymentMethodId, setDefault })];
    },
    PaymentMethodRemoved: ({ paymentMethodId }) => [send(ForgetPaymentMethod, { paymentMethodId })],
  },
});

function saved({ customerId, organizationId, paymentMethodId }: Subscribed): Step[] {
  return paymentMethodId === null
    ? []
    : [send(SavePaymentMethod, { customerId, organizationId, paymentMethodId, setDefault: false })];
}
