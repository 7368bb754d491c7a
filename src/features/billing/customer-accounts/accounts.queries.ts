import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { DEFAULT_CURRENCY } from '../../../kernel/currencies.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { OrganizationReader } from '../../accounts/organizations/organizations.queries.ts';
import { customerProjection } from '../customers/customer.projection.ts';
import { accountDecider } from './account.decider.ts';
import { balanceIn, type AccountState } from './account.rules.ts';
import { accountStream } from './account.events.ts';
import { accountProjection } from './account.projection.ts';
import type { CustomerAccount, CustomerBalance } from './accounts.dto.ts';
import { usageCreditProjection, type UsageCreditDocument } from './usage-credit.projection.ts';

@Injectable()
export class AccountReader {
  constructor(private readonly executor: Executor) {}

  /** What a customer has too much, above 0, or owes, in minor units; folded from the account's stream. */
  async balance(customerId: string, currency: string): Promise<number> {
    return (await this.state(customerId)).balances[currency] ?? 0;
  }

  async state(customerId: string): Promise<AccountState> {
    return (await this.executor.state(accountDecider, accountStream(customerId), 'any')).state;
  }
}

@Injectable()
export class UsageCreditReader {
  constructor(private readonly documents: Documents) {}

  /** By order; those that nothing was ever credited of are omitted. */
  find(orderIds: Iterable<string>): Promise<Map<string, UsageCreditDocument>> {
    return this.documents.getMany(usageCreditProjection, orderIds, 'any');
  }
}

@Injectable()
export class AccountQueries {
  constructor(
    private readonly documents: Documents,
    private readonly organizations: OrganizationReader,
  ) {}

  /** @throws NotFound */
  async of(customerId: string, scope: TenantScope): Promise<CustomerAccount> {
    await this.documents.demand(customerProjection, customerId, scope);
    const found = await this.documents.getMany(accountProjection, [customerId], scope);
    const { balances, lines } = found.get(customerId) ?? { balances: [], lines: [] };
    return { balances, lines: lines.toReversed() };
  }

  /** @throws NotFound */
  async balanceOf(customerId: string, scope: TenantScope): Promise<CustomerBalance> {
    const { organization_id } = await this.documents.demand(customerProjection, customerId, scope);
    const [organization, { balances }] = await Promise.all([
      this.organizations.find([organization_id]),
      this.of(customerId, scope),
    ]);
    const currency = organization.get(organization_id)?.currency ?? DEFAULT_CURRENCY;
    return { balance: balanceIn(currency, balances), currency, balances };
  }
}
