import { Module, type DynamicModule } from '@nestjs/common';
import type { Feature } from './app/feature.ts';
import { HealthModule } from './app/health/health.module.ts';
import { HttpModule } from './app/http/http.module.ts';
import { KernelModule } from './app/kernel.module.ts';
import { OperatorModule } from './app/operator/operator.module.ts';
import type { Config } from './config.ts';
import { accessTokens } from './features/accounts/access-tokens/access-tokens.module.ts';
import { oauth } from './features/accounts/oauth/oauth.module.ts';
import { apiKeys } from './features/accounts/api-keys/api-keys.module.ts';
import { admin } from './features/accounts/admin/admin.module.ts';
import { organizations } from './features/accounts/organizations/organizations.module.ts';
import { providers } from './features/accounts/providers/providers.module.ts';
import { sessions } from './features/accounts/sessions/sessions.module.ts';
import { users } from './features/accounts/users/users.module.ts';
import { webhooksOf } from './features/delivery/webhooks/webhooks.module.ts';
import { ledgerOf } from './features/audit/ledger/ledger.module.ts';
import { seals } from './features/audit/seals/seals.module.ts';
import { emails } from './features/delivery/emails/emails.module.ts';
import { checkoutLinks } from './features/billing/checkout-links/checkout-links.module.ts';
import { checkouts } from './features/billing/checkouts/checkouts.module.ts';
import { invoices } from './features/billing/invoices/invoices.module.ts';
import { orders } from './features/billing/orders/orders.module.ts';
import { payments } from './features/billing/payments/payments.module.ts';
import { customerMails } from './features/billing/customer-mails/customer-mails.module.ts';
import { refunds } from './features/billing/refunds/refunds.module.ts';
import { finance } from './features/billing/finance/finance.module.ts';
import { savedMethods } from './features/billing/saved-methods/saved-methods.module.ts';
import { subscriptions } from './features/billing/subscriptions/subscriptions.module.ts';
import { attention } from './features/dashboard/attention/attention.module.ts';
import { customerStandings } from './features/dashboard/customer-standings/customer-standings.module.ts';
import { changes } from './features/dashboard/changes/changes.module.ts';
import { endpointNotices } from './features/dashboard/endpoint-notices/endpoint-notices.module.ts';
import { figures } from './features/dashboard/figures/figures.module.ts';
import { firstSteps } from './features/dashboard/first-steps/first-steps.module.ts';
import { limits } from './features/dashboard/limits/limits.module.ts';
import { operator } from './features/dashboard/operator/operator.module.ts';
import { search } from './features/dashboard/search/search.module.ts';
import { sandbox } from './features/sandbox/sandbox.module.ts';
import { benefits } from './features/billing/benefits/benefits.module.ts';
import { files } from './features/billing/files/files.module.ts';
import { downloads } from './features/billing/downloads/downloads.module.ts';
import { grants } from './features/billing/grants/grants.module.ts';
import { linkedAccounts } from './features/billing/remote-access/linked-accounts.module.ts';
import { licenseKeys } from './features/billing/license-keys/license-keys.module.ts';
import { remoteInstallations } from './features/billing/remote-access/remote-installations.module.ts';
import { customFields } from './features/billing/custom-fields/custom-fields.module.ts';
import { customerPortal } from './features/billing/customer-portal/customer-portal.module.ts';
import { customerSessions } from './features/billing/customer-sessions/customer-sessions.module.ts';
import { portalCodes } from './features/billing/portal-codes/portal-codes.module.ts';
import { customerStates } from './features/billing/customer-states/customer-states.module.ts';
import { customers } from './features/billing/customers/customers.module.ts';
import { meters } from './features/billing/meters/meters.module.ts';
import { customerMeters } from './features/billing/customer-meters/customer-meters.module.ts';
import { usage } from './features/billing/usage/usage.module.ts';
import { metrics } from './features/billing/metrics/metrics.module.ts';
import { customerAccounts } from './features/billing/customer-accounts/accounts.module.ts';
import { discounts } from './features/billing/discounts/discounts.module.ts';
import { products } from './features/billing/products/products.module.ts';
import { tax } from './features/billing/tax/tax.module.ts';
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
        ...parts.map(({ module }) => module),
      ],
    };
  }
}
