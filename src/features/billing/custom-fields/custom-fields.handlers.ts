import { Handles } from '../../../app/commands.ts';
import type { Type } from '@nestjs/common';
import { Claims, ClaimTaken, claimStream, type Claim } from '../../../kernel/writing/claim.ts';
import type { Context, Executed } from '../../../kernel/writing/command.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import {
  CreateCustomField,
  DeleteCustomField,
  SettleCustomFieldSlugs,
  UpdateCustomField,
} from './custom-field.commands.ts';
import { SLUG_CLAIM } from './custom-field.claims.ts';
import { customFieldDecider, type CustomFieldState } from './custom-field.decider.ts';
import { refuseProperties } from './custom-field-properties.rules.ts';
import { customFieldStream, type CustomFieldEvent } from './custom-field.events.ts';

type Changed = Executed<CustomFieldState, CustomFieldEvent>;

/** Serializes changes and settling of one field's slug, so that settling never releases what an update has just claimed. */
const LOCK = 'custom-field';

/** @throws InvalidInput another field of the organization has the slug */
@Handles(CreateCustomField)
export class CreateCustomFieldHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
  ) {}

  /** Without the lock: there is no claim to settle yet. */
  execute(command: CreateCustomField): Promise<Changed> {
    const { data, context } = command;
    // Before anything is held.
    refuseProperties(data.properties);
    const stream = customFieldStream(data.customFieldId);
    const slugClaim = this.claims.claim(SLUG_CLAIM, data.organizationId, data.slug);
    const create = command.with({ ...data, slugClaim });
    return holding(this.claims, slugClaim, stream, context, () =>
      this.executor.execute(customFieldDecider, stream, create),
    );
  }
}

/** @throws InvalidInput another field of the organization has the new slug */
@Handles(UpdateCustomField)
export class UpdateCustomFieldHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly locks: KeyedLock,
  ) {}

  execute(command: UpdateCustomField): Promise<Changed> {
    const { data, context } = command;
    const stream = customFieldStream(data.customFieldId);
    // Without a slug there is nothing to hold or to settle, and two changes are told apart by the revision that they expect.
    if (data.slug === undefined) return this.executor.execute(customFieldDecider, stream, command.with(data));
    return this.locks.withLock(LOCK, data.customFieldId, async () => {
      const { state } = await this.executor.state(customFieldDecider, stream, context.scope);
      // Whatever else would be refused is refused before the slug is held.
      customFieldDecider.decide({ ...command, now: context.now, machineNow: context.machineNow }, state);
      const slugClaim = this.newClaim(data, state);
      const update = command.with({ ...data, ...(slugClaim && { slugClaim }) });
      const executed = await holding(this.claims, slugClaim, stream, context, () =>
        this.executor.execute(customFieldDecider, stream, update),
      );
      for (const { data: changes, type } of executed.appended)
        if (type === 'CustomFieldUpdated' && changes.releasedSlugClaim)
          await this.claims.release(changes.releasedSlugClaim, stream, context);
      return executed;
    });
  }

  private newClaim({ slug }: UpdateCustomField['data'], state: CustomFieldState): Claim | undefined {
    if (state.status !== 'active' || slug === undefined || slug === state.slug) return undefined;
    return this.claims.claim(SLUG_CLAIM, state.organizationId, slug);
  }
}

@Handles(DeleteCustomField)
export class DeleteCustomFieldHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly locks: KeyedLock,
  ) {}

  execute(command: DeleteCustomField): Promise<void> {
    const { customFieldId } = command.data;
    const stream = customFieldStream(customFieldId);
    return this.locks.withLock(LOCK, customFieldId, async () => {
      const { appended } = await this.executor.execute(customFieldDecider, stream, command);
      for (const event of appended)
        if (event.type === 'CustomFieldDeleted')
          await this.claims.release(event.data.released, stream, command.context);
    });
  }
}

@Handles(SettleCustomFieldSlugs)
export class SettleCustomFieldSlugsHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly locks: KeyedLock,
  ) {}

  execute({ data: { customFieldId, claims }, context }: SettleCustomFieldSlugs): Promise<void> {
    const stream = customFieldStream(customFieldId);
    return this.locks.withLock(LOCK, customFieldId, async () => {
      const { state } = await this.executor.state(customFieldDecider, stream, 'any');
      const owned = state.status === 'active' ? claimStream(state.slugClaim) : undefined;
      for (const claim of claims)
        if (claimStream(claim) === owned) await this.claims.confirm(claim, stream, context);
        else await this.claims.release(claim, stream, context);
    });
  }
}

/** Holds a slug while a task runs: releases it when it is refused. */
async function holding<T>(
  claims: Claims,
  claim: Claim | undefined,
  owner: string,
  context: Context,
  task: () => Promise<T>,
): Promise<T> {
  if (!claim) return task();
  try {
    return await claims.during(claim, owner, context, task);
  } catch (error) {
    if (!(error instanceof ClaimTaken)) throw error;
    throw InvalidInput.at('body.slug', 'A custom field with this slug already exists.');
  }
}

export const customFieldHandlers: Type[] = [
  CreateCustomFieldHandler,
  UpdateCustomFieldHandler,
  DeleteCustomFieldHandler,
  SettleCustomFieldSlugsHandler,
];
