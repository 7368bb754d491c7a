import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Claims, ClaimTaken, claimStream, type Claim } from '../../../kernel/writing/claim.ts';
import type { Context, Executed } from '../../../kernel/writing/command.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import {
  CreateCustomer,
  DeleteCustomer,
  EditCustomer,
  RegisterCustomer,
  RemoveCustomer,
  SettleCustomerClaims,
  UpdateCustomer,
} from './customer.commands.ts';
import { EMAIL_CLAIM, EXTERNAL_ID_CLAIM, normalEmail } from './customer.claims.ts';
import { claimsOf, customerDecider, type CustomerState } from './customer.decider.ts';
import { customerStream, type CustomerEvent } from './customer.events.ts';

type CustomerExecuted = Executed<CustomerState, CustomerEvent>;

/** One customer's claims are changed or settled by one at a time, so that settling never frees what an edit has just taken. */
const TURN = 'customer';

/** @throws InvalidInput e-mail or external id are another customer's of the organization */
@CommandHandler(RegisterCustomer)
export class RegisterCustomerHandler implements ICommandHandler<RegisterCustomer> {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly turns: KeyedLock,
  ) {}

  execute({ data, context, id }: RegisterCustomer): Promise<CustomerExecuted> {
    const { customerId, organizationId, email, externalId } = data;
    const stream = customerStream(customerId);
    const emailClaim = this.claims.claim(EMAIL_CLAIM, organizationId, normalEmail(email));
    const externalIdClaim =
      externalId === null ? null : this.claims.claim(EXTERNAL_ID_CLAIM, organizationId, externalId);
    const create = new CreateCustomer({ ...data, emailClaim, externalIdClaim }, context, stepOf(id, 'CreateCustomer'));
    return this.turns.withLock(TURN, customerId, () =>
      holding(this.claims, [emailClaim, externalIdClaim], stream, context, () =>
        this.executor.execute(customerDecider, stream, create),
      ),
    );
  }
}

/** @throws InvalidInput the new e-mail or external id is another customer's */
@CommandHandler(EditCustomer)
export class EditCustomerHandler implements ICommandHandler<EditCustomer> {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly turns: KeyedLock,
  ) {}

  execute({ data, context }: EditCustomer): Promise<CustomerExecuted> {
    const stream = customerStream(data.customerId);
    return this.turns.withLock(TURN, data.customerId, async () => {
      const { state } = await this.executor.state(customerDecider, stream, 'any');
      const known = state.status === 'there' && data.organizationIds.includes(state.organizationId);
      const claimed = known ? this.claimsFor(data, state) : {};
      const update = new UpdateCustomer({ ...data, ...claimed }, context);
      const executed = await holding(this.claims, [claimed.emailClaim, claimed.externalIdClaim], stream, context, () =>
        this.executor.execute(customerDecider, stream, update),
      );
      for (const { data: changes, type } of executed.appended)
        if (type === 'CustomerUpdated' && changes.releasedEmailClaim)
          await this.claims.release(changes.releasedEmailClaim, stream, context);
      return executed;
    });
  }

  private claimsFor({ email, externalId }: EditCustomer['data'], state: Extract<CustomerState, { status: 'there' }>) {
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

/** Deletes, and frees e-mail and external id; subscriptions and grants are ended by processes. */
@CommandHandler(RemoveCustomer)
export class RemoveCustomerHandler implements ICommandHandler<RemoveCustomer> {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly turns: KeyedLock,
  ) {}

  execute({ data, context }: RemoveCustomer): Promise<CustomerExecuted> {
    const stream = customerStream(data.customerId);
    return this.turns.withLock(TURN, data.customerId, async () => {
      const executed = await this.executor.execute(customerDecider, stream, new DeleteCustomer(data, context));
      for (const event of executed.appended)
        if (event.type === 'CustomerDeleted')
          for (const claim of event.data.released) await this.claims.release(claim, stream, context);
      return executed;
    });
  }
}

/** What the customer's stream says it has is confirmed, what it has no more is freed. */
@CommandHandler(SettleCustomerClaims)
export class SettleCustomerClaimsHandler implements ICommandHandler<SettleCustomerClaims> {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly turns: KeyedLock,
  ) {}

  execute({ data: { customerId, claims }, context }: SettleCustomerClaims): Promise<void> {
    const stream = customerStream(customerId);
    return this.turns.withLock(TURN, customerId, async () => {
      const { state } = await this.executor.state(customerDecider, stream, 'any');
      const owned = claimsOf(state).map(claimStream);
      for (const claim of claims)
        if (owned.includes(claimStream(claim))) await this.claims.confirm(claim, stream, context);
        else await this.claims.release(claim, stream, context);
    });
  }
}

/** Runs a task while claims are held: confirmed when it succeeds, released when it is refused. */
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

/** The step of a command that is part of another one, so that several of one request keep apart. */
function stepOf(commandId: string, type: string): string {
  return `${commandId.slice(commandId.indexOf(':') + 1)}:${type}`;
}

export const customerHandlers = [
  RegisterCustomerHandler,
  EditCustomerHandler,
  RemoveCustomerHandler,
  SettleCustomerClaimsHandler,
];
