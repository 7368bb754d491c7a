import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import type { Command, Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { organizationDecider } from './organization.decider.ts';
import { organizationStream, type OrganizationEvent } from './organization.events.ts';
import type { OrganizationRules, OrganizationState } from './organization.rules.ts';

export type ExecutedOrganization = Executed<OrganizationState, OrganizationEvent>;
export type AboutOrganization = Command<string, { organizationId: string }>;

/** Executes commands by the rules of this installation. */
@Injectable()
export class OrganizationExecutor {
  readonly rules: OrganizationRules;

  constructor(
    private readonly executor: Executor,
    @Inject(CONFIG) { organizations }: Config,
  ) {
    this.rules = organizations;
  }

  execute({ type, data, context, id }: AboutOrganization): Promise<ExecutedOrganization> {
    const ruled = { type, data: { ...data, rules: this.rules }, context, id };
    return this.executor.execute(organizationDecider, organizationStream(data.organizationId), ruled);
  }
}
