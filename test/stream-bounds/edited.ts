import type { DomainEvent } from '../../src/kernel/writing/events.ts';
import { addSeconds } from '../../src/kernel/ports/clock.ts';
import { NOW } from '../support/given.ts';

/** A stream that exists, and what one more edit of it takes: the last intent is the edit, others make it possible. */
interface Edited {
  created: readonly DomainEvent[];
  edit(at: number): readonly { type: string; data: object }[];
  /** What is never refused: what ends it, and what others decide about it. */
  always?: readonly { type: string; data: object }[];
}

const ID = '1';
const ORGANIZATION = 'org';
const later = addSeconds(NOW, 3_600);
const claim = { kind: 'user-email', digest: 'digest' };

const checkout = {
  checkoutId: ID,
  organizationId: ORGANIZATION,
  productIds: ['p'],
  customerId: null,
  expiresAt: later,
  subject: 'checkout:1',
};

const installed = { remoteInstallationId: ID, organizationId: ORGANIZATION, platform: 'discord', placeId: '1' };

export const edited: Readonly<Record<string, Edited>> = {
  accesstoken: {
    created: [
      { type: 'AccessTokenCreated', data: { tokenId: ID, organizationId: ORGANIZATION, comment: 'A', scopes: [] } },
    ],
    edit: (at) => [{ type: 'UpdateAccessToken', data: { tokenId: ID, comment: `Comment ${at}` } }],
    always: [{ type: 'RevokeAccessToken', data: { tokenId: ID } }],
  },
  product: {
    created: [
      {
        type: 'ProductCreated',
        data: { productId: ID, organizationId: ORGANIZATION, name: 'A', description: null, prices: [], metadata: {} },
      },
    ],
    edit: (at) => [{ type: 'UpdateProduct', data: { productId: ID, name: `Name ${at}` } }],
    always: [{ type: 'UpdateProduct', data: { productId: ID, isArchived: true } }],
  },
  oauthclient: {
    created: [{ type: 'OAuthClientRegistered', data: { clientId: ID, userId: 'u', name: 'A', redirectUris: [] } }],
    edit: (at) => [
      {
        type: 'UpdateOAuthClient',
        data: { clientId: ID, userId: 'u', profile: { name: `Name ${at}`, redirectUris: [] } },
      },
    ],
    always: [{ type: 'RemoveOAuthClient', data: { clientId: ID, userId: 'u' } }],
  },
  taxtable: {
    created: [{ type: 'TaxRateEnded', data: { taxRateId: 't', organizationId: ORGANIZATION, endsOn: '2026-01-31' } }],
    edit: (at) => [
      { type: 'ChangeTaxOrigin', data: { organizationId: ORGANIZATION, country: at % 2 === 0 ? 'DE' : 'FR' } },
    ],
  },
  benefit: {
    created: [
      {
        type: 'BenefitCreated',
        data: { benefitId: ID, organizationId: ORGANIZATION, description: 'A', properties: {}, metadata: {} },
      },
    ],
    edit: (at) => [{ type: 'UpdateBenefit', data: { benefitId: ID, description: `Text ${at}` } }],
    always: [{ type: 'DeleteBenefit', data: { benefitId: ID } }],
  },
  licensekey: {
    created: [
      {
        type: 'LicenseKeyIssued',
        data: {
          licenseKeyId: ID,
          organizationId: ORGANIZATION,
          customerId: 'c',
          benefitId: 'b',
          grantId: 'g',
          prefix: null,
          rotation: 0,
          digest: 'd',
          displayKey: '****-000000',
          expiresAt: null,
          limitActivations: null,
          limitUsage: null,
          issuedAt: '2026-01-31T10:00:00.000Z',
        },
      },
    ],
    edit: (at) => [{ type: 'UpdateLicenseKey', data: { licenseKeyId: ID, limitUsage: at + 1, used: 0 } }],
    always: [{ type: 'RevokeLicenseKey', data: { licenseKeyId: ID } }],
  },
  linkedaccounts: {
    created: [
      {
        type: 'CustomerAccountUnlinked',
        data: {
          ...{ customerId: ID, organizationId: ORGANIZATION, linkId: 'l', platform: 'github' },
          released: { kind: 'customer-account', digest: 'digest' },
        },
      },
    ],
    edit: () => [
      {
        type: 'LinkCustomerAccount',
        data: {
          ...{ customerId: ID, organizationId: ORGANIZATION, linkId: 'm', platform: 'github', account: null },
          claim: { kind: 'customer-account', digest: 'digest' },
        },
      },
    ],
    always: [{ type: 'UnlinkCustomerAccounts', data: { customerId: ID } }],
  },
  customfield: {
    created: [
      {
        type: 'CustomFieldCreated',
        data: {
          customFieldId: ID,
          organizationId: ORGANIZATION,
          slug: 'a',
          slugClaim: claim,
          name: 'A',
          properties: { type: 'checkbox', form: { label: null, helpText: null, placeholder: null } },
          metadata: {},
        },
      },
    ],
    edit: (at) => [{ type: 'UpdateCustomField', data: { customFieldId: ID, type: 'checkbox', name: `Name ${at}` } }],
    always: [{ type: 'DeleteCustomField', data: { customFieldId: ID } }],
  },
  meter: {
    created: [
      {
        type: 'MeterCreated',
        data: {
          meterId: ID,
          organizationId: ORGANIZATION,
          name: 'A',
          filter: { conjunction: 'and', clauses: [] },
          aggregation: { func: 'count' },
          metadata: {},
        },
      },
    ],
    edit: (at) => [{ type: 'UpdateMeter', data: { meterId: ID, name: `Name ${at}` } }],
  },
  file: {
    created: [
      {
        type: 'FileCreated',
        data: {
          fileId: ID,
          organizationId: ORGANIZATION,
          service: 'downloadable',
          name: 'A',
          mimeType: 'a/b',
          size: 1,
          version: null,
          sha256: null,
          parts: 1,
        },
      },
    ],
    edit: (at) => [{ type: 'UpdateFile', data: { fileId: ID, name: `Name ${at}` } }],
    always: [{ type: 'DeleteFile', data: { fileId: ID } }],
  },
  customer: {
    created: [
      {
        type: 'CustomerCreated',
        data: {
          customerId: ID,
          organizationId: ORGANIZATION,
          email: 'a@example.com',
          emailClaim: claim,
          externalId: null,
          externalIdClaim: null,
          name: 'A',
          billingAddress: null,
          taxId: null,
          metadata: {},
        },
      },
    ],
    edit: (at) => [{ type: 'UpdateCustomer', data: { customerId: ID, name: `Name ${at}` } }],
    always: [{ type: 'DeleteCustomer', data: { customerId: ID } }],
  },
  webhookendpoint: {
    created: [
      {
        type: 'WebhookEndpointCreated',
        data: { endpointId: ID, organizationId: ORGANIZATION, url: 'https://a.example', events: [], secretId: 's' },
      },
    ],
    edit: (at) => [{ type: 'UpdateWebhookEndpoint', data: { endpointId: ID, url: `https://a.example/${at}` } }],
    always: [{ type: 'DeleteWebhookEndpoint', data: { endpointId: ID } }],
  },
  webhook: {
    created: [],
    edit: (at) => [{ type: 'RedeliverWebhook', data: { webhookId: ID, round: at, isWaiting: false } }],
  },
  subscription: {
    created: [
      {
        type: 'SubscriptionCreated',
        data: {
          subscriptionId: ID,
          organizationId: ORGANIZATION,
          customerId: 'c',
          items: [],
          currency: 'usd',
          recurringInterval: 'month',
          currentPeriodEnd: later,
          activeClaim: null,
        },
      },
    ],
    edit: () => [
      { type: 'CancelSubscription', data: { subscriptionId: ID, reason: null, comment: null } },
      { type: 'UncancelSubscription', data: { subscriptionId: ID } },
    ],
    always: [{ type: 'CancelSubscription', data: { subscriptionId: ID, reason: null, comment: null } }],
  },
  remoteinstallation: {
    created: [],
    edit: (at) => [
      {
        type: 'ConnectRemoteInstallation',
        data: { ...installed, name: `Name ${at}` },
      },
    ],
  },
  apikey: {
    created: [
      {
        type: 'ApiKeyCreated',
        data: { keyId: ID, start: 'ab', userId: 'u', organizationId: null, name: 'A', at: NOW },
      },
    ],
    edit: (at) => [
      { type: 'UpdateApiKey', data: { keyId: ID, userId: 'u', organizationId: null, given: { name: `Name ${at}` } } },
    ],
    always: [{ type: 'DeleteApiKey', data: { keyId: ID, userId: 'u', organizationId: null, reason: 'deleted' } }],
  },
  session: {
    created: [
      {
        type: 'SessionStarted',
        data: { sessionId: ID, userId: 'u', rememberMe: true, expiresAt: later, activeOrganizationId: null, at: NOW },
      },
    ],
    edit: (at) => [{ type: 'ChangeActiveOrganization', data: { sessionId: ID, organizationId: `organization ${at}` } }],
    always: [{ type: 'EndSession', data: { sessionId: ID, reason: 'revoked' } }],
  },
  user: {
    created: [
      {
        type: 'UserRegistered',
        data: { userId: ID, email: 'a@example.com', emailClaim: claim, name: 'A', image: null, role: 'user' },
      },
    ],
    edit: (at) => [{ type: 'UpdateUser', data: { userId: ID, name: `Name ${at}` } }],
    always: [
      { type: 'BanUser', data: { userId: ID, reason: 'spam', expiresAt: null } },
      { type: 'DeleteUser', data: { userId: ID } },
    ],
  },
  checkoutlink: {
    created: [
      {
        type: 'CheckoutLinkCreated',
        data: { checkoutLinkId: ID, organizationId: ORGANIZATION, productIds: ['p'], label: null, metadata: {} },
      },
    ],
    edit: (at) => [{ type: 'UpdateCheckoutLink', data: { checkoutLinkId: ID, label: `Label ${at}` } }],
    always: [
      { type: 'WithdrawProduct', data: { checkoutLinkId: ID, productId: 'p' } },
      { type: 'DeleteCheckoutLink', data: { checkoutLinkId: ID } },
    ],
  },
  checkout: {
    created: [{ type: 'CheckoutCreated', data: checkout }],
    edit: (at) => [
      ...(at === 0 ? [] : [{ type: 'FailConfirm', data: { orderId: `order ${at - 1}`, reason: 'declined' } }]),
      { type: 'ConfirmCheckout', data: { ...checkout, orderId: `order ${at}`, activeClaim: null } },
    ],
  },
};
