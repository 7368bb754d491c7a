import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/reading/documents.ts';
import type { Related } from '../../../app/reading/related-sorting.ts';
import { customerProjection } from '../customers/customer.projection.ts';
import { CustomerPresenter, CustomerReader, customersByExternalId } from '../customers/customers.queries.ts';
import { meterProjection, servingRevisionOf, type MeterDocument } from '../meters/meter.projection.ts';
import { MeterPresenter, MeterReader } from '../meters/meters.queries.ts';
import { numberOf } from '../pricing/decimal.ts';
import { balanceOf, creditedUnits, NO_CREDITS } from '../pricing/meter-credits.ts';
import { customerMeterId, customerMeterProjection, type CustomerMeterDocument } from './customer-meter.projection.ts';
import type { CustomerMeter } from './customer-meters.dto.ts';
import { openUsageOf, type OpenUsage } from './open-usage.rules.ts';

/** A customer and a meter. */
export interface CustomerMeterKey {
  customerId: string;
  meterId: string;
}

/** What customers have used of meters. */
@Injectable()
export class CustomerMeterReader {
  constructor(
    private readonly documents: Documents,
    private readonly customers: CustomerReader,
  ) {}

  /** The keys under which a customer's usage is found: their own, and that of their external id. */
  async ownersOf(customerIds: Iterable<string>): Promise<Map<string, string[]>> {
    const customers = await this.customers.named(customerIds);
    const ownersOf = ({ organization_id, external_id }: { organization_id: string; external_id: string | null }) =>
      external_id === null ? [] : [this.customers.digestOfExternalId(organization_id, external_id)];
    return new Map([...customers.values()].map((customer) => [customer.id, [customer.id, ...ownersOf(customer)]]));
  }

  /** All documents of each customer and meter, in the order of the keys. */
  async find(keys: readonly CustomerMeterKey[]): Promise<CustomerMeterDocument[][]> {
    const owners = await this.ownersOf(new Set(keys.map(({ customerId }) => customerId)));
    const ids = keys.map(({ customerId, meterId }) =>
      (owners.get(customerId) ?? [customerId]).map((owner) => customerMeterId(meterId, owner)),
    );
    const found = await this.documents.getMany(customerMeterProjection, new Set(ids.flat()), 'any');
    return ids.map((some) => some.flatMap((id) => found.get(id) ?? []));
  }

  /** What a customer has under these keys. */
  async under(owners: readonly string[], meterId: string): Promise<CustomerMeterDocument[]> {
    const ids = owners.map((owner) => customerMeterId(meterId, owner));
    return [...(await this.documents.getMany(customerMeterProjection, ids, 'any')).values()];
  }

  /** The open period of each customer and meter, in the order of the keys; undefined if the meter is unknown. */
  async open(
    keys: readonly CustomerMeterKey[],
    meters: ReadonlyMap<string, MeterDocument>,
  ): Promise<(OpenUsage | undefined)[]> {
    const found = await this.find(keys);
    return keys.map(({ meterId }, at) => {
      const meter = meters.get(meterId);
      return meter && openUsageOf(found[at]!, servingRevisionOf(meter));
    });
  }

  /** The rows of a customer. */
  ofCustomer(customerId: string): Promise<CustomerMeterDocument[]> {
    return this.documents.all(
      customerMeterProjection,
      { where: { and: [{ eq: ['owner', customerId] }, { eq: ['is_listed', true] }] } },
      'any',
    );
  }
}

/** Customers' meters on the wire, each with all that is the customer's. */
@Injectable()
export class CustomerMeterPresenter {
  constructor(
    private readonly reader: CustomerMeterReader,
    private readonly meters: MeterReader,
    private readonly customers: CustomerReader,
    private readonly meterPresenter: MeterPresenter,
    private readonly customerPresenter: CustomerPresenter,
  ) {}

  async present(document: CustomerMeterDocument): Promise<CustomerMeter> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly CustomerMeterDocument[]): Promise<CustomerMeter[]> {
    const [meters, customers] = await Promise.all([
      this.meters.named(documents.map(({ meter_id }) => meter_id)),
      this.customers.named(documents.map(({ owner }) => owner)),
    ]);
    const [counted, customerOf] = await Promise.all([
      this.countedAll(documents, meters),
      this.customerPresenter.shown(customers.values()),
    ]);
    return documents.flatMap((document, at) => {
      const [meter, customer] = [meters.get(document.meter_id), customers.get(document.owner)];
      if (!meter || !customer) return [];
      const related = {
        customer: customerOf(customer),
        meter: this.meterPresenter.present(meter),
      };
      return [{ ...counted[at]!, ...related }];
    });
  }

  /** Without related entities. */
  async countedAll(
    documents: readonly CustomerMeterDocument[],
    meters: ReadonlyMap<string, MeterDocument>,
  ): Promise<Omit<CustomerMeter, 'customer' | 'meter'>[]> {
    const keys = documents.map(({ owner, meter_id }) => ({ customerId: owner, meterId: meter_id }));
    const open = await this.reader.open(keys, meters);
    return documents.map(({ id, created_at, modified_at, owner, meter_id }, at) => ({
      id,
      created_at,
      modified_at,
      customer_id: owner,
      meter_id,
      ...unitsOf(open[at]),
    }));
  }
}

/** As the contract says them. */
export function unitsOf(open: OpenUsage | undefined) {
  const { consumed, credits } = open ?? { consumed: '0', credits: NO_CREDITS };
  return {
    consumed_units: numberOf(consumed),
    credited_units: creditedUnits(credits),
    balance: numberOf(balanceOf(credits, consumed)),
  };
}

const byCustomerName: Related = { projection: customerProjection, key: 'customer_id', field: 'name_lower' };
/** Sorts by the name of the meter. */
export const metersByName: Related = { projection: meterProjection, key: 'meter_id', field: 'name_lower' };

@Injectable()
export class CustomerMeterQueries extends resource(customerMeterProjection, CustomerMeterPresenter, {
  where: { eq: ['is_listed', true] },
  isHidden: ({ is_listed }) => !is_listed,
  related: { sortings: { customer_name: byCustomerName, meter_name: metersByName }, within: 'created_at' },
  named: customersByExternalId,
}) {}
