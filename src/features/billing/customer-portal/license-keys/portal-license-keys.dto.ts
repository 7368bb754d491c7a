import { Pagination } from '../../../../app/http/lists/pagination.dto.ts';
import { LicenseKeyRead, LicenseKeyWithActivations } from '../../license-keys/license-keys.dto.ts';

/** A license key that a customer holds; its customer is without what is the seller's own. */
export class PortalLicenseKey extends LicenseKeyRead {}

export class PortalLicenseKeyWithActivations extends LicenseKeyWithActivations {}

export class PortalLicenseKeyList {
  items: PortalLicenseKey[];
  pagination: Pagination;
}
