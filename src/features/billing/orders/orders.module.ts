import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.ts';
import { BenefitsModule } from '../benefits/benefits.module.ts';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.ts';
import { CustomerAccountsModule } from '../customer-accounts/accounts.module.ts';
import { DiscountsModule } from '../discounts/discounts.module.ts';
import { TaxModule } from '../tax/tax.module.ts';
import { CustomerMetersModule } from '../customer-meters/customer-meters.module.ts';
import { CustomersModule } from '../customers/customers.module.ts';
import { CustomerMailsModule } from '../customer-mails/customer-mails.module.ts';
import { MetersModule } from '../meters/meters.module.ts';
import { PaymentsModule } from '../payments/payments.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.ts';
import { orderEvents } from './order.events.ts';
import { orderMailHandlers } from './order-mail.handlers.ts';
import { upcomingMailHandlers } from './upcoming-mail.handlers.ts';
import { orderMailProcess } from './order-mail.process.ts';
import { orderFacts } from './order.ledger.ts';
import { orderMails } from './order.mails.ts';
import { orderProjection, type OrderDocument } from './order.projection.ts';
import { orderAnnouncements } from './order.webhooks.ts';
import { OrderPaymentsController } from './order-payments.controller.ts';
import { SaleRows } from '../sales/sale-rows.service.ts';
import { OrderExport } from './order-export.service.ts';
import { OrderExplanationsController } from './order-explanations.controller.ts';
import { UsageModule } from '../usage/usage.module.ts';
import { MeteredLines } from './metered-lines.service.ts';
import { OrderExplanations } from './order-explanations.service.ts';
import { OrderPreviewer } from './order-previews.service.ts';
import { OrderPreviewsController } from './order-previews.controller.ts';
import { OrderDrafts } from './order-drafts.service.ts';
import { OrderUsageCreditsController } from './order-usage-credits.controller.ts';
import { OrdersDashboardController } from './orders-dashboard.controller.ts';
import { OrdersController } from './orders.controller.ts';
import { orderHandlers } from './orders.handlers.ts';
import { billedPeriodProjection } from './billed-period.projection.ts';
import { voidedUsageHandlers } from './voided-usage.handlers.ts';
import { voidedUsageProcess } from './voided-usage.process.ts';
import {
  OrderHold,
  OrderPayments,
  OrderPresenter,
  OrderQueries,
  OrderReader,
  OrderUsageCredits,
} from './orders.queries.ts';
import { orderDecider } from './order.decider.ts';

@Module({
  imports: [
    BenefitsModule,
    OrganizationsModule,
    CustomFieldsModule,
    CustomerMailsModule,
    CustomersModule,
    CustomerMetersModule,
    MetersModule,
    DiscountsModule,
    TaxModule,
    PaymentsModule,
    ProductsModule,
    SubscriptionsModule,
    UsageModule,
    CustomerAccountsModule,
  ],
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
    SaleRows,
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
  exports: [OrderPresenter, OrderReader, OrderQueries, OrderDrafts, OrderPreviewer],
})
export class OrdersModule {}

export const orders: Feature = {
  module: OrdersModule,
  events: orderEvents,
  deciders: [orderDecider],
  projections: [billedPeriodProjection, orderProjection],
  processes: [orderMailProcess, voidedUsageProcess],
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
