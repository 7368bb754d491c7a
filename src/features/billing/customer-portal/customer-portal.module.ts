import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.ts';
import { BenefitsModule } from '../benefits/benefits.module.ts';
import { CustomersModule } from '../customers/customers.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.ts';
import { PortalCustomers } from './portal-customers.queries.ts';
import { PortalGrants } from './portal-grants.queries.ts';
import { PortalOrdersController, PortalSubscriptionsController } from './portal-purchases.controller.ts';
import {
  PortalCustomersController,
  PortalGrantsController,
  PortalOrganizationsController,
} from './portal.controller.ts';
import {
  PortalOrderPresenter,
  PortalOrders,
  PortalOrganizations,
  PortalProducts,
  PortalSubscriptionPresenter,
  PortalSubscriptions,
} from './portal.queries.ts';

@Module({
  imports: [OrganizationsModule, BenefitsModule, CustomersModule, OrdersModule, ProductsModule, SubscriptionsModule],
  controllers: [
    PortalCustomersController,
    PortalGrantsController,
    PortalOrdersController,
    PortalOrganizationsController,
    PortalSubscriptionsController,
  ],
  providers: [
    PortalCustomers,
    PortalGrants,
    PortalOrderPresenter,
    PortalOrders,
    PortalOrganizations,
    PortalProducts,
    PortalSubscriptionPresenter,
    PortalSubscriptions,
  ],
})
export class CustomerPortalModule {}

export const customerPortal: Feature = { module: CustomerPortalModule };
