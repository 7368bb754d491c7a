import { Injectable } from '@nestjs/common';
import { Documents } from '../../../../app/reading/documents.ts';
import { pageOf, type ListRequest, type Page } from '../../../../app/http/lists/list.ts';
import { NotFound } from '../../../../kernel/errors.ts';
import type { Where } from '../../../../kernel/ports/document-store.ts';
import { licenseKeyProjection, type LicenseKeyDocument } from '../../license-keys/license-key.projection.ts';
import { LicenseKeyPresenter } from '../../license-keys/license-keys.queries.ts';
import { PortalGrants } from '../portal-grants.queries.ts';
import type { PortalLicenseKey, PortalLicenseKeyWithActivations } from './portal-license-keys.dto.ts';
import type { PortalCaller } from '../portal.rules.ts';

/** License keys of the grants that a session covers; what was revoked is not the customer's any more. */
@Injectable()
export class PortalLicenseKeys {
  constructor(
    private readonly documents: Documents,
    private readonly grants: PortalGrants,
    private readonly presenter: LicenseKeyPresenter,
  ) {}

  async of(list: ListRequest, caller: PortalCaller): Promise<Page<PortalLicenseKey>> {
    const where = [await this.coveredBy(caller), ...list.where];
    const { items, total } = await this.documents.list(licenseKeyProjection, { ...list, where }, caller);
    const shown = await this.presenter.presentAll(items);
    return pageOf(
      shown.map((key) => forCustomer(key, caller)),
      total,
      list.limit,
    );
  }

  /** @throws NotFound it does not exist, was revoked, or the session does not cover it */
  async one(id: string, caller: PortalCaller): Promise<PortalLicenseKeyWithActivations> {
    return forCustomer(await this.presenter.withActivations(await this.demand(id, caller)), caller);
  }

  /** @throws NotFound as for `one` */
  async demand(id: string, caller: PortalCaller): Promise<LicenseKeyDocument> {
    const document = await this.documents.demand(licenseKeyProjection, id, caller);
    const held = await this.grants.licenseKeyIds(caller);
    if (!held.includes(id)) throw new NotFound();
    return document;
  }

  async present(document: LicenseKeyDocument, caller: PortalCaller): Promise<PortalLicenseKey> {
    return forCustomer(await this.presenter.present(document), caller);
  }

  /** All of them, for the export of the customer's data. */
  async all(caller: PortalCaller): Promise<PortalLicenseKeyWithActivations[]> {
    const keys = await this.documents.all(licenseKeyProjection, { where: await this.coveredBy(caller) }, caller);
    const shown = await Promise.all(keys.map((key) => this.presenter.withActivations(key)));
    return shown.map((key) => forCustomer(key, caller));
  }

  private async coveredBy(caller: PortalCaller): Promise<Where> {
    return { in: ['id', await this.grants.licenseKeyIds(caller)] };
  }
}

/** Without what is the seller's own, and in a session that is limited to a checkout without what else is known of the customer. */
function forCustomer<T extends PortalLicenseKey>(key: T, { checkoutId }: PortalCaller): T {
  const limited = { name: null, billing_address: null, tax_id: null };
  const customer = {
    ...key.customer,
    metadata: {},
    external_id: null,
    ...(checkoutId !== undefined && limited),
  };
  return { ...key, customer };
}
