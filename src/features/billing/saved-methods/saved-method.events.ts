import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** `savedmethods-{customerId}`: the payment methods that a customer can be charged with again. The Vault has what the processor calls them. */
export const savedMethodsStream = (customerId: string): string => `savedmethods-${customerId}`;

interface AboutMethod {
  customerId: string;
  organizationId: string;
  paymentMethodId: string;
}

export const savedMethodEvents = {
  /** By a checkout, or by the customer in their portal. */
  PaymentMethodSaved: event<AboutMethod & { isDefault: boolean }>(),
  DefaultPaymentMethodChosen: event<AboutMethod>(),
  PaymentMethodRemoved: event<AboutMethod>(),
};

export type SavedMethodEvent = EventsOf<typeof savedMethodEvents>;
