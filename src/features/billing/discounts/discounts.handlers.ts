import type { Type } from '@nestjs/common';
import { Handles, handlersOf } from '../../../app/commands.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import { Claims, ClaimTaken, claimStream, type Claim } from '../../../kernel/writing/claim.ts';
import type { Context, Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { ProductReader } from '../products/products.queries.ts';
import { CODE_CLAIM, normalCode } from './discount.claims.ts';
import {
  CompleteRedemption,
  CreateDiscount,
  DeleteDiscount,
  ReleaseRedemption,
  ReserveRedemption,
  SettleDiscountClaims,
  UpdateDiscount,
} from './discount.commands.ts';
import { claimOf, discountDecider, type DiscountState } from './discount.decider.ts';
import { discountStream, type DiscountEvent } from './discount.events.ts';

type Changed = Executed<DiscountState, DiscountEvent>;

/** Serializes changes and settling of one discount's claims, so that settling never releases what an update has just claimed. */
const LOCK = 'discount';

/** @throws InvalidInput another discount of the organization has the code, or a product does not exist */
@Handles(CreateDiscount)
export class CreateDiscountHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly products: ProductReader,
  ) {}

  /** Without the lock: there are no claims to settle yet. */
  async execute(command: CreateDiscount): Promise<Changed> {
    const { data, context } = command;
    const { discountId, organizationId, code, productIds } = data;
    await refuseUnknown(this.products, productIds, organizationId);
    const stream = discountStream(discountId);
    const codeClaim = code === null ? null : this.claims.claim(CODE_CLAIM, organizationId, normalCode(code));
    const create = command.with({ ...data, codeClaim });
    return holding(this.claims, codeClaim, stream, context, () =>
      this.executor.execute(discountDecider, stream, create),
    );
  }
}

/** @throws InvalidInput another discount of the organization has the new code, or a product does not exist */
@Handles(UpdateDiscount)
export class UpdateDiscountHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly products: ProductReader,
    private readonly locks: KeyedLock,
  ) {}

  async execute(command: UpdateDiscount): Promise<Changed> {
    const { data, context } = command;
    const stream = discountStream(data.discountId);
    const { state } = await this.executor.state(discountDecider, stream, context.scope);
    if (state.status === 'active') await refuseUnknown(this.products, data.productIds ?? [], state.organizationId);
    // Without a code there is nothing to hold or to settle.
    if (data.code === undefined) return this.executor.execute(discountDecider, stream, command.with(data));
    return this.locks.withLock(LOCK, data.discountId, () => this.withCode(command, stream));
  }

  private async withCode(command: UpdateDiscount, stream: string): Promise<Changed> {
    const { data, context } = command;
    const { state } = await this.executor.state(discountDecider, stream, context.scope);
    const codeClaim = this.newClaim(data.code, state);
    const update = command.with({ ...data, ...(codeClaim && { codeClaim }) });
    const executed = await holding(this.claims, codeClaim, stream, context, () =>
      this.executor.execute(discountDecider, stream, update),
    );
    for (const { type, data: changes } of executed.appended)
      if (type === 'DiscountUpdated' && changes.releasedCodeClaim)
        await this.claims.release(changes.releasedCodeClaim, stream, context);
    return executed;
  }

  private newClaim(code: string | null | undefined, state: DiscountState): Claim | null {
    if (code == null || state.status !== 'active') return null;
    const claim = this.claims.claim(CODE_CLAIM, state.organizationId, normalCode(code));
    return state.codeClaim && claimStream(claim) === claimStream(state.codeClaim) ? null : claim;
  }
}

@Handles(DeleteDiscount)
export class DeleteDiscountHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly locks: KeyedLock,
  ) {}

  execute(command: DeleteDiscount): Promise<void> {
    const { discountId } = command.data;
    const stream = discountStream(discountId);
    return this.locks.withLock(LOCK, discountId, async () => {
      const { appended } = await this.executor.execute(discountDecider, stream, command);
      for (const { type, data } of appended)
        if (type === 'DiscountDeleted' && data.released)
          await this.claims.release(data.released, stream, command.context);
    });
  }
}

@Handles(SettleDiscountClaims)
export class SettleDiscountClaimsHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly locks: KeyedLock,
  ) {}

  execute({ data: { discountId, claims }, context }: SettleDiscountClaims): Promise<void> {
    const stream = discountStream(discountId);
    return this.locks.withLock(LOCK, discountId, async () => {
      const { state } = await this.executor.state(discountDecider, stream, 'any');
      const owned = claimOf(state);
      for (const claim of claims)
        if (owned && claimStream(owned) === claimStream(claim)) await this.claims.confirm(claim, stream, context);
        else await this.claims.release(claim, stream, context);
    });
  }
}

/** Holds a claim while a task runs: releases it when it is refused. */
async function holding<T>(
  claims: Claims,
  claim: Claim | null,
  owner: string,
  context: Context,
  task: () => Promise<T>,
): Promise<T> {
  if (!claim) return task();
  try {
    return await claims.during(claim, owner, context, task);
  } catch (error) {
    throw error instanceof ClaimTaken ? InvalidInput.at('body.code', 'Discount with this code already exists.') : error;
  }
}

/** @throws InvalidInput for each product that is not one of the organization's */
async function refuseUnknown(
  products: ProductReader,
  productIds: readonly string[],
  organizationId: string,
): Promise<void> {
  const scope = { organizationIds: [organizationId] };
  const found = await Promise.all(productIds.map((id) => products.folded(id, scope)));
  const unknown = found.flatMap((product, index): FieldError[] =>
    product ? [] : [{ loc: ['body', 'products', index], msg: 'Product not found.', type: 'value_error' }],
  );
  if (unknown.length > 0) throw new InvalidInput(unknown);
}

export const discountHandlers: Type[] = [
  CreateDiscountHandler,
  UpdateDiscountHandler,
  DeleteDiscountHandler,
  SettleDiscountClaimsHandler,
  ...handlersOf(
    discountDecider,
    ({ discountId }) => discountStream(discountId),
    ReserveRedemption,
    CompleteRedemption,
    ReleaseRedemption,
  ),
];
