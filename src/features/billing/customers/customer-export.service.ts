import { Injectable, type StreamableFile } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { csvFile, type CsvColumns } from '../../../app/http/lists/csv.ts';
import type { FilterRequest } from '../../../app/http/lists/list.ts';
import { localDay } from '../../../app/time-zones.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { zonesOf } from './sale-rows.service.ts';
import type { CustomerDocument } from './customer.projection.ts';
import { CustomerQueries } from './customers.queries.ts';

type Row = CustomerDocument & { zone: string };

/** `created_on` is a day of the organization, `created_at` an instant in UTC. */
const COLUMNS: CsvColumns<Row> = {
  email: ({ email }) => email,
  name: ({ name }) => name,
  external_id: ({ external_id }) => external_id,
  created_on: ({ created_at, zone }) => localDay(created_at, zone),
  line1: ({ billing_address }) => billing_address?.line1 ?? null,
  line2: ({ billing_address }) => billing_address?.line2 ?? null,
  postal_code: ({ billing_address }) => billing_address?.postal_code ?? null,
  city: ({ billing_address }) => billing_address?.city ?? null,
  state: ({ billing_address }) => billing_address?.state ?? null,
  country: ({ billing_address }) => billing_address?.country ?? null,
  tax_id: ({ tax_id }) => tax_id?.[0] ?? null,
  created_at: ({ created_at }) => created_at,
  id: ({ id }) => id,
};

/** The customers of a list as a CSV file, oldest first. */
@Injectable()
export class CustomerExport {
  constructor(
    private readonly documents: Documents,
    private readonly customers: CustomerQueries,
  ) {}

  /** @throws InvalidInput if there are too many */
  async file(asked: FilterRequest, scope: TenantScope): Promise<StreamableFile> {
    const pages = await this.customers.exported(asked, scope, 'created_at');
    return csvFile('customers', COLUMNS, this.rows(pages, scope));
  }

  private async *rows(pages: AsyncIterable<CustomerDocument[]>, scope: TenantScope): AsyncIterable<Row[]> {
    for await (const page of pages) {
      const zoneOf = await zonesOf(this.documents, page, scope);
      yield page.map((customer) => ({ ...customer, zone: zoneOf(customer) }));
    }
  }
}
