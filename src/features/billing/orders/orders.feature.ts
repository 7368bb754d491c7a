import type { Feature } from '../../../app/feature.ts';
import { orderEvents } from './order.events.ts';
import { orderMailHandlers } from './mails/order-mail.handlers.ts';
import { upcomingMailHandlers } from './mails/upcoming-mail.handlers.ts';
import { orderMailProcess } from './mails/order-mail.process.ts';
import { voidedOrdersProcess } from './order.process.ts';
import { orderFacts } from './order.ledger.ts';
import { orderMails } from './mails/order.mails.ts';
import { orderProjection, type OrderDocument } from './order.projection.ts';
import { orderAnnouncements } from './order.webhooks.ts';
import { OrderPaymentsController } from './order-payments.controller.ts';
import { OrderExport } from './order-export.service.ts';
import { OrderExplanationsController } from './explanations/order-explanations.controller.ts';
import { MeteredLines } from './metered-lines.service.ts';
import { OrderExplanations } from './explanations/order-explanations.service.ts';
import { OrderPreviewer } from './order-previews.service.ts';
import { OrderPreviewsController } from './order-previews.controller.ts';
import { OrderDrafts } from './order-drafts.service.ts';
import { OrderUsageCreditsController } from './order-usage-credits.controller.ts';
import { OrdersDashboardController } from './orders-dashboard.controller.ts';
import { OrdersController } from './orders.controller.ts';
import { orderHandlers } from './orders.handlers.ts';
import { billedPeriodProjection } from './billed-period.projection.ts';
import { voidedUsageHandlers } from './voided-usage/voided-usage.handlers.ts';
import { voidedUsageProcess } from './voided-usage/voided-usage.process.ts';
import {
  OrderHold,
  OrderPayments,
  OrderPresenter,
  OrderQueries,
  OrderReader,
  OrderUsageCredits,
} from './orders.queries.ts';
import { orderDecider } from './order.decider.ts';

export const orders: Feature = {
  controllers: [
    OrdersController,
    OrdersDashboardController,
    OrderPaymentsController,
    OrderUsageCreditsController,
    OrderPreviewsController,
    OrderExplanationsController,
  ],
  providers: [
    OrderPresenter,
    OrderReader,
    OrderQueries,
    OrderExport,
    OrderHold,
    OrderPayments,
    OrderUsageCredits,
    OrderDrafts,
    OrderPreviewer,
    MeteredLines,
    OrderExplanations,
    ...orderHandlers,
    ...orderMailHandlers,
    ...upcomingMailHandlers,
    ...voidedUsageHandlers,
  ],
  events: orderEvents,
  deciders: [orderDecider],
  projections: [billedPeriodProjection, orderProjection],
  processes: [orderMailProcess, voidedOrdersProcess, voidedUsageProcess],
  states: { order: orderProjection },
  webhooks: { presenters: { order: OrderPresenter }, announcements: orderAnnouncements },
  ledger: {
    facts: orderFacts,
    entities: {
      order: { projection: orderProjection, name: ({ number }: OrderDocument) => number },
    },
  },
  mails: orderMails,
  holds: [OrderHold],
};
