import type { Feature } from '../../../app/feature.ts';
import { ChargeRefunds } from './charge-refunds.service.ts';
import { paymentEvents } from './payment.events.ts';
import { paymentMismatchProcess } from './payment.process.ts';
import { paymentFacts } from './payment.ledger.ts';
import { paymentProjection } from './payment.projection.ts';
import { PaymentCards } from './payment-cards.queries.ts';
import { PaymentMethods } from './payment-methods.service.ts';
import { PaymentExport } from './payment-export.service.ts';
import { PaymentsDashboardController } from './payments-dashboard.controller.ts';
import { PaymentsController } from './payments.controller.ts';
import { BrowserPayments, PaymentPresenter, PaymentQueries, ProcessorQueries } from './payments.queries.ts';
import { PaymentReportsController } from './payment-reports.controller.ts';
import { PaymentReports } from './payment-reports.service.ts';
import { PaymentService } from './payment.service.ts';
import { PaymentWorker } from './payment.worker.ts';
import { RemovedMethodWorker } from './removed-method.worker.ts';
import { paymentHandlers } from './payments.handlers.ts';
import { paymentDecider } from './payment.decider.ts';

export const payments: Feature = {
  controllers: [PaymentsController, PaymentsDashboardController, PaymentReportsController],
  providers: [
    ChargeRefunds,
    PaymentCards,
    PaymentMethods,
    PaymentService,
    PaymentPresenter,
    PaymentQueries,
    PaymentExport,
    BrowserPayments,
    ProcessorQueries,
    PaymentReports,
    PaymentWorker,
    RemovedMethodWorker,
    ...paymentHandlers,
  ],
  events: paymentEvents,
  deciders: [paymentDecider],
  projections: [paymentProjection],
  processes: [paymentMismatchProcess],
  states: { payment: paymentProjection },
  ledger: { facts: paymentFacts },
};
