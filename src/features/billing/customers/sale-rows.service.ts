import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { UTC } from '../../../kernel/ports/clock.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { organizationProjection } from '../../accounts/organizations/organization.projection.ts';
import type { CustomerDocument } from './customer.projection.ts';
import { CustomerReader } from './customers.queries.ts';
import { ProductReader } from '../products/products.queries.ts';

interface Owned {
  organization_id: string;
}

interface Sale extends Owned {
  customer_id: string;
  product_id: string;
}

/** An order or a subscription, with what the columns of its export show of related entities. */
export interface SaleRow<S> {
  sale: S;
  customer: CustomerDocument | undefined;
  /** Its name. */
  product: string | null;
  /** The organization's time zone. */
  zone: string;
}

/** The rows of an export of orders or subscriptions. */
@Injectable()
export class SaleRows {
  constructor(
    private readonly documents: Documents,
    private readonly customers: CustomerReader,
    private readonly products: ProductReader,
  ) {}

  async *of<S extends Sale>(pages: AsyncIterable<S[]>, scope: TenantScope): AsyncIterable<SaleRow<S>[]> {
    for await (const page of pages) {
      const [customers, products, zoneOf] = await Promise.all([
        this.customers.find(page.map(({ customer_id }) => customer_id)),
        this.products.find(page.map(({ product_id }) => product_id)),
        zonesOf(this.documents, page, scope),
      ]);
      yield page.map((sale) => {
        const product = products.get(sale.product_id)?.name ?? null;
        return { sale, customer: customers.get(sale.customer_id), product, zone: zoneOf(sale) };
      });
    }
  }
}

/** The time zone of each document's organization. */
export async function zonesOf(
  documents: Documents,
  page: readonly Owned[],
  scope: TenantScope,
): Promise<(owned: Owned) => string> {
  const ids = page.map(({ organization_id }) => organization_id);
  const organizations = await documents.getMany(organizationProjection, ids, scope);
  return ({ organization_id }) => organizations.get(organization_id)?.time_zone ?? UTC;
}
