import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { MeterCredit } from '../benefits/benefit.events.ts';
import type { Period } from '../pricing/proration.ts';
import type { RepositoryPermission } from '../remote-access/remote-access.rules.ts';

/** `grants-{customerId}_{benefitId}` holds the grants of one customer and benefit; it grows with each purchase, renewal and end. */
export const grantsStream = (customerId: string, benefitId: string): string => `grants-${customerId}_${benefitId}`;

/** The purchase that a grant comes from: a subscription, or the order of a one-time product. */
export type GrantScope = { subscriptionId: string; orderId: null } | { subscriptionId: null; orderId: string };

interface GrantKey {
  grantId: string;
  organizationId: string;
  customerId: string;
  benefitId: string;
  scope: GrantScope;
}

/** What a customer holds by a grant, in the contract's words; nothing of a custom benefit. */
export type GrantProperties = {
  license_key_id?: string;
  /** Of downloadables. */
  files?: string[];
  /** Of a role at Discord. */
  guild_id?: string;
  role_id?: string;
  /** Of a repository at GitHub. */
  repository_owner?: string;
  repository_name?: string;
  permission?: RepositoryPermission;
  /** Of credits. */
  last_credited_meter_id?: string;
  last_credited_units?: number;
  last_credited_at?: string;
};

/** Why a grant is not granted, in the contract's words: the customer has to act, the seller has to, or the platform failed for too long. */
export interface GrantError {
  type: 'BenefitActionRequiredError' | 'BenefitServiceError' | 'BenefitRetriableError';
  message: string;
}

export type RevokeReason =
  | 'subscription_ended'
  | 'payment_failed'
  | 'benefit_removed'
  | 'benefit_deleted'
  | 'customer_deleted'
  | 'order_refunded';

export const grantEvents = {
  /** Wanted by a purchase, and not given so far, because that is done outside Tillbook. `error`: the customer has to act first. */
  BenefitGrantRequested: event<GrantKey & { benefitType: string; properties: GrantProperties; error?: GrantError }>(),
  /**
   * A revoked grant that is granted again keeps its id. `linkId`: of the account that has it outside Tillbook. `wasAnnounced`: when its customer
   * had to act. `credit`: what it credits; `isAgain`: what was taken back of it at most, because the period has had its credits;
   * `during`: the time of its subscription that the credits are for.
   */
  BenefitGranted: event<
    GrantKey & {
      benefitType: string;
      properties: GrantProperties;
      linkId?: string;
      wasAnnounced?: true;
      credit?: MeterCredit;
      during?: Period;
      isAgain?: true;
    }
  >(),
  /** Its benefit has changed what the customer holds, or another account has it. `wasSuspended`: nothing was held before. */
  BenefitGrantUpdated: event<
    GrantKey & { benefitType: string; properties: GrantProperties; linkId?: string; wasSuspended?: true }
  >(),
  /** It stays requested. `isFirst`: the customer has to act, which its organization has not been told so far. */
  BenefitGrantFailed: event<GrantKey & { error: GrantError; isFirst?: true }>(),
  /** It was granted, and is requested again. */
  BenefitGrantSuspended: event<GrantKey & { error: GrantError }>(),
  /** A period has been paid. `credit`: what it credits for that, `during` what time, as `properties` say; `formerMeterId`: the meter that it credited before, if that was another. */
  BenefitGrantCycled: event<
    GrantKey & {
      orderId: string;
      properties?: GrantProperties;
      credit?: MeterCredit;
      during?: Period;
      formerMeterId?: string;
    }
  >({ internal: true }),
  /** `properties`: what is no longer held; missing if that was nothing. */
  BenefitGrantRevoked: event<GrantKey & { reason: RevokeReason; properties?: GrantProperties }>(),
};

/** Those of one grant; `access.events.ts` has those of all grants of the stream. */
export type GrantEvent = EventsOf<typeof grantEvents>;
