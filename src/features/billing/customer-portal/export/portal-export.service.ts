import { Injectable } from '@nestjs/common';
import { Documents } from '../../../../app/reading/documents.ts';
import { orderProjection } from '../../orders/order.projection.ts';
import { subscriptionProjection } from '../../subscriptions/subscription.projection.ts';
import { PortalCustomers } from '../portal-customers.queries.ts';
import type { PortalExport } from './portal-export.dto.ts';
import { PortalGrants } from '../portal-grants.queries.ts';
import { PortalLicenseKeys } from '../license-keys/portal-license-keys.queries.ts';
import { PortalMeters } from '../portal-meters.queries.ts';
import { PortalPaymentMethods } from '../payment-methods/portal-payment-methods.queries.ts';
import { PortalOrderPresenter, PortalSubscriptionPresenter } from '../portal.queries.ts';
import { coveredBy, type PortalCaller } from '../portal.rules.ts';

/** Gathers all that the portal shows of a customer. */
@Injectable()
export class PortalExports {
  constructor(
    private readonly documents: Documents,
    private readonly customers: PortalCustomers,
    private readonly subscriptions: PortalSubscriptionPresenter,
    private readonly orders: PortalOrderPresenter,
    private readonly grants: PortalGrants,
    private readonly licenseKeys: PortalLicenseKeys,
    private readonly methods: PortalPaymentMethods,
    private readonly meters: PortalMeters,
  ) {}

  async of(caller: PortalCaller): Promise<PortalExport> {
    const own = { where: { and: coveredBy(caller) } };
    const [customer, subscriptions, orders, benefit_grants, license_keys, payment_methods, meters] = await Promise.all([
      this.customers.get(caller),
      this.documents.all(subscriptionProjection, own, caller),
      this.documents.all(orderProjection, own, caller),
      this.grants.all(caller),
      this.licenseKeys.all(caller),
      this.methods.all(caller),
      this.meters.all(caller),
    ]);
    return {
      customer,
      subscriptions: await this.subscriptions.presentAll(subscriptions),
      orders: await this.orders.presentAll(orders),
      benefit_grants,
      license_keys,
      payment_methods,
      meters,
    };
  }
}
