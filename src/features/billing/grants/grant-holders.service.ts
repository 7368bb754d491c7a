import { Inject, Injectable } from '@nestjs/common';
import { caughtUp, Documents } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import type { Find, Where } from '../../../kernel/ports/document-store.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { AnyProjection } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import type { GrantTask } from './grant-review.events.ts';
import { grantProjection, type GrantDocument } from './grant.projection.ts';
import { GrantService, keyOf } from './grants.service.ts';
import { purchaseProjection, type PurchaseDocument } from './purchase.projection.ts';

type Holder = PurchaseDocument | GrantDocument;

/** All that a task is about, in the order of their ids. */
export interface Holders {
  count(): Promise<number>;
  next(after: string, most: number): Promise<Holder[]>;
  change(chunk: readonly Holder[], context: Context): Promise<void>;
}

/** The purchases and grants that a change of a product or benefit affects. */
@Injectable()
export class GrantHolders {
  constructor(
    private readonly grants: GrantService,
    private readonly documents: Documents,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** Once the read models know all that happened before. */
  async of(task: GrantTask): Promise<Holders> {
    await caughtUp(this.runtime, this.store, 'billing');
    switch (task.kind) {
      case 'align': {
        const where: Where = { and: [{ eq: ['product_id', task.productId] }, { eq: ['live', true] }] };
        return this.holders<PurchaseDocument>(purchaseProjection, where, 'live', ({ scope }, context) =>
          this.grants.align(scope, context),
        );
      }
      case 'update': {
        const terms = await this.grants.termsOf(task.benefitId);
        return this.live(task.benefitId, async (grant, context) => {
          if (!terms) return;
          const held = await this.grants.heldBy(terms, grant.customer_id);
          await this.grants.update(keyOf(grant), held, context);
        });
      }
      case 'revoke':
        return this.live(task.benefitId, (grant, context) =>
          this.grants.revoke(keyOf(grant), 'benefit_deleted', context),
        );
    }
  }

  /** Also those that wait for what is given outside Tillbook. */
  private live(benefitId: string, change: (grant: GrantDocument, context: Context) => Promise<void>): Holders {
    const where: Where = { and: [{ eq: ['benefit_id', benefitId] }, { eq: ['is_revoked', false] }] };
    return this.holders<GrantDocument>(grantProjection, where, 'is_revoked', change);
  }

  private holders<D extends Holder>(
    projection: AnyProjection,
    where: Where,
    field: string,
    change: (document: D, context: Context) => Promise<void>,
  ): Holders {
    // All have the same value: so it is the order of their ids.
    const sort: Find['sort'] = [{ field, direction: 'asc' }];
    return {
      count: async () => (await this.documents.find(projection, { where, limit: 0, counted: true }, 'any')).total,
      next: async (after, limit) => {
        const later: Where = { and: [where, { gt: ['id', after] }] };
        return (await this.documents.find(projection, { where: later, sort, limit }, 'any')).items;
      },
      change: async (chunk, context) => {
        for (const document of chunk) await change(document as D, context);
      },
    };
  }
}
