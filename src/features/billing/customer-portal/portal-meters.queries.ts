import { Injectable } from '@nestjs/common';
import { resource } from '../../../app/reading/documents.ts';
import type { ListRequest, Page } from '../../../app/http/lists/list.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { customerMeterProjection, type CustomerMeterDocument } from '../customer-meters/customer-meter.projection.ts';
import { CustomerMeterPresenter, metersByName } from '../customer-meters/customer-meters.queries.ts';
import { MeterReader, searchedMeters } from '../meters/meters.queries.ts';
import type { PortalCustomerMeter, PortalMeter } from './portal-meters.dto.ts';
import type { PortalCaller } from './portal.rules.ts';

export function portalMeterOf({ id, created_at, modified_at, name }: PortalMeter): PortalMeter {
  return { id, created_at, modified_at, name };
}

@Injectable()
export class PortalMeterPresenter {
  constructor(
    private readonly meters: MeterReader,
    private readonly customerMeters: CustomerMeterPresenter,
  ) {}

  async presentAll(documents: readonly CustomerMeterDocument[]): Promise<PortalCustomerMeter[]> {
    const meters = await this.meters.named(documents.map(({ meter_id }) => meter_id));
    const counted = await this.customerMeters.countedAll(documents, meters);
    return counted.map((one) => ({ ...one, meter: portalMeterOf(meters.get(one.meter_id)!) }));
  }
}

/** What a customer has used of meters. */
@Injectable()
export class PortalMeters extends resource(customerMeterProjection, PortalMeterPresenter, {
  where: { eq: ['is_listed', true] },
  related: { sortings: { meter_name: metersByName }, within: 'created_at' },
  search: { own: () => [], related: [searchedMeters] },
}) {
  of(list: ListRequest, caller: PortalCaller): Promise<Page<PortalCustomerMeter>> {
    return this.list({ ...list, where: [{ eq: ['customer_id', caller.id] }, ...list.where] }, caller);
  }

  /** All of them, for the export of the customer's data. */
  async all({ id, organizationIds }: PortalCaller): Promise<PortalCustomerMeter[]> {
    const where: Where = { and: [{ eq: ['customer_id', id] }, { eq: ['is_listed', true] }] };
    return this.presenter.presentAll(await this.documents.all(customerMeterProjection, { where }, { organizationIds }));
  }

  /** @throws NotFound it does not exist, or is another customer's */
  async one(id: string, caller: PortalCaller): Promise<PortalCustomerMeter> {
    const document = await this.documents.demand(customerMeterProjection, id, caller);
    if (!document.is_listed || document.customer_id !== caller.id) throw new NotFound();
    return (await this.presenter.presentAll([document]))[0]!;
  }
}
