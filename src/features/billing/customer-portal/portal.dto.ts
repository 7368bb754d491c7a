import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath, OmitType } from '@nestjs/swagger';
import { Nested } from '../../../app/http/dto.ts';
import { IsBoolean, IsEmail, IsIn, IsOptional, IsString, IsUUID, MaxLength, MinLength } from 'class-validator';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { Accent } from '../../accounts/organizations/accent.dto.ts';
import { PublicOrganization } from '../../accounts/organizations/public-organization.dto.ts';
import { BENEFIT_TYPES, BenefitPublic } from '../benefits/benefits.dto.ts';
import type { BenefitType } from '../benefits/benefit.events.ts';
import { ApiMetadata, EmptyIsNull } from '../billing.dto.ts';
import { Address, AddressInput, ApiTaxId } from '../customers/customers.dto.ts';
import { DownloadableFileRead } from '../files/files.dto.ts';
import { OrderFields, OrderPreviews } from '../orders/orders.dto.ts';
import { ApiPrices, CheckoutProduct, type ProductPrice } from '../products/products.dto.ts';
import { BenefitGrantError } from '../grants/grants.dto.ts';
import type { Metadata } from '../metadata.ts';
import type { CancellationReason } from '../subscriptions/subscription.events.ts';
import { PortalSubscriptionMeter } from './portal-meters.dto.ts';
import { PortalOAuthAccount } from './portal-accounts.dto.ts';
import { CANCELLATION_REASONS, SubscriptionFields } from '../subscriptions/subscriptions.dto.ts';
import type { RemotePlatformName } from '../remote-access/remote-access.rules.ts';
import type { TaxId } from '../tax-id.ts';

@ApiExtraModels(PortalOAuthAccount)
export class PortalCustomer {
  id: string;
  created_at: string;
  modified_at: string | null;
  email: string;
  email_verified: boolean;
  /** Not in the contract: whether the session shows what one checkout created, and nothing else of the customer. */
  limited_to_checkout: boolean;
  /** null in a session that is limited to one checkout, like all that follows. */
  name: string | null;
  /** Orders have one each; customers have none. */
  @ApiProperty({ type: String, nullable: true })
  billing_name: null;
  billing_address: Address | null;
  @ApiTaxId()
  tax_id: TaxId | null;
  /** Not in the contract: since when they ask the seller to erase them. */
  erasure_requested_at: string | null;
  /** Linked accounts, by platform and id there: `discord:80351110224678912`. */
  @ApiProperty({ type: 'object', additionalProperties: { $ref: getSchemaPath(PortalOAuthAccount) } })
  oauth_accounts: Record<string, PortalOAuthAccount>;
}

export class PortalCustomerUpdate {
  /** Only the present one: the address decides who gets into the portal, so another one is proven by a code. */
  @IsOptional()
  @IsEmail({}, { message: 'Input should be a valid email address' })
  email?: string | null;
  @IsOptional()
  @IsString()
  @MaxLength(500)
  @EmptyIsNull()
  name?: string | null;
  @IsOptional()
  @Nested(() => AddressInput)
  billing_address?: AddressInput | null;
  /** As it is written in the country of the billing address; null removes it. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  @EmptyIsNull()
  tax_id?: string | null;
  /** What subscriptions are charged with from now on, as at `payment-methods/{id}/default`. */
  @IsOptional()
  @IsUUID()
  default_payment_method_id?: string | null;
}

export class PortalEmailChange {
  @IsEmail({}, { message: 'Input should be a valid email address' })
  email: string;
}

export class PortalEmailConfirm extends PortalEmailChange {
  /** As mailed to the new address. */
  @IsString()
  @MaxLength(20)
  code: string;
}

/** A product with its seller. */
export class PortalProduct extends CheckoutProduct {
  organization: PublicOrganization;
}

