import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/documents.ts';
import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import { covers, type TenantScope } from '../../../kernel/writing/scope.ts';
import { DiscountReader } from '../discounts/discounts.queries.ts';
import { productProjection } from '../products/product.projection.ts';
import { ProductReader } from '../products/products.queries.ts';
import type { Offer } from './checkout-link.commands.ts';

/** What the commands of checkout links need to know about products and discounts. */
@Injectable()
export class CheckoutLinkFacts {
  constructor(
    private readonly documents: Documents,
    private readonly products: ProductReader,
    private readonly discounts: DiscountReader,
  ) {}

  /** Products of one organization within the scope, each once, all on sale. @throws InvalidInput for each that is not */
  async offered(offer: Offer, scope: TenantScope): Promise<{ productIds: string[]; organizationId: string }> {
    const productIds =
      'priceId' in offer ? [await this.productOf(offer.priceId, scope)] : [...new Set(offer.productIds)];
    const found = await this.products.find(productIds);
    const organizationId = found.get(productIds[0]!)?.organization_id;
    const errors = productIds.flatMap((id, index): FieldError[] => {
      const product = found.get(id);
      const refuse = (msg: string) => [{ loc: ['body', 'products', index], msg, type: 'value_error' }];
      if (!product || !covers(scope, product.organization_id)) return refuse('Product does not exist.');
      if (product.is_archived) return refuse('Product is archived.');
      return product.organization_id === organizationId ? [] : refuse('Products must be of one organization.');
    });
    if (errors.length > 0) throw new InvalidInput(errors);
    return { productIds, organizationId: organizationId! };
  }

  /** @throws InvalidInput the organization has no such discount */
  async demandDiscount(discountId: string | null, organizationId: string): Promise<void> {
    if (discountId === null) return;
    const discount = await this.discounts.folded(discountId, { organizationIds: [organizationId] });
    if (discount?.status !== 'active') throw InvalidInput.at('body.discount_id', 'Discount does not exist.');
  }

  /** The product that has a price on sale. Reads the products within the scope: only a legacy form of the request needs it. */
  private async productOf(priceId: string, scope: TenantScope): Promise<string> {
    for await (const products of this.documents.pages(productProjection, {}, scope))
      for (const { id, prices } of products)
        if (prices.some((price) => price.id === priceId && !price.is_archived)) return id;
    throw InvalidInput.at('body.product_price_id', 'Price does not exist.');
  }
}
