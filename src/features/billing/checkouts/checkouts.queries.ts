import { Inject, Injectable } from '@nestjs/common';
import type { OrganizationHold } from '../../../app/feature.ts';
import { Documents, resource } from '../../../app/reading/documents.ts';
import { EmbedOrigins } from '../../../app/http/callers/embed-origins.ts';
import { WireError } from '../../../app/http/errors.ts';
import { CLOCK, CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { msOf, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { organizationProjection } from '../../accounts/organizations/organization.projection.ts';
import { OrganizationPresenter } from '../../accounts/organizations/organizations.queries.ts';
import { CustomFieldReader } from '../custom-fields/custom-fields.queries.ts';
import type { DiscountDocument } from '../discounts/discount.projection.ts';
import { DiscountPresenter, DiscountReader } from '../discounts/discounts.queries.ts';
import { orderNumber } from '../orders/order-number.rules.ts';
import { BrowserPayments } from '../payments/payments.queries.ts';
import { ProductPresenter, ProductReader, type PublicProduct } from '../products/products.queries.ts';
import { chargeFrom, nextCharge, type NextCharge } from '../subscriptions/next-charge.rules.ts';
import { SubscriptionReader } from '../subscriptions/subscriptions.queries.ts';
import { trialEndOf } from '../months.ts';
import { customersByExternalId } from '../customers/customers.queries.ts';
import { ExpiredCheckoutError } from './checkout.errors.ts';
import { checkoutStream, type CheckoutEvent } from './checkout.events.ts';
import { checkoutProjection, type CheckoutDocument } from './checkout.projection.ts';
import { addressFieldModes, billingAddressFields } from './checkout.rules.ts';
import type { Checkout, CheckoutPublic, CheckoutPublicConfirmed } from './checkouts.dto.ts';
import { ClientSecrets } from './client-secrets.service.ts';

type DiscountBase = NonNullable<Checkout['discount']>;
type Common = Omit<CheckoutPublic, 'organization' | 'accent' | 'next_charge' | 'decline_reason' | 'order_number'>;

/** Checkouts with their products and what is computed, on the wire. */
@Injectable()
export class CheckoutPresenter {
  constructor(
    private readonly products: ProductReader,
    private readonly productPresenter: ProductPresenter,
    private readonly organizationPresenter: OrganizationPresenter,
    private readonly discounts: DiscountReader,
    private readonly discountPresenter: DiscountPresenter,
    private readonly fields: CustomFieldReader,
    private readonly subscriptions: SubscriptionReader,
    private readonly payments: BrowserPayments,
    private readonly secrets: ClientSecrets,
    private readonly documents: Documents,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async present(document: CheckoutDocument): Promise<Checkout> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly CheckoutDocument[]): Promise<Checkout[]> {
    const common = await this.common(documents);
    return documents.map(({ metadata, customer_external_id, subscription_id, customer_metadata }, index) => ({
      ...common[index]!,
      metadata,
      customer_external_id,
      external_customer_id: customer_external_id,
      subscription_id,
      customer_metadata,
    }));
  }

  /** As its client secret shows it. */
  async presentPublic(document: CheckoutDocument): Promise<CheckoutPublic> {
    const { organization_id, decline_reason, order_id } = document;
    const subscription_id = order_id === null ? null : document.subscription_id;
    const [[common], browser, organization, subscription] = await Promise.all([
      this.common([document]),
      this.forBrowser(document),
      this.documents.get(organizationProjection, organization_id, 'any'),
      // The read model of subscriptions may be behind the one of checkouts.
      subscription_id === null ? undefined : this.subscriptions.folded(subscription_id),
    ]);
    // The seller has been deleted.
    if (!organization) throw new NotFound();
    return {
      ...common!,
      payment_processor_metadata: { ...common!.payment_processor_metadata, ...browser },
      organization: this.organizationPresenter.presentPublic(organization),
      accent: this.organizationPresenter.accent(organization),
      next_charge: subscription ? nextCharge(subscription) : firstCharge(document, this.clock.now()),
      decline_reason,
      order_number: order_id === null ? null : orderNumber(order_id),
    };
  }

  /** The contract's answer to a confirm is `confirmed`, whatever has happened since (docs/BILLING.md#client-quirks). */
  async presentConfirmed(document: CheckoutDocument, customerSessionToken: string): Promise<CheckoutPublicConfirmed> {
    const shown = await this.presentPublic(document);
    return { ...shown, status: 'confirmed', customer_session_token: customerSessionToken };
  }

  /** With secrets of the buyer, so the seller is shown none of it. */
  private async forBrowser({ status, payment_id }: CheckoutDocument): Promise<Record<string, string>> {
    if (status !== 'open' && status !== 'confirmed') return {};
    return this.payments.of(status === 'confirmed' ? payment_id : null);
  }

  private async common(documents: readonly CheckoutDocument[]): Promise<Common[]> {
    const found = await this.products.sold(documents);
    const [shown, discounts, dataOf, trialEnds] = await Promise.all([
      this.productPresenter.presentPublic([...found.values()]),
      this.discounts.find(documents.flatMap(({ discount_id }) => discount_id ?? [])),
      this.fields.shown(documents.map(({ custom_field_values }) => custom_field_values)),
      this.trialEnds(documents),
    ]);
    const products = new Map(shown.map((each) => [each.product.id, each]));
    const offered = (ids: readonly string[]) => ids.flatMap((id) => products.get(id)?.product ?? []);
    return documents.map((document) => ({
      ...this.own(document, products.get(document.product_id)!),
      products: offered(document.product_ids),
      prices: Object.fromEntries(offered(document.product_ids).map(({ id, prices }) => [id, prices])),
      discount: shownDiscount(document, discounts, this.discountPresenter),
      custom_field_data: dataOf(document.custom_field_values),
      trial_end: trialEnds.get(document.id) ?? null,
    }));
  }

  /** When the trials end that checkouts began, by the checkout's id. */
  private async trialEnds(documents: readonly CheckoutDocument[]): Promise<Map<string, string | null>> {
    const begun = documents.flatMap(({ id, order_id, active_trial_interval, subscription_id }) =>
      order_id !== null && active_trial_interval !== null && subscription_id !== null ? [{ id, subscription_id }] : [],
    );
    const subscriptions = await this.subscriptions.named(begun.map(({ subscription_id }) => subscription_id));
    return new Map(begun.map(({ id, subscription_id }) => [id, subscriptions.get(subscription_id)?.trial_end ?? null]));
  }

  private own(
    document: CheckoutDocument,
    selected: PublicProduct,
  ): Omit<Common, 'products' | 'prices' | 'discount' | 'custom_field_data' | 'trial_end'> {
    const price = selected.price(document.product_price_id)!;
    const { is_payment_required, is_payment_setup_required } = document;
    const { require_billing_address, is_business_customer, customer_billing_address } = document;
    const country = customer_billing_address?.country;
    const clientSecret = this.secrets.of(document.id);
    const url = `${this.config.baseUrl}/checkout/${clientSecret}`;
    const addressFields = billingAddressFields(require_billing_address, is_business_customer, country);
    return {
      ...shownFields(document),
      payment_processor: 'stripe',
      organization_id: document.organization_id,
      ...UNSOLD_TERMS,
      tax_behavior: document.tax_amount === null ? null : 'exclusive',
      client_secret: clientSecret,
      url,
      success_url: document.success_url?.replaceAll('{CHECKOUT_ID}', document.id) ?? `${url}/confirmation`,
      is_discount_applicable: price.amount_type !== 'free',
      is_free_product_price: price.amount_type === 'free',
      is_payment_form_required: is_payment_required || is_payment_setup_required,
      payment_processor_metadata: document.payment_id === null ? {} : { payment_id: document.payment_id },
      product: selected.product,
      product_price: price,
      attached_custom_fields: selected.attachedFields,
      customer_billing_address_fields: addressFields,
      billing_address_fields: addressFieldModes(addressFields, country),
    };
  }
}

/** After the trial that it would begin now; null without one. */
function firstCharge(document: CheckoutDocument, now: Instant): NextCharge | null {
  const { active_trial_interval, active_trial_interval_count, recurring_interval, discount_terms } = document;
  if (active_trial_interval === null || active_trial_interval_count === null || recurring_interval === null)
    return null;
  const at = trialEndOf(now, { interval: active_trial_interval, count: active_trial_interval_count });
  const { amount, discount_amount, currency } = document;
  return chargeFrom(at, {
    ...{ amount: amount - discount_amount, fullAmount: amount, currency, interval: recurring_interval },
    discount: discount_terms && { ...discount_terms, startedAt: at },
  });
}

/** What newer clients look for and checkouts do not have. */
const UNSOLD_TERMS = {
  return_url: null,
  payment_method_type: null,
  units: null,
  min_units: null,
  max_units: null,
} as const;

/** The discount with the terms that the checkout has, whatever became of them; null if it does not exist any more. */
function shownDiscount(
  { discount_id }: CheckoutDocument,
  discounts: ReadonlyMap<string, DiscountDocument>,
  presenter: DiscountPresenter,
): DiscountBase | null {
  const discount = discount_id === null ? undefined : discounts.get(discount_id);
  return discount ? presenter.presentBase(discount) : null;
}

/** The fields of its own that sellers and buyers see alike. */
function shownFields(document: CheckoutDocument) {
  const { metadata, customer_external_id, customer_metadata, success_url, subscription_id, ...rest } = document;
  const { organization_id, recurring_interval, product_ids, confirming, named_customer_id, payment_id, ...others } =
    rest;
  const {
    order_id,
    checkout_link_id,
    decline_reason,
    metered_price_ids,
    discount_terms,
    tax,
    custom_field_values,
    product_trial,
    ...more
  } = others;
  const { customer_name_lower, customer_email_lower, customer_billing_name_lower, subjects, ...shown } = more;
  return shown;
}

@Injectable()
export class CheckoutReader {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
  ) {}

  find(ids: Iterable<string>): Promise<Map<string, CheckoutDocument>> {
    return this.documents.getMany(checkoutProjection, ids, 'any');
  }

  /** Ids of an organization's open checkouts. */
  openOf(organizationId: string): Promise<string[]> {
    const where: Where = { and: [{ eq: ['organization_id', organizationId] }, { eq: ['status', 'open'] }] };
    return this.documents.ids(checkoutProjection, where, { organizationIds: [organizationId] });
  }

  /** Folded from its own stream, for decisions. */
  async folded(checkoutId: string): Promise<CheckoutDocument | undefined> {
    return project(checkoutProjection, await this.executor.history<CheckoutEvent>(checkoutStream(checkoutId), 'any'));
  }
}

/** A confirm that has not ended, or a checkout that has not been fulfilled, keeps its organization from being deleted. */
@Injectable()
export class CheckoutHold implements OrganizationHold {
  constructor(private readonly documents: Documents) {}

  async holds(organizationId: string): Promise<boolean> {
    const exists = (where: Where) =>
      this.documents.exists(checkoutProjection, where, { organizationIds: [organizationId] });
    return (await exists({ eq: ['confirming', true] })) || exists({ eq: ['status', 'confirmed'] });
  }
}

@Injectable()
export class CheckoutQueries extends resource(checkoutProjection, CheckoutPresenter, {
  named: customersByExternalId,
}) {}

/** What the client secret of a checkout shows. */
@Injectable()
export class ClientCheckoutQueries {
  constructor(
    private readonly documents: Documents,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly presenter: CheckoutPresenter,
  ) {}

  /** @throws NotFound · ExpiredCheckoutError it is past its time and was never confirmed */
  async get(checkoutId: string): Promise<CheckoutPublic> {
    return this.presenter.presentPublic(await this.demand(checkoutId));
  }

  /** @throws NotFound · ExpiredCheckoutError as `get` */
  async statusOf(checkoutId: string): Promise<CheckoutDocument['status']> {
    return (await this.demand(checkoutId)).status;
  }

  /** @throws NotFound · ExpiredCheckoutError as `get` */
  async organizationOf(checkoutId: string): Promise<string> {
    return (await this.demand(checkoutId)).organization_id;
  }

  private async demand(checkoutId: string): Promise<CheckoutDocument> {
    const document = await this.documents.demand(checkoutProjection, checkoutId, 'any');
    const isPast = msOf(document.expires_at) <= msOf(this.clock.now()) && !document.confirming;
    if (document.status === 'expired' || (document.status === 'open' && isPast)) throw expired(document);
    return document;
  }
}

/** The contract's error, with the time of expiry. */
function expired({ expires_at }: CheckoutDocument): WireError {
  const { code, message, status } = new ExpiredCheckoutError();
  return new WireError(code, status, { error: code, detail: message, expired_at: expires_at });
}

/**
 * Lets the site in a checkout's `embed_origin` frame its page. A client secret that proves no checkout is refused by its own digest,
 * before anything is read.
 */
@Injectable()
export class CheckoutFrames {
  constructor(embedOrigins: EmbedOrigins, secrets: ClientSecrets, checkouts: CheckoutReader) {
    embedOrigins.register(async (clientSecret) => {
      const checkoutId = secrets.checkoutOf(clientSecret);
      if (checkoutId === undefined) return null;
      return (await checkouts.folded(checkoutId))?.embed_origin ?? null;
    });
  }
}