export class PortalOrganization {
  organization: PublicOrganization;
  /** On sale; the oldest first, 100 at most. */
  products: CheckoutProduct[];
  /** Not in the contract: the organization's colour; null: ours. */
  accent: Accent | null;
  /** Not in the contract: what a browser needs to save a payment method, as at a checkout. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  payment_processor_metadata: Record<string, string>;
  /** Not in the contract: where customers can link accounts, since a benefit is given there. */
  @ApiProperty({ enum: ['discord', 'github'], isArray: true })
  linkable_platforms: RemotePlatformName[];
}

export class PortalSubscription extends SubscriptionFields {
  product: PortalProduct;
  /** As they were at purchase. */
  @ApiPrices()
  prices: ProductPrice[];
  meters: PortalSubscriptionMeter[];
  /** Nothing else bills it. */
  @ApiProperty({ enum: [true] })
  is_polar_managed: true;
}

export class PortalSubscriptionList {
  items: PortalSubscription[];
  pagination: Pagination;
}

/** Either `product_id` or `cancel_at_period_end`. */
export class PortalSubscriptionUpdate {
  /** Changes the product, when and as the organization's settings say. */
  @IsOptional()
  @IsUUID()
  product_id?: string | null;
  @IsOptional()
  @IsBoolean()
  cancel_at_period_end?: boolean | null;
  @ApiPropertyOptional({ enum: CANCELLATION_REASONS, nullable: true })
  @IsOptional()
  @IsIn(CANCELLATION_REASONS)
  cancellation_reason?: CancellationReason | null;
  @IsOptional()
  @IsString()
  @MaxLength(2_000)
  @EmptyIsNull()
  cancellation_comment?: string | null;
}

/** What the customer buys: a public product on sale. */
export class PortalCheckoutCreate {
  @IsUUID()
  product_id: string;
}

/** A checkout of a customer who is known. */
export class PortalCheckout {
  /** Where they pay. */
  url: string;
}

/** A change of product, which takes effect when and as the organization's settings say. */
export class PortalPreviewRequest {
  @IsUUID()
  product_id: string;
}

/** What is charged next, and what a change would cost. */
export class PortalPreviews extends OrderPreviews {}

export class PortalOrder extends OrderFields {
  /** Not in the contract: what the customer's account was credited because usage that the order has billed was voided. */
  usage_credit_amount: number;
  product: PortalProduct;
  subscription: SubscriptionFields | null;
}

/** The session that a request was made with. */
export class PortalSession {
  expires_at: string;
  @ApiProperty({ type: String, nullable: true })
  return_url: null;
}

/** Who signed in with it; customers have no members. */
export class PortalAuthenticatedUser {
  @ApiProperty({ enum: ['customer'] })
  type: 'customer';
  name: string | null;
  email: string;
  customer_id: string;
  @ApiProperty({ type: String, nullable: true })
  member_id: null;
  @ApiProperty({ type: String, nullable: true })
  role: null;
}

/** Opens the invoice for ten minutes, without credentials. */
export class PortalInvoice {
  url: string;
}

/** The document of a refund. */
export class PortalCreditNote {
  /** Of the refund. */
  id: string;
  /** Such as `CN-2026-00007`. */
  number: string;
  created_at: string;
  /** With tax, in minor units. */
  amount: number;
  currency: string;
  /** Opens it for ten minutes, without credentials. */
  url: string;
}

export class PortalCreditNoteList {
  /** The oldest first. */
  items: PortalCreditNote[];
}

export class PortalOrderList {
  items: PortalOrder[];
  pagination: Pagination;
}

/** What may be granted. */
export const GRANT_TYPES: readonly string[] = BENEFIT_TYPES;

/** A benefit that a customer has. */
export class PortalBenefit extends OmitType(BenefitPublic, ['properties']) {
  @ApiMetadata()
  metadata: Metadata;
  @ApiProperty({ type: 'object', additionalProperties: true })
  properties: object;
  organization: PublicOrganization;
}

