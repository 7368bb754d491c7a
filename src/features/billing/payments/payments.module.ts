import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { enquireDue } from './payment.due.ts';
import { paymentEvents } from './payment.events.ts';
import { paymentMismatchProcess } from './payment.process.ts';
import { paymentFacts } from './payment.ledger.ts';
import { paymentProjection } from './payment.projection.ts';
import { PaymentMethods } from './payment-methods.service.ts';
import { PaymentQueries } from './payments.queries.ts';
import { PaymentService } from './payment.service.ts';
import { paymentHandlers } from './payments.handlers.ts';

@Module({
  providers: [PaymentMethods, PaymentService, PaymentQueries, ...paymentHandlers],
  exports: [PaymentMethods, PaymentQueries],
})
export class PaymentsModule {}

export const payments: Feature = {
  module: PaymentsModule,
  events: paymentEvents,
  projections: [paymentProjection],
  processes: [paymentMismatchProcess],
  dueItems: [enquireDue],
  states: { payment: paymentProjection },
  ledger: { facts: paymentFacts },
};
