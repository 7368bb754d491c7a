import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/reading/documents.ts';
import { unsoldReason, type ProductDocument } from '../products/product.projection.ts';
import { DiscountPresenter, DiscountReader } from '../discounts/discounts.queries.ts';
import { ProductPresenter, ProductReader } from '../products/products.queries.ts';
import { checkoutLinkProjection, type CheckoutLinkDocument } from './checkout-link.projection.ts';
import { CheckoutLinkSecrets } from './checkout-link-secrets.service.ts';
import type { CheckoutLink, CheckoutLinkProduct } from './checkout-links.dto.ts';

/** Checkout links with their products on sale, on the wire. */
@Injectable()
export class CheckoutLinkPresenter {
  constructor(
    private readonly products: ProductReader,
    private readonly productPresenter: ProductPresenter,
    private readonly discounts: DiscountReader,
    private readonly discountPresenter: DiscountPresenter,
    private readonly secrets: CheckoutLinkSecrets,
  ) {}

  async present(document: CheckoutLinkDocument): Promise<CheckoutLink> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly CheckoutLinkDocument[]): Promise<CheckoutLink[]> {
    const [products, discounts] = await Promise.all([
      this.productsOf(documents),
      this.discounts.find(documents.flatMap(({ discount_id }) => discount_id ?? [])),
    ]);
    const shownDiscount = (id: string) => {
      const discount = discounts.get(id);
      return discount ? this.discountPresenter.presentBase(discount) : null;
    };
    return documents.map(({ product_ids, label_lower: _, ...link }) => ({
      ...link,
      payment_processor: 'stripe',
      return_url: null,
      trial_interval: null,
      trial_interval_count: null,
      seats: null,
      units: null,
      client_secret: this.secrets.of(link.id),
      url: this.secrets.urlOf(link.id),
      discount: link.discount_id === null ? null : shownDiscount(link.discount_id),
      products: product_ids.flatMap((id) => products.get(id) ?? []),
    }));
  }

  private async productsOf(documents: readonly CheckoutLinkDocument[]): Promise<Map<string, CheckoutLinkProduct>> {
    const found = await this.products.find(documents.flatMap(({ product_ids }) => product_ids));
    const onSale = [...found.values()].filter(isOnSale);
    const shown = await this.productPresenter.presentPublic(onSale);
    return new Map(shown.map(({ product }, at) => [product.id, { ...product, metadata: onSale[at]!.metadata }]));
  }
}

/**
 * An archived product leaves its links: at once where they are shown, and in the log as soon as the process has run. A draft is left out until it is
 * published.
 */
export function isOnSale(product: ProductDocument): boolean {
  return unsoldReason(product) === undefined;
}

@Injectable()
export class CheckoutLinkReader {
  constructor(private readonly documents: Documents) {}

  /** By a secret's own id, whoever opens it. */
  find(checkoutLinkId: string): Promise<CheckoutLinkDocument | undefined> {
    return this.documents.get(checkoutLinkProjection, checkoutLinkId, 'any');
  }

  /** Ids of an organization's links that offer a product. */
  offering(productId: string, organizationId: string): Promise<string[]> {
    const scope = { organizationIds: [organizationId] };
    return this.documents.ids(checkoutLinkProjection, { has: ['product_ids', productId] }, scope);
  }
}

@Injectable()
export class CheckoutLinkQueries extends resource(checkoutLinkProjection, CheckoutLinkPresenter) {}
