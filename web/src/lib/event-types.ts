/** The stream categories in an organization's log, with the event types of each. */
export const kinds: { category: string; label: string; types: string[] }[] = [
  ['order', 'Orders', 'OrderCreated OrderPaid OrderPaymentFailed OrderVoided'],
  [
    'subscription',
    'Subscriptions',
    'SubscriptionRequested SubscriptionCreated SubscriptionExpired SubscriptionUpgraded SubscriptionProductChanged SubscriptionChangeScheduled SubscriptionChangeWithdrawn SubscriptionRenewalAnnounced SubscriptionRenewed SubscriptionUsageMeasured SubscriptionRenewalFailed SubscriptionPaymentRetried SubscriptionRecovered SubscriptionGraceEnded SubscriptionMarkedUnpaid SubscriptionPaymentMethodChanged SubscriptionCanceled SubscriptionUncanceled SubscriptionRevoked SubscriptionEnded',
  ],
  [
    'checkout',
    'Checkouts',
    'CheckoutCreated CheckoutUpdated CheckoutConfirmStarted CheckoutConfirmFailed CheckoutConfirmed CheckoutReopened CheckoutSucceeded CheckoutExpired',
  ],
  [
    'checkoutlink',
    'Checkout links',
    'CheckoutLinkCreated CheckoutLinkUpdated CheckoutLinkProductWithdrawn CheckoutLinkDeleted',
  ],
  [
    'payment',
    'Payments',
    'PaymentRequested PaymentPending PaymentSucceeded PaymentDeclined PaymentMismatched PaymentReversalRequested PaymentReversed PaymentDisputed PaymentDisputeClosed',
  ],
  ['refunds', 'Refunds', 'RefundRequested RefundPending RefundSucceeded RefundFailed RefundCanceled RefundReversed'],
  [
    'account',
    'Customer accounts',
    'CreditBooked DebtBooked CreditApplied DebtApplied CreditReturned DebtReturned DebtCanceled OrderCredited RefundSettled RefundUndone CreditRefunded RefundCredited UsageCredited UsageCreditCanceled',
  ],
  ['invoice', 'Invoices', 'InvoiceIssued'],
  ['invoices', 'Invoice numbers', 'DocumentNumberTaken'],
  ['creditnote', 'Credit notes', 'CreditNoteIssued CreditNoteCanceled'],
  ['savedmethods', 'Payment methods', 'PaymentMethodSaved DefaultPaymentMethodChosen PaymentMethodRemoved'],
  [
    'customer',
    'Customers',
    'CustomerCreated CustomerUpdated CustomerErasureRequested CustomerErasureWithdrawn CustomerErasureRefused CustomerDeleted',
  ],
  [
    'grants',
    'Benefit grants',
    'BenefitGrantRequested BenefitGranted BenefitGrantUpdated BenefitGrantFailed BenefitGrantSuspended BenefitGrantCycled BenefitGrantRevoked BenefitAccessWanted BenefitAccessGiven BenefitAccessTaken BenefitAccessFailed GrantReviewStarted GrantReviewAdvanced GrantReviewCompleted',
  ],
  ['linkedaccounts', 'Linked accounts', 'CustomerAccountLinked CustomerAccountUnlinked'],
  [
    'licensekey',
    'License keys',
    'LicenseKeyIssued LicenseKeyTermsApplied LicenseKeyChanged LicenseKeyRotated LicenseKeyRevoked LicenseKeyActivated LicenseKeyDeactivated',
  ],
  ['licensekeyuse', 'License key uses', 'LicenseKeyUsed'],
  [
    'product',
    'Products',
    'ProductCreated ProductUpdated ProductPricesChanged ProductBenefitsChanged ProductArchived ProductUnarchived',
  ],
  ['file', 'Files', 'FileCreated FileUploaded FileRenamed FileVersionChanged FileDeleted'],
  ['benefit', 'Benefits', 'BenefitCreated BenefitUpdated BenefitDeleted'],
  ['remoteinstallation', 'Discord and GitHub', 'RemoteInstallationConnected RemoteInstallationDisconnected'],
  ['customfield', 'Custom fields', 'CustomFieldCreated CustomFieldUpdated CustomFieldDeleted'],
  ['meter', 'Meters', 'MeterCreated MeterUpdated MeterRevisionServed MeterFrozen'],
  ['ingest', 'Usage', 'UsageIngested UsageIngestSplit UsageVoided UsageRecounted UsageIngestAbandoned'],
  ['usageannouncement', 'Announced usage', 'CustomerUsageAnnounced'],
  ['remeasuring', 'Past usage', 'UsageRemeasuringStarted UsageRemeasured UsageRemeasuringEnded'],
  [
    'customermeter',
    'Usage of customers',
    'MeterPriceSet MeterPeriodClosed MeterUsageKept MeterCredited MeterUsageCarried MeterUsageLinked',
  ],
  [
    'discount',
    'Discounts',
    'DiscountCreated DiscountUpdated DiscountDeleted RedemptionReserved DiscountRedeemed RedemptionReleased',
  ],
  ['taxtable', 'Tax table', 'TaxRateAdded TaxRateEnded TaxOriginChanged'],
  ['email', 'Mails', 'EmailScheduled'],
  ['emailoutcomes', 'Mail outcomes', 'EmailOutcomesRecorded'],
  ['webhookmessages', 'Webhook messages', 'WebhooksScheduled'],
  ['webhookreplayed', 'Webhook replays', 'WebhooksReplayed'],
  ['webhook', 'Webhook redeliveries', 'WebhookRedeliveryRequested'],
  ['webhookoutcomes', 'Webhook outcomes', 'WebhookOutcomesRecorded'],
  [
    'webhookendpoint',
    'Webhook endpoints',
    'WebhookEndpointCreated WebhookEndpointUpdated WebhookSecretRotated WebhookEndpointDisabled WebhookEndpointEnabled WebhookReplayStarted WebhookReplayEnded WebhookEndpointDeleted',
  ],
  ['apikey', 'API keys', 'ApiKeyCreated ApiKeyUpdated ApiKeyDeleted'],
  ['apikeyuse', 'API key uses', 'ApiKeyUsed'],
  ['portalcode', 'Portal codes', 'PortalCodeRequested'],
  ['oauthgrant', 'Access of apps', 'OAuthAccessGranted OAuthAccessRevoked'],
  ['accesstoken', 'Access tokens', 'AccessTokenCreated AccessTokenUpdated AccessTokenRevoked'],
  [
    'organization',
    'Organization',
    'OrganizationCreated OrganizationUpdated OrganizationDeletionStarted OrganizationDeletionRefused OrganizationDeleted MemberAdded MemberRoleChanged MemberRemoved InvitationCreated InvitationAccepted InvitationRejected InvitationCanceled TeamCreated TeamUpdated TeamRemoved TeamMemberAdded TeamMemberRemoved',
  ],
].map(([category = '', label = '', types = '']) => ({ category, label, types: types.split(' ') }));

