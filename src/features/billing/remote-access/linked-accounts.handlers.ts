import { Handles } from '../../../app/commands.ts';
import { Inject, type Type } from '@nestjs/common';
import { caughtUp, Documents } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { isUndone, NotFound } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Claims } from '../../../kernel/writing/claim.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { accessProjection } from '../grants/access/access.projection.ts';
import { LINKED_ACCOUNT_CLAIM } from './linked-account.claims.ts';
import {
  ForgetLinkedAccount,
  LinkCustomerAccount,
  SettleAccountClaim,
  UnlinkCustomerAccount,
  UnlinkCustomerAccounts,
} from './linked-account.commands.ts';
import { linkedAccountsDecider, linkOf } from './linked-account.decider.ts';
import { linkedAccountsStream } from './linked-account.events.ts';
import { LinkedAccountVault } from './linked-account-vault.service.ts';
import { LinkedAccountReader } from './linked-accounts.queries.ts';

/** Serializes linking, unlinking and settling of one customer's claims. */
const LOCK = 'linked-accounts';

@Handles(LinkCustomerAccount)
export class LinkCustomerAccountHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly locks: KeyedLock,
    private readonly reader: LinkedAccountReader,
    private readonly customers: CustomerReader,
    private readonly vault: LinkedAccountVault,
  ) {}

  /** @throws ClaimTaken it is another customer's · TooManyLinkedAccounts · NotFound the customer is deleted */
  execute(command: LinkCustomerAccount): Promise<void> {
    const { context } = command;
    const { tokens, ...data } = command.data;
    const { customerId, organizationId, platform, account } = data;
    const stream = linkedAccountsStream(customerId);
    const claim = this.claims.claim(LINKED_ACCOUNT_CLAIM, organizationId, `${platform}\0${account.id}`);
    return this.locks.withLock(LOCK, customerId, async () => {
      const customer = await this.customers.folded(customerId, context.scope);
      if (!customer || customer.deleted_at !== null) throw new NotFound();
      const known = linkOf(await this.reader.links(customerId), claim);
      const linkId = known?.linkId ?? deriveUuid(context.requestId, 'linked-account');
      await this.claims.during(claim, stream, context, async () => {
        await this.vault.keep(linkId, customerId, account, tokens);
        try {
          await this.executor.execute(linkedAccountsDecider, stream, command.with({ ...data, linkId, claim }));
        } catch (error) {
          if (isUndone(error) && !known) await this.vault.forget(linkId);
          throw error;
        }
      });
    });
  }
}

@Handles(UnlinkCustomerAccount)
export class UnlinkCustomerAccountHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly locks: KeyedLock,
    private readonly reader: LinkedAccountReader,
  ) {}

  /** The claim is released once the event is there (see `SettleAccountClaim`). @throws NotFound it is not linked */
  async execute(command: UnlinkCustomerAccount): Promise<void> {
    const { context } = command;
    const { customerId, platform, accountId } = command.data;
    const [link] = await this.reader.links(customerId, context.scope);
    if (!link) throw new NotFound();
    const claim = this.claims.claim(LINKED_ACCOUNT_CLAIM, link.organizationId, `${platform}\0${accountId}`);
    await this.locks.withLock(LOCK, customerId, async () => {
      const stream = linkedAccountsStream(customerId);
      await this.executor.execute(linkedAccountsDecider, stream, command.with({ claim }));
      await this.claims.release(claim, stream, context);
    });
  }
}

@Handles(UnlinkCustomerAccounts)
export class UnlinkCustomerAccountsHandler {
  constructor(
    private readonly executor: Executor,
    private readonly locks: KeyedLock,
  ) {}

  async execute(command: UnlinkCustomerAccounts): Promise<void> {
    const { customerId } = command.data;
    await this.locks.withLock(LOCK, customerId, () =>
      this.executor.execute(linkedAccountsDecider, linkedAccountsStream(customerId), command),
    );
  }
}

@Handles(SettleAccountClaim)
export class SettleAccountClaimHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly locks: KeyedLock,
    private readonly reader: LinkedAccountReader,
    private readonly customers: CustomerReader,
  ) {}

  execute({ data: { customerId, claim }, context }: SettleAccountClaim): Promise<void> {
    const stream = linkedAccountsStream(customerId);
    return this.locks.withLock(LOCK, customerId, async () => {
      if (!linkOf(await this.reader.links(customerId), claim)) {
        await this.claims.release(claim, stream, context);
        return;
      }
      await this.claims.confirm(claim, stream, context);
      // Deleted while the account was being linked.
      if ((await this.customers.folded(customerId, 'any'))?.deleted_at != null)
        await this.executor.execute(linkedAccountsDecider, stream, new UnlinkCustomerAccounts({ customerId }, context));
    });
  }
}

@Handles(ForgetLinkedAccount)
export class ForgetLinkedAccountHandler {
  constructor(
    private readonly locks: KeyedLock,
    private readonly reader: LinkedAccountReader,
    private readonly vault: LinkedAccountVault,
    private readonly documents: Documents,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  execute({ data: { customerId, linkId } }: ForgetLinkedAccount): Promise<void> {
    return this.locks.withLock(LOCK, customerId, async () => {
      const links = await this.reader.links(customerId);
      if (links.some((link) => link.linkId === linkId)) return;
      await caughtUp(this.runtime, this.store, 'billing');
      const where: Where = { eq: ['customer_id', customerId] };
      const accesses = await this.documents.all(accessProjection, { where }, 'any');
      if (accesses.some(({ held }) => held.some((one) => one.linkId === linkId))) return;
      await this.vault.forget(linkId);
    });
  }
}

export const linkedAccountHandlers: Type[] = [
  LinkCustomerAccountHandler,
  UnlinkCustomerAccountHandler,
  UnlinkCustomerAccountsHandler,
  SettleAccountClaimHandler,
  ForgetLinkedAccountHandler,
];
