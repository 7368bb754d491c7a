import type { Feature } from '../../../app/feature.ts';
import { AccountLinking } from './account-linking.service.ts';
import { customerLinks, LINKED_ACCOUNT_CLAIM } from './linked-account.claims.ts';
import { linkedAccountsDecider } from './linked-account.decider.ts';
import { linkedAccountEvents } from './linked-account.events.ts';
import { linkedAccountsProcess } from './linked-account.process.ts';
import { linkedAccountsProjection } from './linked-account.projection.ts';
import { LinkedAccountVault } from './linked-account-vault.service.ts';
import { linkedAccountHandlers } from './linked-accounts.handlers.ts';
import { LinkedAccountsDashboardController } from './linked-accounts-dashboard.controller.ts';
import { LinkedAccountReader } from './linked-accounts.queries.ts';
import { PlatformCalls } from './platform-calls.service.ts';

export const linkedAccounts: Feature = {
  controllers: [LinkedAccountsDashboardController],
  providers: [AccountLinking, LinkedAccountReader, LinkedAccountVault, PlatformCalls, ...linkedAccountHandlers],
  events: linkedAccountEvents,
  deciders: [linkedAccountsDecider],
  projections: [linkedAccountsProjection],
  processes: [linkedAccountsProcess],
  claims: { [LINKED_ACCOUNT_CLAIM]: customerLinks },
};
