import type { components } from './schema';

type Schemas = components['schemas'];

export type User = Schemas['User'];
export type Organization = Schemas['Organization'];
export type Product = Schemas['Product'];
export type ProductPrice = Schemas['ProductPrice'];
export type CheckoutProduct = Schemas['CheckoutProduct'];
export type Benefit = Schemas['Benefit'];
export type Customer = Schemas['Customer'];
export type CustomerState = Schemas['CustomerState'];
export type CheckoutPublic = Schemas['CheckoutPublic'];
export type Order = Schemas['Order'];
export type Subscription = Schemas['Subscription'];
export type CancellationReason = NonNullable<Subscription['customer_cancellation_reason']>;
export type Checkout = Schemas['Checkout'];
export type CheckoutStatus = Checkout['status'];
export type BenefitGrant = Schemas['BenefitGrant'];
export type Metrics = Schemas['MetricsResponse'];
export type Address = Schemas['Address'];
export type SocialLink = Schemas['OrganizationSocialLink'];
export type SubscriptionSettings = Schemas['OrganizationSubscriptionSettings'];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type AccessToken = Schemas['OrganizationAccessToken'];
export type Interval = 'month' | 'year';
/** An event as the list shows it, closed. */
export type LedgerEntry = Schemas['LedgerEvent'];
export type LedgerEvent = Schemas['LedgerEventOpened'];
