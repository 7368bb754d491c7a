import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { PaymentEvent } from '../payments/payment.events.ts';
import type { SubscriptionEvent } from '../subscriptions/subscription.events.ts';
import { ForgetPaymentMethod } from '../payments/payment.commands.ts';
import { SavePaymentMethod } from './saved-method.commands.ts';
import { savedMethodsStream, type SavedMethodEvent } from './saved-method.events.ts';

type Saving =
  | Extract<SubscriptionEvent, { type: 'SubscriptionCreated' | 'SubscriptionUpgraded' }>
  | Extract<PaymentEvent, { type: 'PaymentSucceeded' }>
  | Extract<SavedMethodEvent, { type: 'PaymentMethodRemoved' }>;

/**
 * Notes the methods that checkouts have saved for their subscriptions, and those that a customer has added once their bank has confirmed it. What
 * was removed is forgotten.
 */
export const savedMethodsProcess: ProcessManager<Saving> = {
  name: 'saved-methods',
  handles: ['SubscriptionCreated', 'SubscriptionUpgraded', 'PaymentSucceeded', 'PaymentMethodRemoved'],
  key: ({ data }) => savedMethodsStream(data.customerId),

  react({ type, data }) {
    const { organizationId } = data;
    switch (type) {
      case 'PaymentMethodRemoved':
        return [send(ForgetPaymentMethod, { paymentMethodId: data.paymentMethodId })];
      case 'PaymentSucceeded': {
        const { purpose, customerId } = data;
        if (purpose.kind !== 'setup') return [];
        const { paymentMethodId, setDefault } = purpose;
        return [send(SavePaymentMethod, { customerId, organizationId, paymentMethodId, setDefault })];
      }
      default: {
        const { customerId, paymentMethodId } = data;
        if (paymentMethodId === null) return [];
        return [send(SavePaymentMethod, { customerId, organizationId, paymentMethodId, setDefault: false })];
      }
    }
  },
};
