import { Inject, Injectable } from '@nestjs/common';
import { isEmail } from 'class-validator';
import { Commands } from '../../../app/commands.ts';
import { embedOrigin } from '../../../app/http/callers/embed-origins.ts';
import { VisitLimit } from '../../../app/http/callers/visit-limit.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { OrganizationReader } from '../../accounts/organizations/organizations.queries.ts';
import { CreateCheckout } from '../checkouts/checkout.commands.ts';
import { checkoutProjection } from '../checkouts/checkout.projection.ts';
import { CheckoutPresenter } from '../checkouts/checkouts.queries.ts';
import { ProductReader } from '../products/products.queries.ts';
import { NothingOnSale } from './checkout-link.errors.ts';
import type { CheckoutLinkDocument } from './checkout-link.projection.ts';
import { metadataOf, selected, visitOf, type Checks, type Visit, type VisitQuery } from './checkout-link.rules.ts';
import { CheckoutLinkSecrets } from './checkout-link-secrets.service.ts';
import { CheckoutLinkReader, isOnSale } from './checkout-links.queries.ts';

/** Opens checkout links: each visit creates a checkout (docs/BILLING.md#checkout-links). */
@Injectable()
export class CheckoutLinkVisits {
  private readonly checks: Checks;

  constructor(
    private readonly commands: Commands,
    private readonly links: CheckoutLinkReader,
    private readonly products: ProductReader,
    private readonly organizations: OrganizationReader,
    private readonly presenter: CheckoutPresenter,
    private readonly secrets: CheckoutLinkSecrets,
    private readonly limit: VisitLimit,
    @Inject(CONFIG) { sandbox }: Config,
  ) {
    // As on a checkout itself: outside the sandbox, no page on http may embed it.
    const mayEmbed = (origin: string) => sandbox !== 'off' || !origin.startsWith('http:');
    this.checks = {
      isEmail: (text) => isEmail(text),
      embedOrigin: (text) => [embedOrigin(text)].find((origin) => origin !== undefined && mayEmbed(origin)),
    };
  }

  /**
   * @param address of the client
   * @returns the page of the new checkout
   * @throws NotFound no such link · NothingOnSale · WireError 429 too many visits from the address
   */
  async open(secret: string, query: VisitQuery, address: string, context: Context): Promise<string> {
    const checkoutLinkId = this.secrets.checkoutLinkOf(secret);
    const link = checkoutLinkId === undefined ? undefined : await this.links.find(checkoutLinkId);
    if (!link) throw new NotFound();
    const productIds = await this.onSale(link);
    await this.limit.demand(address);
    const visit = visitOf(query, this.checks);
    const url = new URL(await this.createCheckout(link, productIds, visit, address, context));
    for (const [name, value] of visit.forPage) url.searchParams.set(name, value);
    return url.href;
  }

  /** @throws NothingOnSale */
  private async onSale({ product_ids, organization_id }: CheckoutLinkDocument): Promise<string[]> {
    const [found, sellers] = await Promise.all([
      this.products.find(product_ids),
      this.organizations.find([organization_id]),
    ]);
    const productIds = product_ids.filter((id) => [found.get(id)].some((product) => product && isOnSale(product)));
    if (productIds.length === 0 || !sellers.has(organization_id)) throw new NothingOnSale();
    return productIds;
  }

  private async createCheckout(
    link: CheckoutLinkDocument,
    productIds: readonly string[],
    { productId, embedOrigin, prefilled, metadata }: Visit,
    address: string,
    context: Context,
  ): Promise<string> {
    const organizationId = link.organization_id;
    const data = {
      isBusinessCustomer: false,
      customerName: null,
      customerEmail: null,
      customerBillingName: null,
      customerBillingAddress: null,
      customerTaxNumber: null,
      customerExternalId: null,
      customerMetadata: {},
      ...prefilled,
      checkoutId: deriveUuid(context.requestId, 'checkout'),
      checkoutLinkId: link.id,
      productIds: selected(productIds, productId),
      customerId: null,
      customerIpAddress: address,
      allowDiscountCodes: link.allow_discount_codes,
      requireBillingAddress: link.require_billing_address,
      allowTrial: true,
      trial: null,
      successUrl: link.success_url,
      embedOrigin: embedOrigin ?? null,
      metadata: metadataOf(link.metadata, metadata),
    };
    // The secret proves the right to what the link sells, whoever opens it.
    const scope = { organizationIds: [organizationId] };
    const scoped = { ...context, scope, organizationId };
    const create = (discountId: string | null) =>
      this.commands.execute(new CreateCheckout({ ...data, discountId }, scoped));
    const { history } = await create(link.discount_id).catch((error: unknown) => {
      // A discount that is over costs the seller no sale.
      if (error instanceof InvalidInput && link.discount_id !== null) return create(null);
      throw error;
    });
    return (await this.presenter.present(project(checkoutProjection, history)!)).url;
  }
}
