import type { DueSource } from '../../../kernel/reacting/due.ts';
import { ExpireCheckout } from './checkout.commands.ts';
import type { CheckoutEvent } from './checkout.events.ts';

/** An open checkout expires, unless it is being confirmed or has been. */
export const expireDue: DueSource<CheckoutEvent> = {
  kind: 'expire',
  handles: [
    'CheckoutCreated',
    'CheckoutConfirmStarted',
    'CheckoutConfirmFailed',
    'CheckoutReopened',
    'CheckoutSucceeded',
    'CheckoutExpired',
  ],

  dueAfter(event) {
    const entity = event.data.checkoutId;
    switch (event.type) {
      case 'CheckoutCreated':
      case 'CheckoutConfirmFailed':
      case 'CheckoutReopened':
        return { entity, dueAt: event.data.expiresAt };
      case 'CheckoutConfirmStarted':
      case 'CheckoutSucceeded':
      case 'CheckoutExpired':
        return { entity, dueAt: null };
      default:
        return undefined;
    }
  },
  command: ExpireCheckout,
};
