import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { readOrganizationOf, scopesIn, type Caller } from '../../../app/http/callers/caller.ts';
import type { Sort, Where } from '../../../kernel/ports/document-store.ts';
import { checkoutProjection } from '../../billing/checkouts/checkout.projection.ts';
import { orderProjection } from '../../billing/orders/order.projection.ts';
import { productProjection } from '../../billing/products/product.projection.ts';
import type { FirstStepsDto, FirstStepsQuery } from './first-steps.dto.ts';

const newest: Sort[] = [{ field: 'created_at', direction: 'desc' }];
const NONE = { items: [] };
const nothing: FirstStepsDto = { product_id: null, checkout_id: null, order_id: null, has_more_orders: false };

/** A new shop's progress, derived from what exists. */
@Injectable()
export class FirstStepsQueries {
  constructor(private readonly documents: Documents) {}

  /** @throws InvalidInput if a user names no organization */
  async get({ organization_id }: FirstStepsQuery, caller: Caller): Promise<FirstStepsDto> {
    const organizationId = readOrganizationOf(caller, organization_id);
    if (organizationId === undefined) return nothing;
    const scope = { organizationIds: [organizationId] };
    const find = (where: Where, limit = 1) => ({ where, sort: newest, limit });
    const held = scopesIn(caller, organizationId);
    const product: Where = { eq: ['is_archived', false] };
    const checkout = (status: string) =>
      held.has('checkouts:read')
        ? this.documents.find(checkoutProjection, find({ eq: ['status', status] }), scope)
        : NONE;
    const [products, open, succeeded, orders] = await Promise.all([
      held.has('products:read') ? this.documents.find(productProjection, find(product), scope) : NONE,
      checkout('open'),
      checkout('succeeded'),
      this.documents.find(
        orderProjection,
        find({ in: ['status', ['paid', 'partially_refunded', 'refunded']] }, 2),
        scope,
      ),
    ]);
    return {
      product_id: products.items[0]?.id ?? null,
      checkout_id: (open.items[0] ?? succeeded.items[0])?.id ?? null,
      order_id: orders.items[0]?.id ?? null,
      has_more_orders: orders.items.length > 1,
    };
  }
}
