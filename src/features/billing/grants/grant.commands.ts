import type { Instant } from '../../../kernel/ports/clock.ts';
import { command } from '../../../kernel/writing/command.ts';
import type { FailureReason, LinkedAccess } from './access/access.events.ts';
import type { MeterCredit } from '../benefits/benefit.events.ts';
import type { Period } from '../pricing/proration.ts';
import type { GrantTask } from './grant-review.events.ts';
import type { RemoteAccess, RemotePlatformName } from '../remote-access/remote-access.rules.ts';
import type { GrantProperties, GrantScope, RevokeReason } from './grant.events.ts';

/** What is given outside Tillbook, and the customer's linked accounts there by id, the last linked one last. */
export interface RemoteGift {
  access: RemoteAccess;
  links: string[];
}

/** Of a subscription. */
export interface GrantedPeriod extends Period {
  /** When its product gives what it gives: with the period, or with a change within it. */
  since: Instant;
}

/** What became of a call of a platform. */
export type AccessOutcome =
  | { outcome: 'given' | 'taken' }
  | {
      outcome: 'failed';
      /** What was tried. */
      tried: 'given' | 'taken';
      reason: FailureReason;
      message: string;
      retryAfterSeconds?: number;
    };

/** Grants one customer one benefit of one purchase. A revoked grant is granted again under the id it had. */
export class GrantBenefit extends command('GrantBenefit')<{
  grantId: string;
  organizationId: string;
  customerId: string;
  benefitId: string;
  benefitType: string;
  /** What its customer holds, but for what each grant says of its own: a license key, and credits. */
  properties: GrantProperties;
  scope: GrantScope;
  remote?: RemoteGift;
  credit?: MeterCredit;
  /** Of its subscription, which has a period's credits once. */
  period?: GrantedPeriod;
}> {}
/** Changes what the customer holds, after the benefit or their linked accounts have changed. */
export class UpdateGrant extends command('UpdateGrant')<{
  customerId: string;
  benefitId: string;
  scope: GrantScope;
  properties: GrantProperties;
  remote?: RemoteGift;
}> {}
export class CycleGrant extends command('CycleGrant')<{
  customerId: string;
  benefitId: string;
  scope: GrantScope;
  orderId: string;
  /** By the benefit as it is now. */
  credit?: MeterCredit;
  /** Of its subscription, which has a period's credits once. */
  period?: Period;
}> {}
export class RevokeGrant extends command('RevokeGrant')<{
  customerId: string;
  benefitId: string;
  scope: GrantScope;
  reason: RevokeReason;
}> {}

/** Has the platform called again about what failed. */
export class RetryGrant extends command('RetryGrant')<{ customerId: string; benefitId: string }> {}
/** Gives a benefit to another of the customer's linked accounts. */
export class ChooseGrantAccount extends command('ChooseGrantAccount')<
  { customerId: string; benefitId: string; grantId: string } & LinkedAccess
> {}
export class RecordAccessOutcome extends command('RecordAccessOutcome')<
  { customerId: string; benefitId: string } & LinkedAccess & AccessOutcome
> {}

/** Gives what a customer's linked accounts at a platform wait for, and takes what those had that are no longer linked. */
export class FollowLinkedAccounts extends command('FollowLinkedAccounts')<{
  customerId: string;
  platform: RemotePlatformName;
}> {}

/** Grants the benefits that a purchase's product has now, and revokes those it no longer has. */
export class AlignGrants extends command('AlignGrants')<{ scope: GrantScope }> {}
export class CycleGrants extends command('CycleGrants')<{ subscriptionId: string; orderId: string }> {}
export class RevokeGrants extends command('RevokeGrants')<
  { reason: RevokeReason } & ({ scope: GrantScope } | { customerId: string })
> {}

/** Does what a change of a product or benefit asks for, at once or in chunks. */
export class StartGrantReview extends command('StartGrantReview')<{ task: GrantTask }> {}
/** Does the next chunk of a review. `from`: the id that it follows, '' for the first. */
export class ReviewGrants extends command('ReviewGrants')<{ reviewId: string; from: string }> {}
export class BeginGrantReview extends command('BeginGrantReview')<{
  reviewId: string;
  organizationId: string;
  task: GrantTask;
  total: number;
}> {}
/** A chunk is done. `through`: the id of its last; null if it was the last chunk. */
export class AdvanceGrantReview extends command('AdvanceGrantReview')<{
  reviewId: string;
  from: string;
  through: string | null;
  count: number;
}> {}
