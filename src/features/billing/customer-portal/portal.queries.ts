import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/reading/documents.ts';
import type { ListRequest, Page } from '../../../app/http/lists/list.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { normalSlug } from '../../accounts/organizations/organization.rules.ts';
import {
  OrganizationPresenter,
  OrganizationReader,
  SlugClaims,
} from '../../accounts/organizations/organizations.queries.ts';
import { benefitProjection } from '../benefits/benefit.projection.ts';
import { UsageCreditReader } from '../customer-accounts/accounts.queries.ts';
import { orderProjection, type OrderDocument } from '../orders/order.projection.ts';
import { OrderPresenter } from '../orders/orders.queries.ts';
import { BrowserPayments } from '../payments/payments.queries.ts';
import { ProductPresenter, ProductReader, productsByName, searchedProducts } from '../products/products.queries.ts';
import { AccountLinking } from '../remote-access/account-linking.service.ts';
import { benefitTypeAt, type RemotePlatformName } from '../remote-access/remote-access.rules.ts';
import { ActiveClaims } from '../subscriptions/active-claims.service.ts';
import { subscriptionProjection, type SubscriptionDocument } from '../subscriptions/subscription.projection.ts';
import { SubscriptionPresenter } from '../subscriptions/subscriptions.queries.ts';
import { portalMeterOf } from './portal-meters.queries.ts';
import type { PortalOrder, PortalOrganization, PortalProduct, PortalSubscription } from './portal.dto.ts';
import { coveredBy, covers, type PortalCaller } from './portal.rules.ts';

/** Products as customers see them: public, with their seller. */
@Injectable()
export class PortalProducts {
  constructor(
    private readonly products: ProductReader,
    private readonly presenter: ProductPresenter,
    private readonly organizations: OrganizationReader,
    private readonly organizationPresenter: OrganizationPresenter,
    private readonly active: ActiveClaims,
  ) {}

  /** Customers choose among public products; they may stay with another one. @throws InvalidInput */
  async demandChoice(productId: string, { product_id }: SubscriptionDocument, scope: TenantScope): Promise<void> {
    const product = productId === product_id ? undefined : await this.products.folded(productId, scope);
    if (product && product.visibility !== 'public')
      throw InvalidInput.at('body.product_id', 'Product is not available in the customer portal.');
  }

  /**
   * What customers may buy by themselves, now.
   * @throws InvalidInput · AlreadyActiveSubscriptionError they may have only one subscription
   */
  async demandOffered(productId: string, caller: PortalCaller): Promise<void> {
    const [organizationId] = caller.organizationIds;
    const offered = await this.products.publicOnSale(organizationId!);
    const product = offered.find(({ id }) => id === productId);
    if (!product) throw InvalidInput.at('body.product_id', 'Product is not available in the customer portal.');
    if (product.is_recurring && (await this.active.isExclusive(organizationId!)))
      await this.active.refuseSecond(caller.id);
  }

  async find(ids: readonly string[]): Promise<Map<string, PortalProduct>> {
    const documents = [...(await this.products.named(ids)).values()];
    const organizations = await this.organizations.find(documents.map(({ organization_id }) => organization_id));
    const shown = await this.presenter.presentPublic(documents);
    return new Map(
      shown.map(({ product }) => {
        const organization = organizations.get(product.organization_id);
        // The seller has been deleted, so that nothing of theirs is shown any more.
        if (!organization) throw new NotFound();
        return [product.id, { ...product, organization: this.organizationPresenter.presentPublic(organization) }];
      }),
    );
  }
}

/** Subscriptions without what is the seller's own: metadata, custom fields, discounts, and what meters count. */
@Injectable()
export class PortalSubscriptionPresenter {
  constructor(
    private readonly subscriptions: SubscriptionPresenter,
    private readonly products: PortalProducts,
  ) {}

  async present(document: SubscriptionDocument): Promise<PortalSubscription> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly SubscriptionDocument[]): Promise<PortalSubscription[]> {
    const [shown, products] = await Promise.all([
      this.subscriptions.presentAll(documents),
      this.products.find(documents.map(({ product_id }) => product_id)),
    ]);
    return shown.map(({ metadata, custom_field_data, customer, discount, meters, ...subscription }) => ({
      ...subscription,
      meters: meters.map((line) => ({ ...line, meter: portalMeterOf(line.meter) })),
      product: products.get(subscription.product_id)!,
      is_polar_managed: true as const,
    }));
  }
}

