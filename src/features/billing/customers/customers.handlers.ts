import type { Type } from '@nestjs/common';
import { Commands, Handles, handlersOf } from '../../../app/commands.ts';
import { Claims, ClaimTaken, claimStream, type Claim } from '../../../kernel/writing/claim.ts';
import type { Context, Executed } from '../../../kernel/writing/command.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { EraseSubject } from '../../../kernel/writing/erasure.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { normalEmail } from '../../../kernel/folding.ts';
import {
  CreateCustomer,
  DeleteCustomer,
  RefuseCustomerErasure,
  RequestCustomerErasure,
  SettleCustomerClaims,
  UpdateCustomer,
  WithdrawCustomerErasure,
} from './customer.commands.ts';
import { claimsOf, customerDecider, type CustomerState } from './customer.decider.ts';
import { EMAIL_CLAIM, EXTERNAL_ID_CLAIM, customerStream, type CustomerEvent } from './customer.events.ts';

type Changed = Executed<CustomerState, CustomerEvent>;

/** Serializes changes and settling of one customer's claims, so that settling never releases what an update has just claimed. */
const LOCK = 'customer';

/** @throws InvalidInput another customer of the organization has the e-mail or external id */
@Handles(CreateCustomer)
export class CreateCustomerHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
  ) {}

  /** Without the lock: there are no claims to settle yet. */
  execute(command: CreateCustomer): Promise<Changed> {
    const { data, context } = command;
    const { customerId, organizationId, email, externalId } = data;
    const stream = customerStream(customerId);
    const emailClaim = this.claims.claim(EMAIL_CLAIM, organizationId, normalEmail(email));
    const externalIdClaim =
      externalId === null ? null : this.claims.claim(EXTERNAL_ID_CLAIM, organizationId, externalId);
    const create = command.with({ ...data, emailClaim, externalIdClaim });
    return holding(this.claims, [emailClaim, externalIdClaim], stream, context, () =>
      this.executor.execute(customerDecider, stream, create),
    );
  }
}

/** @throws InvalidInput another customer of the organization has the new e-mail or external id */
@Handles(UpdateCustomer)
export class UpdateCustomerHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly locks: KeyedLock,
  ) {}

  execute(command: UpdateCustomer): Promise<Changed> {
    const { data, context } = command;
    const stream = customerStream(data.customerId);
    // Without claims there is nothing to hold or to settle, and two changes are told apart by the revision that they expect.
    if (data.email === undefined && data.externalId === undefined)
      return this.executor.execute(customerDecider, stream, command.with(data));
    return this.locks.withLock(LOCK, data.customerId, async () => {
      const { state } = await this.executor.state(customerDecider, stream, context.scope);
      const claimed = state.status === 'active' ? this.claimsFor(data, state) : {};
      const update = command.with({ ...data, ...claimed });
      const executed = await holding(this.claims, [claimed.emailClaim, claimed.externalIdClaim], stream, context, () =>
        this.executor.execute(customerDecider, stream, update),
      );
      for (const { data: changes, type } of executed.appended)
        if (type === 'CustomerUpdated' && changes.releasedEmailClaim)
          await this.claims.release(changes.releasedEmailClaim, stream, context);
      return executed;
    });
  }

  private claimsFor(
    { email, externalId }: UpdateCustomer['data'],
    state: Extract<CustomerState, { status: 'active' }>,
  ) {
    const { organizationId } = state;
    const emailClaim = email && this.claims.claim(EMAIL_CLAIM, organizationId, normalEmail(email));
    const isNew = emailClaim && claimStream(emailClaim) !== claimStream(state.emailClaim);
    const setsId = externalId !== undefined && state.externalId === null;
    return {
      ...(isNew && { emailClaim }),
      ...(setsId && { externalIdClaim: this.claims.claim(EXTERNAL_ID_CLAIM, organizationId, externalId) }),
    };
  }
}

@Handles(DeleteCustomer)
export class DeleteCustomerHandler {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
    private readonly claims: Claims,
    private readonly locks: KeyedLock,
  ) {}

  execute(command: DeleteCustomer): Promise<void> {
    const { customerId, erase } = command.data;
    const stream = customerStream(customerId);
    return this.locks.withLock(LOCK, customerId, async () => {
      const { appended } = await this.executor.execute(customerDecider, stream, command);
      for (const event of appended)
        if (event.type === 'CustomerDeleted')
          for (const claim of event.data.released) await this.claims.release(claim, stream, command.context);
      if (erase && appended.length === 0) await this.eraseDeleted(customerId, command.context);
    });
  }

  /** What the processes do whose event says `erase`. What was reported under an external id stays if another customer has it now. */
  private async eraseDeleted(customerId: string, context: Context): Promise<void> {
    const events = await this.executor.load<CustomerEvent>(customerStream(customerId), context.scope);
    const released = events.flatMap(({ type, data }) => (type === 'CustomerDeleted' ? data.released : []));
    const subjects = [subjectOf.customer(customerId)];
    for (const claim of released)
      if (claim.kind === EXTERNAL_ID_CLAIM && (await this.claims.owner(claim)) === undefined)
        subjects.push(subjectOf.measured(claim.digest));
    for (const subject of subjects)
      await this.commands.execute(
        new EraseSubject({ subject }, { ...context, scope: 'any' }, `EraseSubject:${subject}`),
      );
  }
}

@Handles(SettleCustomerClaims)
export class SettleCustomerClaimsHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly locks: KeyedLock,
  ) {}

  execute({ data: { customerId, claims }, context }: SettleCustomerClaims): Promise<void> {
    const stream = customerStream(customerId);
    return this.locks.withLock(LOCK, customerId, async () => {
      const { state } = await this.executor.state(customerDecider, stream, 'any');
      const owned = claimsOf(state).map(claimStream);
      for (const claim of claims)
        if (owned.includes(claimStream(claim))) await this.claims.confirm(claim, stream, context);
        else await this.claims.release(claim, stream, context);
    });
  }
}

/** Holds claims while a task runs: releases them when it is refused. */
async function holding<T>(
  claims: Claims,
  wanted: readonly (Claim | null | undefined)[],
  owner: string,
  context: Context,
  task: () => Promise<T>,
): Promise<T> {
  const [first, ...rest] = wanted.filter((claim) => claim != null);
  if (!first) return task();
  try {
    return await claims.during(first, owner, context, () => holding(claims, rest, owner, context, task));
  } catch (error) {
    throw error instanceof ClaimTaken ? takenAt(error.claim) : error;
  }
}

function takenAt({ kind }: Claim): InvalidInput {
  return kind === EMAIL_CLAIM
    ? InvalidInput.at('body.email', 'A customer with this email address already exists.')
    : InvalidInput.at('body.external_id', 'A customer with this external ID already exists.');
}

export const customerHandlers: Type[] = [
  ...handlersOf(
    customerDecider,
    ({ customerId }) => customerStream(customerId),
    RefuseCustomerErasure,
    RequestCustomerErasure,
    WithdrawCustomerErasure,
  ),
  CreateCustomerHandler,
  UpdateCustomerHandler,
  DeleteCustomerHandler,
  SettleCustomerClaimsHandler,
];
