import { Module } from '@nestjs/common';
import { handlersOf } from '../../../app/commands.ts';
import type { Feature } from '../../../app/feature.ts';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.ts';
import { ReturnApplied, SettleOrder, SettleRefund, SettleVoids, UndoRefund } from './account.commands.ts';
import { accountDecider } from './account.decider.ts';
import { accountEvents, accountStream } from './account.events.ts';
import { accountFacts } from './account.ledger.ts';
import { accountProcess } from './account.process.ts';
import { accountProjection } from './account.projection.ts';
import { AccountsController, CustomerBalancesController } from './accounts.controller.ts';
import { AccountQueries, AccountReader, UsageCreditReader } from './accounts.queries.ts';
import { usageCreditProjection } from './usage-credit.projection.ts';

@Module({
  imports: [OrganizationsModule],
  controllers: [AccountsController, CustomerBalancesController],
  providers: [
    AccountReader,
    AccountQueries,
    UsageCreditReader,
    ...handlersOf(
      accountDecider,
      ({ customerId }: { customerId: string }) => accountStream(customerId),
      SettleOrder,
      ReturnApplied,
      SettleRefund,
      SettleVoids,
      UndoRefund,
    ),
  ],
  exports: [AccountReader, UsageCreditReader],
})
export class CustomerAccountsModule {}

export const customerAccounts: Feature = {
  module: CustomerAccountsModule,
  events: accountEvents,
  deciders: [accountDecider],
  projections: [accountProjection, usageCreditProjection],
  processes: [accountProcess],
  states: { account: accountProjection },
  ledger: { facts: accountFacts },
};
