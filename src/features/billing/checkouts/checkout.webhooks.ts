import type { Announcements } from '../../../kernel/reacting/announcements.ts';
import type { CheckoutEvent } from './checkout.events.ts';

export const checkoutAnnouncements: Announcements<CheckoutEvent> = {
  CheckoutCreated: { types: ['checkout.created'] },
  CheckoutUpdated: { types: ['checkout.updated'] },
  CheckoutConfirmStarted: null,
  CheckoutConfirmFailed: null,
  CheckoutConfirmed: { types: ['checkout.updated'] },
  CheckoutReopened: { types: ['checkout.updated'] },
  CheckoutSucceeded: { types: ['checkout.updated'] },
  CheckoutExpired: null,
};
