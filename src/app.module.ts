import { Module, type DynamicModule } from '@nestjs/common';
import type { Feature } from './app/feature.ts';
import { HealthModule } from './app/health/health.module.ts';
import { HttpModule } from './app/http/http.module.ts';
import { KernelModule } from './app/kernel.module.ts';
import { OperatorModule } from './app/operator/operator.module.ts';
import type { Config } from './config.ts';
import { accessTokens } from './features/accounts/access-tokens/access-tokens.feature.ts';
import { oauth } from './features/accounts/oauth/oauth.feature.ts';
import { apiKeys } from './features/accounts/api-keys/api-keys.feature.ts';
import { admin } from './features/accounts/admin/admin.feature.ts';
import { organizations } from './features/accounts/organizations/organizations.feature.ts';
import { providers } from './features/accounts/providers/providers.feature.ts';
import { sessions } from './features/accounts/sessions/sessions.feature.ts';
import { users } from './features/accounts/users/users.feature.ts';
import { webhooksOf } from './features/delivery/webhooks/webhooks.feature.ts';
import { ledgerOf } from './features/audit/ledger/ledger.feature.ts';
import { seals } from './features/audit/seals/seals.feature.ts';
import { emails } from './features/delivery/emails/emails.feature.ts';
import { checkoutLinks } from './features/billing/checkout-links/checkout-links.feature.ts';
import { checkouts } from './features/billing/checkouts/checkouts.feature.ts';
import { invoices } from './features/billing/invoices/invoices.feature.ts';
import { orders } from './features/billing/orders/orders.feature.ts';
import { payments } from './features/billing/payments/payments.feature.ts';
import { customerMails } from './features/billing/customer-mails/customer-mails.feature.ts';
import { refunds } from './features/billing/refunds/refunds.feature.ts';
import { finance } from './features/billing/finance/finance.feature.ts';
import { savedMethods } from './features/billing/saved-methods/saved-methods.feature.ts';
import { subscriptions } from './features/billing/subscriptions/subscriptions.feature.ts';
import { attention } from './features/dashboard/attention/attention.feature.ts';
import { customerStandings } from './features/dashboard/customer-standings/customer-standings.feature.ts';
import { changes } from './features/dashboard/changes/changes.feature.ts';
import { endpointNotices } from './features/dashboard/endpoint-notices/endpoint-notices.feature.ts';
import { figures } from './features/dashboard/figures/figures.feature.ts';
import { firstSteps } from './features/dashboard/first-steps/first-steps.feature.ts';
import { limits } from './features/dashboard/limits/limits.feature.ts';
import { operator } from './features/dashboard/operator/operator.feature.ts';
import { search } from './features/dashboard/search/search.feature.ts';
import { sandbox } from './features/sandbox/sandbox.feature.ts';
import { benefits } from './features/billing/benefits/benefits.feature.ts';
import { files } from './features/billing/files/files.feature.ts';
import { downloads } from './features/billing/downloads/downloads.feature.ts';
import { grants } from './features/billing/grants/grants.feature.ts';
import { linkedAccounts } from './features/billing/remote-access/linked-accounts.feature.ts';
import { licenseKeys } from './features/billing/license-keys/license-keys.feature.ts';
import { remoteInstallations } from './features/billing/remote-access/remote-installations.feature.ts';
import { customFields } from './features/billing/custom-fields/custom-fields.feature.ts';
import { customerPortal } from './features/billing/customer-portal/customer-portal.feature.ts';
import { customerSessions } from './features/billing/customer-sessions/customer-sessions.feature.ts';
import { portalCodes } from './features/billing/portal-codes/portal-codes.feature.ts';
import { customerStates } from './features/billing/customer-states/customer-states.feature.ts';
import { customers } from './features/billing/customers/customers.feature.ts';
import { meters } from './features/billing/meters/meters.feature.ts';
import { customerMeters } from './features/billing/customer-meters/customer-meters.feature.ts';
import { usage } from './features/billing/usage/usage.feature.ts';
import { metrics } from './features/billing/metrics/metrics.feature.ts';
import { customerAccounts } from './features/billing/customer-accounts/accounts.feature.ts';
import { discounts } from './features/billing/discounts/discounts.feature.ts';
import { products } from './features/billing/products/products.feature.ts';
import { tax } from './features/billing/tax/tax.feature.ts';
import type { OpenPorts } from './installation/open-ports.ts';

/** A new feature is one line here. */
const parts: readonly Feature[] = [
  users,
  sessions,
  admin,
  providers,
  organizations,
  accessTokens,
  apiKeys,
  oauth,
  emails,
  products,
  files,
  benefits,
  remoteInstallations,
  customFields,
  meters,
  usage,
  customerMeters,
  customerAccounts,
  discounts,
  tax,
  linkedAccounts,
  grants,
  downloads,
  licenseKeys,
  metrics,
  customers,
  customerStates,
  customerSessions,
  customerPortal,
  portalCodes,
  checkouts,
  checkoutLinks,
  payments,
  savedMethods,
  subscriptions,
  orders,
  refunds,
  customerMails,
  finance,
  invoices,
  attention,
  customerStandings,
  endpointNotices,
  figures,
  search,
  firstSteps,
  limits,
  changes,
  operator,
  sandbox,
];
export const features = featuresWith();

/**
 * The program's features, with webhooks and a ledger of what they declare.
 * @param more features of a test
 */
export function featuresWith(...more: readonly Feature[]): readonly Feature[] {
  const declaring = [...parts, ...more];
  const recorded = [...declaring, webhooksOf(declaring)];
  return [...recorded, seals, ledgerOf(recorded)];
}

@Module({})
export class AppModule {
  static with(parts: readonly Feature[], ports: OpenPorts, config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        HttpModule.with(config, ports.providers),
        KernelModule.with(ports, parts),
        HealthModule,
        OperatorModule,
      ],
      controllers: parts.flatMap(({ controllers = [] }) => controllers),
      providers: parts.flatMap(({ providers = [] }) => providers),
    };
  }
}