@Injectable()
export class PortalOrderPresenter {
  constructor(
    private readonly orders: OrderPresenter,
    private readonly products: PortalProducts,
    private readonly credits: UsageCreditReader,
  ) {}

  async presentAll(documents: readonly OrderDocument[]): Promise<PortalOrder[]> {
    const [shown, products, credits] = await Promise.all([
      this.orders.presentAll(documents),
      this.products.find(documents.map(({ product_id }) => product_id)),
      this.credits.find(documents.map(({ id }) => id)),
    ]);
    return shown.map(({ metadata, custom_field_data, customer, discount, subscription, ...order }) => ({
      ...order,
      usage_credit_amount: credits.get(order.id)?.amount ?? 0,
      product: products.get(order.product_id)!,
      subscription: subscription && withoutSellersOwn(subscription),
    }));
  }
}

function withoutSellersOwn<T extends { metadata: unknown; custom_field_data: unknown }>(shown: T) {
  const { metadata, custom_field_data, ...own } = shown;
  return own;
}

/** Finds by id, and by the name of the product. */
const search = { own: byId, related: [searchedProducts] };

@Injectable()
export class PortalSubscriptions extends resource(subscriptionProjection, PortalSubscriptionPresenter, {
  related: { sortings: { product: productsByName }, within: 'started_at' },
  search,
}) {
  of(list: ListRequest, caller: PortalCaller): Promise<Page<PortalSubscription>> {
    return this.list({ ...list, where: [...coveredBy(caller), ...list.where] }, caller);
  }

  async one(id: string, caller: PortalCaller): Promise<PortalSubscription> {
    return (await this.presenter.presentAll([await this.demand(id, caller)]))[0]!;
  }

  /** @throws NotFound it does not exist, or the session does not cover it */
  async demand(id: string, caller: PortalCaller): Promise<SubscriptionDocument> {
    const document = await this.documents.demand(subscriptionProjection, id, caller);
    if (!covers(caller, document)) throw new NotFound();
    return document;
  }
}

@Injectable()
export class PortalOrders extends resource(orderProjection, PortalOrderPresenter, {
  related: { sortings: { product: productsByName }, within: 'created_at' },
  search,
}) {
  of(list: ListRequest, caller: PortalCaller): Promise<Page<PortalOrder>> {
    return this.list({ ...list, where: [...coveredBy(caller), ...list.where] }, caller);
  }

  async one(id: string, caller: PortalCaller): Promise<PortalOrder> {
    return (await this.presenter.presentAll([await this.demand(id, caller)]))[0]!;
  }

  /** @throws NotFound it does not exist, or the session does not cover it */
  async demand(id: string, caller: PortalCaller): Promise<OrderDocument> {
    const document = await this.documents.demand(orderProjection, id, caller);
    if (!covers(caller, document)) throw new NotFound();
    return document;
  }
}

/** What anybody may see of an organization whose portal they open. */
@Injectable()
export class PortalOrganizations {
  constructor(
    private readonly slugs: SlugClaims,
    private readonly organizations: OrganizationReader,
    private readonly presenter: OrganizationPresenter,
    private readonly products: ProductReader,
    private readonly productPresenter: ProductPresenter,
    private readonly browser: BrowserPayments,
    private readonly linking: AccountLinking,
    private readonly documents: Documents,
  ) {}

  /** @throws NotFound */
  async get(slug: string): Promise<PortalOrganization> {
    const id = await this.slugs.ownerOf(normalSlug(slug));
    const organization = id && (await this.organizations.find([id])).get(id);
    if (!organization) throw new NotFound();
    const products = await this.productPresenter.presentPublic(await this.products.publicOnSale(organization.id));
    return {
      organization: this.presenter.presentPublic(organization),
      accent: this.presenter.accent(organization),
      products: products.map(({ product }) => product),
      payment_processor_metadata: await this.browser.of(null),
      linkable_platforms: await this.linkable(organization.id),
    };
  }

  /** Where a benefit of the organization is given. */
  private async linkable(organizationId: string): Promise<RemotePlatformName[]> {
    const scope = { organizationIds: [organizationId] };
    const given = this.linking.offered().map(async (platform) => {
      const where: Where = {
        and: [{ exists: ['deleted_at', false] }, { eq: ['type', benefitTypeAt(platform)] }],
      };
      const { items } = await this.documents.find(benefitProjection, { where, limit: 1 }, scope);
      return items.length > 0 ? [platform] : [];
    });
    return (await Promise.all(given)).flat();
  }
}

function byId(text: string): Where[] {
  const id = text.toLowerCase();
  return isUuid(id) ? [{ eq: ['id', id] }] : [];
}
