import { handlersOf } from '../../../app/commands.ts';
import type { Feature } from '../../../app/feature.ts';
import { ReturnApplied, SettleOrder, SettleRefund, SettleVoids, UndoRefund } from './account.commands.ts';
import { accountDecider } from './account.decider.ts';
import { accountEvents, accountStream } from './account.events.ts';
import { accountFacts } from './account.ledger.ts';
import { accountProjection } from './account.projection.ts';
import { AccountsController, CustomerBalancesController } from './accounts.controller.ts';
import { AccountQueries, AccountReader, UsageCreditReader } from './accounts.queries.ts';
import { usageCreditProjection } from './usage-credit.projection.ts';

export const customerAccounts: Feature = {
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
  events: accountEvents,
  deciders: [accountDecider],
  projections: [accountProjection, usageCreditProjection],
  states: { account: accountProjection },
  ledger: { facts: accountFacts },
};
