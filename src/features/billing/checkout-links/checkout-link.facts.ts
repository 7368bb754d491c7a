import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/errors.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { DiscountReader } from '../discounts/discounts.queries.ts';
import { pricesOnSale } from '../products/product.projection.ts';
import { ProductReader } from '../products/products.queries.ts';
import type { Offer } from './checkout-link.commands.ts';

/** What the commands of checkout links need to know about products and discounts. */
@Injectable()
export class CheckoutLinkFacts {
  constructor(
    private readonly products: ProductReader,
    private readonly discounts: DiscountReader,
  ) {}

  /** Products of one organization within the scope, each once, all on sale. @throws InvalidInput for each that is not */
  async offered(offer: Offer, scope: TenantScope): Promise<{ productIds: string[]; organizationId: string }> {
    const isPrice = 'priceId' in offer;
    const productIds = isPrice ? [await this.products.ofPrice(offer.priceId, scope)] : [...new Set(offer.productIds)];
    const [first, ...others] = await this.products.offered(productIds, scope);
    const isOnSale = !isPrice || pricesOnSale(first!).some(({ id }) => id === offer.priceId);
    if (!isOnSale) throw InvalidInput.at('body.product_price_id', 'Price is not on sale.');
    return { productIds: [first!, ...others].map(({ id }) => id), organizationId: first!.organization_id };
  }

  /** @throws InvalidInput the organization has no such discount */
  async demandDiscount(discountId: string | null, organizationId: string): Promise<void> {
    if (discountId === null) return;
    const discount = await this.discounts.folded(discountId, { organizationIds: [organizationId] });
    if (discount?.status !== 'active') throw InvalidInput.at('body.discount_id', 'Discount does not exist.');
  }
}