export class PortalGrant {
  created_at: string;
  modified_at: string | null;
  id: string;
  granted_at: string | null;
  revoked_at: string | null;
  customer_id: string;
  benefit_id: string;
  subscription_id: string | null;
  order_id: string | null;
  is_granted: boolean;
  is_revoked: boolean;
  customer: PortalCustomer;
  benefit: PortalBenefit;
  @ApiProperty({ type: 'object', additionalProperties: true })
  properties: Record<string, unknown>;
  /** Not in the contract: why it is not granted; null also while that is under way. */
  error: BenefitGrantError | null;
}

export class PortalGrantList {
  items: PortalGrant[];
  pagination: Pagination;
}

export class DownloadUrl {
  /** Redirects to the bytes until `expires_at`, as long as the customer has the benefit. */
  url: string;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  headers: Record<string, string>;
  expires_at: string;
}

/** A file that a customer can download. */
export class PortalDownloadFile extends OmitType(DownloadableFileRead, ['created_at']) {
  download: DownloadUrl;
}

export class PortalDownload {
  /** The same whenever it is listed. */
  id: string;
  benefit_id: string;
  file: PortalDownloadFile;
}

export class PortalDownloadList {
  items: PortalDownload[];
  pagination: Pagination;
}

export class PortalGrantPropertiesUpdate {
  /** Of a linked account, which is to have the access. */
  @IsString()
  @MaxLength(100)
  account_id: string;
}

/** Of a role at Discord or a repository at GitHub, the account can be changed; of other benefits nothing. */
export class PortalGrantUpdate {
  @ApiProperty({ enum: BENEFIT_TYPES })
  @IsIn(BENEFIT_TYPES, { message: `The type must be one of ${BENEFIT_TYPES.join(', ')}` })
  benefit_type: BenefitType;
  @IsOptional()
  @Nested(() => PortalGrantPropertiesUpdate)
  properties?: PortalGrantPropertiesUpdate;
}

export class PaymentMethodCreate {
  /** From the customer's browser. */
  @IsString()
  @MinLength(1)
  @MaxLength(500)
  confirmation_token_id: string;
  /** Whether subscriptions are charged with it from now on. */
  @IsBoolean()
  set_default: boolean;
  /** Where the customer's bank would send them back to. */
  @IsOptional()
  @IsString()
  @MaxLength(2_000)
  return_url?: string;
}

export class PortalCard {
  /** In lower case. */
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  wallet: string | null;
}

export class PortalPaymentMethod {
  id: string;
  /** `card`, another word of the processor's, or `unknown` if it does not know the method any more. */
  type: string;
  /** The only name in the contract. */
  @ApiProperty({ enum: ['stripe'] })
  processor: 'stripe';
  customer_id: string;
  created_at: string;
  /** A method never changes. */
  @ApiProperty({ type: String, nullable: true })
  modified_at: null;
  /** What new subscriptions are charged with. */
  default: boolean;
  /** Only of cards. */
  card?: PortalCard;
}

/** As a seller sees it. */
export class CustomerPaymentMethod extends PortalPaymentMethod {
  /** The same as `default`. */
  is_default: boolean;
}

export class CustomerPaymentMethodList {
  items: CustomerPaymentMethod[];
  pagination: Pagination;
}

export class AddedPaymentMethod extends PortalPaymentMethod {
  /** Not in the contract, like the following. */
  @ApiProperty({ enum: ['succeeded', 'requires_action'] })
  status: 'succeeded' | 'requires_action';
  /** With it, the processor's script lets the customer confirm the method. */
  client_secret: string | null;
  /** The same method as newer clients look for it; null while the customer has to confirm it. */
  @ApiProperty({ type: PortalPaymentMethod, nullable: true })
  payment_method: PortalPaymentMethod | null;
}

export class PortalPaymentMethodList {
  items: PortalPaymentMethod[];
  pagination: Pagination;
}
