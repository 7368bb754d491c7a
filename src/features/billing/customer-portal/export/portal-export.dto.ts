import { PortalLicenseKeyWithActivations } from '../license-keys/portal-license-keys.dto.ts';
import { PortalCustomerMeter } from '../portal-meters.dto.ts';
import { PortalCustomer, PortalGrant, PortalOrder, PortalPaymentMethod, PortalSubscription } from '../portal.dto.ts';

/** All that the portal shows of a customer. */
export class PortalExport {
  customer: PortalCustomer;
  subscriptions: PortalSubscription[];
  orders: PortalOrder[];
  benefit_grants: PortalGrant[];
  license_keys: PortalLicenseKeyWithActivations[];
  payment_methods: PortalPaymentMethod[];
  meters: PortalCustomerMeter[];
}
