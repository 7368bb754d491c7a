import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/reading/documents.ts';
import { Claims } from '../../../kernel/writing/claim.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { claimStream } from '../../../kernel/writing/claim.ts';
import type { ProductDocument } from '../products/product.projection.ts';
import { ProductPresenter, ProductReader } from '../products/products.queries.ts';
import { CODE_CLAIM, normalCode } from './discount.claims.ts';
import { discountDecider } from './discount.decider.ts';
import { discountStream } from './discount.events.ts';
import { discountProjection, type DiscountDocument } from './discount.projection.ts';
import type { Discount as DecidedDiscount } from './discount.rules.ts';
import type { Discount, DiscountBase } from './discounts.dto.ts';

/** Discounts with their products, on the wire. */
@Injectable()
export class DiscountPresenter {
  constructor(
    private readonly products: ProductReader,
    private readonly presenter: ProductPresenter,
  ) {}

  async present(document: DiscountDocument): Promise<Discount> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly DiscountDocument[]): Promise<Discount[]> {
    const found = await this.products.find(documents.flatMap(({ product_ids }) => product_ids));
    return documents.map((document) => ({
      ...this.presentBase(document),
      products: listed(document, found).map((product) => this.presenter.presentBase(product)),
    }));
  }

  /** Without its products, as checkouts, orders and subscriptions show it. One of four shapes (docs/BILLING.md#discount-requests). */
  presentBase(document: DiscountDocument): DiscountBase {
    const { product_ids, deleted_at, is_used_up, name_lower, code_lower, metadata_entries, ...fields } = document;
    const { amount, currency, basis_points, duration_in_months, ...common } = fields;
    return {
      ...common,
      max_redemptions_per_customer: null,
      ...(common.type === 'fixed'
        ? { amount: amount!, currency: currency!, amounts: { [currency!]: amount! } }
        : { basis_points: basis_points! }),
      ...(common.duration === 'repeating' && { duration_in_months: duration_in_months! }),
    } as DiscountBase;
  }
}

@Injectable()
export class DiscountReader {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
    private readonly claims: Claims,
  ) {}

  /** By the ids that documents of an authorized caller name; includes deleted ones. */
  find(ids: Iterable<string>): Promise<Map<string, DiscountDocument>> {
    return this.documents.getMany(discountProjection, ids, 'any');
  }

  /** As decisions need it; undefined if it does not exist within the scope. Includes deleted ones. */
  async folded(discountId: string, scope: TenantScope): Promise<DecidedDiscount | undefined> {
    const { state } = await this.executor.state(discountDecider, discountStream(discountId), scope);
    return state.status === 'absent' ? undefined : state;
  }

  /** The organization's discount with a code, ignoring case; found by its claim, for decisions. A claim that is only held does not count. */
  async byCode(organizationId: string, code: string): Promise<DecidedDiscount | undefined> {
    const claim = this.claims.claim(CODE_CLAIM, organizationId, normalCode(code));
    const owner = await this.claims.owner(claim);
    if (owner === undefined) return undefined;
    const { state } = await this.executor.state(discountDecider, owner, { organizationIds: [organizationId] });
    if (state.status !== 'active' || !state.codeClaim) return undefined;
    return claimStream(state.codeClaim) === claimStream(claim) ? state : undefined;
  }
}

@Injectable()
export class DiscountQueries extends resource(discountProjection, DiscountPresenter, {
  where: { eq: ['deleted_at', null] },
  isHidden: ({ deleted_at }) => deleted_at !== null,
}) {}

function listed({ product_ids }: DiscountDocument, found: ReadonlyMap<string, ProductDocument>): ProductDocument[] {
  return product_ids.flatMap((id) => found.get(id) ?? []);
}
