import type { Feature } from '../../../app/feature.ts';
import { refundMailProcess } from './refund-mail.process.ts';
import { refundDecider } from './refund.decider.ts';
import { refundEvents } from './refund.events.ts';
import { refundFacts } from './refund.ledger.ts';
import { refundMails } from './refund.mails.ts';
import { refundAccountsProcess } from './refund.process.ts';
import { refundProjection } from './refund.projection.ts';
import { RefundService } from './refund.service.ts';
import { refundAnnouncements } from './refund.webhooks.ts';
import { RefundWorker } from './refund.worker.ts';
import { RefundsController } from './refunds.controller.ts';
import { refundHandlers } from './refunds.handlers.ts';
import { RefundPresenter, RefundQueries, RefundReader } from './refunds.queries.ts';

export const refunds: Feature = {
  controllers: [RefundsController],
  providers: [RefundPresenter, RefundQueries, RefundReader, RefundService, RefundWorker, ...refundHandlers],
  events: refundEvents,
  deciders: [refundDecider],
  projections: [refundProjection],
  processes: [refundAccountsProcess, refundMailProcess],
  states: { refunds: refundProjection },
  webhooks: { presenters: { refund: RefundPresenter }, announcements: refundAnnouncements },
  ledger: { facts: refundFacts },
  mails: refundMails,
};
