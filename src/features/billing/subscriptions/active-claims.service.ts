import { Injectable } from '@nestjs/common';
import { isUndone } from '../../../kernel/errors.ts';
import { Claims, ClaimTaken, type Claim } from '../../../kernel/writing/claim.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { OrganizationReader } from '../../accounts/organizations/organizations.queries.ts';
import { AlreadyActiveSubscriptionError } from './subscription.errors.ts';
import { subscriptionStream } from './subscription.events.ts';
import { SubscriptionReader } from './subscriptions.queries.ts';

/** A customer's one active subscription, unless their organization allows several (docs/BILLING.md#subscription-states). */
@Injectable()
export class ActiveClaims {
  constructor(
    private readonly claims: Claims,
    private readonly organizations: OrganizationReader,
    private readonly subscriptions: SubscriptionReader,
  ) {}

  async isExclusive(organizationId: string): Promise<boolean> {
    const organization = (await this.organizations.find([organizationId])).get(organizationId);
    return !(organization?.subscription_settings.allow_multiple_subscriptions ?? false);
  }

  /** @throws AlreadyActiveSubscriptionError */
  async refuseSecond(customerId: string): Promise<void> {
    if (await this.subscriptions.hasActive(customerId)) throw new AlreadyActiveSubscriptionError();
  }

  claim(organizationId: string, customerId: string): Claim {
    return this.claims.claim('active-subscription', organizationId, customerId);
  }

  /**
   * Holds the claim while a subscription starts; afterwards the subscription holds it.
   * @throws AlreadyActiveSubscriptionError
   */
  async during<T>(
    { activeClaim: claim, subscriptionId }: { activeClaim: Claim | null; subscriptionId: string | null },
    context: Context,
    start: () => Promise<T>,
  ): Promise<T> {
    if (!claim || !subscriptionId) return start();
    const owner = subscriptionStream(subscriptionId);
    try {
      await this.claims.hold(claim, owner, context);
    } catch (error) {
      throw error instanceof ClaimTaken ? new AlreadyActiveSubscriptionError() : error;
    }
    try {
      return await start();
    } catch (error) {
      if (isUndone(error)) await this.claims.release(claim, owner, context);
      throw error;
    }
  }
}
