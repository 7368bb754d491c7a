import type { components } from './schema';

type Schemas = components['schemas'];

export type User = Schemas['User'];
export type Session = Schemas['Session'];
export type LinkedAccount = Schemas['ListedAccount'];
export type Member = Schemas['MemberWithUser'];
/** A member with every team they are in. */
export type Person = Schemas['Person'];
export type Invitation = Schemas['Invitation'];
export type ReceivedInvitation = Schemas['ReceivedInvitation'];
export type Team = Schemas['Team'];
export type ApiKey = Schemas['ApiKey'];
export type Organization = Schemas['Organization'];
export type Product = Schemas['Product'];
export type ProductMedia = Product['medias'][number];
export type FileUpload = Schemas['FileUpload'];
export type FileRead =
  Schemas['DownloadableFileRead'] | Schemas['ProductMediaFileRead'] | Schemas['OrganizationAvatarFileRead'];
export type ProductPrice = Product['prices'][number];
export type CheckoutProduct = Schemas['CheckoutProduct'];
export type Benefit = Schemas['Benefit'];
export type CustomField = Schemas['CustomFieldList']['items'][number];
export type CustomFieldType = CustomField['type'];
export type Meter = Schemas['Meter'];
export type MeterFilter = Schemas['Filter'];
export type MeterClause = Schemas['FilterClause'];
export type MeterAggregation = Meter['aggregation'];
export type Customer = Schemas['Customer'];
export type CustomerState = Schemas['CustomerState'];
export type CheckoutPublic = Schemas['CheckoutPublic'];
export type Order = Schemas['Order'];
export type OrderPayment = Schemas['Payment'];
export type Subscription = Schemas['Subscription'];
export type CancellationReason = NonNullable<Subscription['customer_cancellation_reason']>;
export type Checkout = Schemas['Checkout'];
export type CheckoutStatus = Checkout['status'];
export type BenefitGrant = Schemas['BenefitGrant'];
export type Figures = Schemas['Figures'];
export type CurrencyFigures = Schemas['CurrencyFigures'];
export type FigureTotals = Schemas['FigureTotals'];
export type Attention = Schemas['Attention'];
export type Address = Schemas['Address'];
/** As it is sent: any part but the country may be left out. */
export type AddressInput = Schemas['AddressInput'];
export type SocialLink = Schemas['OrganizationSocialLink'];
export type SubscriptionSettings = Schemas['OrganizationSubscriptionSettings'];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WireType = WebhookEndpoint['events'][number];
export type Scope = Schemas['OrganizationAccessTokenCreate']['scopes'][number];
export type AccessToken = Schemas['OrganizationAccessToken'];
export type Interval = 'month' | 'year';
/** An event as the list shows it, closed. */
export type LedgerEntry = Schemas['LedgerEvent'];
export type LedgerEvent = Schemas['LedgerEventOpened'];
export type OperatorState = Schemas['OperatorState'];
export type OperatorGroup = Schemas['OperatorGroup'];
export type OperatorProjection = Schemas['OperatorProjection'];
export type OperatorProcess = Schemas['OperatorProcess'];
export type OperatorStep = Schemas['OperatorStep'];
export type OperatorFailingWork = Schemas['OperatorFailingWork'];
export type OperatorDueItem = Schemas['OperatorDueItem'];
export type OperatorEndpoint = Schemas['OperatorEndpoint'];
export type OperatorSeal = Schemas['OperatorSeal'];
export type OperatorArguments = Schemas['OperatorArguments'];
export type OperatorRun = Schemas['OperatorRunAnswer'];
