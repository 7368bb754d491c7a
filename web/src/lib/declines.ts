import { word } from './format';

const reasons: Record<string, string> = {
  card_declined: 'the bank declined the card',
  generic_decline: 'the bank declined the card',
  do_not_honor: 'the bank declined the card',
  insufficient_funds: 'insufficient funds',
  expired_card: 'the card has expired',
  lost_card: 'the card was reported lost',
  stolen_card: 'the card was reported stolen',
  incorrect_cvc: 'the security code was wrong',
  incorrect_number: 'the card number was wrong',
  processing_error: 'the bank could not process it',
  authentication_required: 'the bank asked the customer to confirm it',
  requires_action: 'the bank asked the customer to confirm it',
  payment_intent_authentication_failure: 'the customer did not confirm it with their bank',
  setup_intent_authentication_failure: 'the customer did not confirm the card with their bank',
  fraudulent: 'the bank suspected fraud',
  card_velocity_exceeded: 'the limit of the card was reached',
  currency_not_supported: 'the card does not take this currency',
  amount_too_small: 'the amount is less than Stripe charges',
  resource_missing: 'the card is no longer known to Stripe',
  canceled: 'the payment was not completed',
  no_method: 'no card is on file any more',
  expired_or_canceled_card: 'the card has expired or was canceled',
  charge_for_pending_refund_disputed: 'the customer disputes the charge',
  lost_or_stolen_card: 'the card was reported lost or stolen',
  insufficient_balance: 'the balance at the processor was too low',
  payment_reversed: 'what it was for could not be completed',
  payment_mismatched: 'another amount was taken, and refunded',
};

/** Why a charge was declined, in plain words, by the processor's code: "insufficient funds". */
export function declineWords(code: string): string {
  return reasons[code] ?? word(code).toLowerCase();
}
