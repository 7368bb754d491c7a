import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { customerProjection } from '../customers/customer.projection.ts';
import { linkedAccountsDecider, type Link } from './linked-account.decider.ts';
import { linkedAccountsStream, type LinkedAccountEvent } from './linked-account.events.ts';
import { linkedAccountsProjection, type LinkedAccount } from './linked-account.projection.ts';
import type { CustomerLinkedAccounts } from './linked-accounts.dto.ts';
import type { RemoteAccount, RemotePlatformName } from './remote-access.rules.ts';

type LinkedNow = LinkedAccount & { account: RemoteAccount };

@Injectable()
export class LinkedAccountReader {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
  ) {}

  /** From the customer's stream, for decisions; the last linked one last. */
  async links(customerId: string, scope: TenantScope = 'any'): Promise<readonly Link[]> {
    return (await this.executor.state(linkedAccountsDecider, linkedAccountsStream(customerId), scope)).state.links;
  }

  async linkIds(customerId: string, platform: RemotePlatformName): Promise<string[]> {
    return (await this.links(customerId)).filter((link) => link.platform === platform).map(({ linkId }) => linkId);
  }

  /** Those that are linked, folded from the customer's stream. */
  async of(customerId: string, scope: TenantScope): Promise<LinkedNow[]> {
    const history = await this.executor.history<LinkedAccountEvent>(linkedAccountsStream(customerId), scope);
    const accounts = project(linkedAccountsProjection, history)?.accounts ?? [];
    return accounts.filter((one): one is LinkedNow => one.unlinked_at === null && one.account !== null);
  }

  /** For the seller. @throws NotFound the customer does not exist */
  async shown(customerId: string, scope: TenantScope): Promise<CustomerLinkedAccounts> {
    await this.documents.demand(customerProjection, customerId, scope);
    const items = (await this.of(customerId, scope)).map(({ platform, account, linked_at }) => {
      return { platform, account_id: account.id, username: account.username, linked_at };
    });
    return { items };
  }

  /** The platform's id of a linked account; undefined if its customer is erased. */
  async accountIdsOf(customerIds: Iterable<string>): Promise<(linkId: string) => string | undefined> {
    const documents = await this.documents.getMany(linkedAccountsProjection, customerIds, 'any');
    const accounts = [...documents.values()].flatMap((document) => document.accounts);
    const ids = new Map(accounts.map(({ link_id, account }) => [link_id, account?.id]));
    return (linkId) => ids.get(linkId);
  }
}
