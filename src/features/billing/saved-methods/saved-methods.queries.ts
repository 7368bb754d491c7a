import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { savedMethodsDecider, type SavedMethodsState } from './saved-method.decider.ts';
import { savedMethodsStream, type SavedMethodEvent } from './saved-method.events.ts';
import { savedMethodsProjection, type SavedMethodsDocument } from './saved-method.projection.ts';

@Injectable()
export class SavedMethodReader {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
  ) {}

  /** undefined if the customer never had one. */
  find(customerId: string, scope: TenantScope): Promise<SavedMethodsDocument | undefined> {
    return this.documents.get(savedMethodsProjection, customerId, scope);
  }

  /** The same, folded from its stream. */
  async folded(customerId: string, scope: TenantScope): Promise<SavedMethodsDocument | undefined> {
    const history = await this.executor.history<SavedMethodEvent>(savedMethodsStream(customerId), scope);
    return project(savedMethodsProjection, history);
  }

  /** From the stream itself, for decisions. */
  async current(customerId: string, scope: TenantScope): Promise<SavedMethodsState> {
    return (await this.executor.state(savedMethodsDecider, savedMethodsStream(customerId), scope)).state;
  }
}