const names: Record<string, string> = {
  refunds: 'refunds',
  grants: 'grants',
  customfield: 'custom field',
  creditnote: 'credit note',
  savedmethods: 'payment methods',
  linkedaccounts: 'linked accounts',
  licensekey: 'license key',
  licensekeyuse: 'license key use',
  apikey: 'API key',
  apikeyuse: 'API key use',
  email: 'mail',
  webhook: 'message',
  webhookoutcomes: 'outcomes',
  webhookendpoint: 'endpoint',
  oauthgrant: 'access of an app',
  accesstoken: 'access token',
  taxtable: 'tax table',
  checkoutlink: 'checkout link',
  remoteinstallation: 'installation',
};

/** "webhookendpoint" → "endpoint": the name of an entity of this category. */
export function kindName(category: string): string {
  return names[category] ?? category;
}

/** What a seller looks for in the history of a customer: without intermediate steps, such as the request of a payment. */
export const tellingTypes = [
  'CustomerCreated CustomerUpdated CustomerErasureRequested CustomerErasureWithdrawn CustomerErasureRefused CustomerDeleted',
  'CheckoutCreated CheckoutReopened CheckoutSucceeded CheckoutExpired',
  'SubscriptionRequested SubscriptionCreated SubscriptionExpired SubscriptionUpgraded SubscriptionRenewed SubscriptionCanceled SubscriptionUncanceled',
  'SubscriptionProductChanged SubscriptionChangeScheduled SubscriptionChangeWithdrawn SubscriptionRevoked SubscriptionEnded',
  'SubscriptionRenewalFailed SubscriptionRecovered SubscriptionGraceEnded SubscriptionMarkedUnpaid SubscriptionPaymentMethodChanged',
  'OrderCreated OrderPaid OrderPaymentFailed OrderVoided InvoiceIssued CreditNoteIssued CreditNoteCanceled',
  'RefundSucceeded RefundFailed RefundCanceled RefundReversed',
  'PaymentDeclined PaymentMismatched PaymentReversed PaymentDisputed PaymentDisputeClosed',
  'PaymentMethodSaved DefaultPaymentMethodChosen PaymentMethodRemoved BenefitGrantRequested BenefitGranted BenefitGrantFailed BenefitGrantSuspended BenefitGrantRevoked LicenseKeyRotated',
  'CustomerAccountLinked CustomerAccountUnlinked',
].flatMap((types) => types.split(' '));
