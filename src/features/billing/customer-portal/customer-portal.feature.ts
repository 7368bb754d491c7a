import type { Feature } from '../../../app/feature.ts';
import { CustomerPaymentMethodsController } from './payment-methods/customer-payment-methods.controller.ts';
import { PortalAccountsController } from './portal-accounts.controller.ts';
import { PortalPaymentMethodsController } from './payment-methods/portal-payment-methods.controller.ts';
import { PortalPaymentMethods } from './payment-methods/portal-payment-methods.queries.ts';
import { PortalCheckoutsController } from './portal-checkouts.controller.ts';
import { PortalCustomers } from './portal-customers.queries.ts';
import { PortalDownloadsController } from './portal-downloads.controller.ts';
import { PortalDownloads } from './portal-downloads.queries.ts';
import { PortalEmailController } from './portal-email.controller.ts';
import { PortalErasureController } from './portal-erasure.controller.ts';
import { PortalExportController } from './export/portal-export.controller.ts';
import { PortalExports } from './export/portal-export.service.ts';
import { PortalLicenseKeysController } from './license-keys/portal-license-keys.controller.ts';
import { PortalLicenseKeys } from './license-keys/portal-license-keys.queries.ts';
import { PortalMetersController } from './portal-meters.controller.ts';
import { PortalMeterPresenter, PortalMeters } from './portal-meters.queries.ts';
import { PortalPreviewsController } from './portal-previews.controller.ts';
import { PortalSessionController } from './portal-session.controller.ts';
import { PortalStreamController } from './portal-stream.controller.ts';
import { PortalStreams } from './portal-streams.service.ts';
import { PortalGrantAccounts } from './portal-grant-accounts.service.ts';
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

export const customerPortal: Feature = {
  controllers: [
    CustomerPaymentMethodsController,
    PortalAccountsController,
    PortalCheckoutsController,
    PortalCustomersController,
    PortalDownloadsController,
    PortalEmailController,
    PortalErasureController,
    PortalExportController,
    PortalGrantsController,
    PortalLicenseKeysController,
    PortalMetersController,
    PortalOrdersController,
    PortalOrganizationsController,
    PortalPaymentMethodsController,
    PortalPreviewsController,
    PortalSessionController,
    PortalStreamController,
    PortalSubscriptionsController,
  ],
  providers: [
    PortalCustomers,
    PortalDownloads,
    PortalExports,
    PortalGrantAccounts,
    PortalGrants,
    PortalLicenseKeys,
    PortalMeterPresenter,
    PortalMeters,
    PortalOrderPresenter,
    PortalOrders,
    PortalOrganizations,
    PortalPaymentMethods,
    PortalProducts,
    PortalStreams,
    PortalSubscriptionPresenter,
    PortalSubscriptions,
  ],
};
