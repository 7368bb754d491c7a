import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { caughtUp } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { ChangePaymentMethod } from '../subscriptions/subscription.commands.ts';
import { SubscriptionEndedAlready } from '../subscriptions/subscription.errors.ts';
import type { SubscriptionDocument } from '../subscriptions/subscription.projection.ts';
import { SubscriptionReader } from '../subscriptions/subscriptions.queries.ts';

/** A customer's subscriptions that have not ended, and what they are charged with. */
@Injectable()
export class LiveSubscriptions {
  constructor(
    private readonly subscriptions: SubscriptionReader,
    private readonly commands: Commands,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** As of now. @throws ServiceUnavailable the read model is too far behind */
  async of(customerId: string): Promise<SubscriptionDocument[]> {
    await caughtUp(this.runtime, this.store, 'billing');
    return this.subscriptions.liveOf(customerId);
  }

  /** Those that are charged at all; one that waits for its first payment keeps what that is made with. */
  async chargeWith(paymentMethodId: string, customerId: string, context: Context): Promise<void> {
    for (const { id: subscriptionId, payment_method_id, status } of await this.of(customerId)) {
      if (payment_method_id === null || payment_method_id === paymentMethodId || status === 'incomplete') continue;
      const step = `ChangePaymentMethod:${subscriptionId}`;
      const change = new ChangePaymentMethod({ subscriptionId, paymentMethodId }, context, step);
      try {
        await this.commands.execute(change);
      } catch (error) {
        if (!(error instanceof SubscriptionEndedAlready)) throw error;
      }
    }
  }
}
