import { addSeconds } from '../../../kernel/ports/clock.ts';
import type { DueSource } from '../../../kernel/reacting/due.ts';
import { EnquirePayment } from './payment.commands.ts';
import type { PaymentEvent } from './payment.events.ts';

const ANSWER_LOST_SECONDS = 60;
const PENDING_SECONDS = 3_600;

/** The processor is asked about a payment when its answer must have been lost, and while it is pending (docs/BILLING.md#payment-states). */
export const enquireDue: DueSource<PaymentEvent> = {
  kind: 'enquire',
  handles: [
    'PaymentRequested',
    'PaymentPending',
    'PaymentSucceeded',
    'PaymentDeclined',
    'PaymentMismatched',
    'PaymentReversalRequested',
    'PaymentReversed',
  ],

  dueAfter({ type, data: { paymentId: entity }, metadata: { occurredAt } }) {
    switch (type) {
      case 'PaymentRequested':
      case 'PaymentReversalRequested':
        return { entity, dueAt: addSeconds(occurredAt, ANSWER_LOST_SECONDS) };
      case 'PaymentPending':
        return { entity, dueAt: addSeconds(occurredAt, PENDING_SECONDS) };
      case 'PaymentSucceeded':
      case 'PaymentDeclined':
      case 'PaymentMismatched':
      case 'PaymentReversed':
        return { entity, dueAt: null };
    }
  },
  command: EnquirePayment,
};
