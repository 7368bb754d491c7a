import type { Instant } from '../../../../kernel/ports/clock.ts';
import { command } from '../../../../kernel/writing/command.ts';
import type { SubscribedTo } from '../subscription.events.ts';

/** What happened to a subscription. */
export type SubscriptionNews =
  | { kind: 'canceled'; endsAt: Instant }
  /** `renewsAt` null: it does not renew by itself. */
  | { kind: 'resumed'; renewsAt: Instant | null }
  | { kind: 'changed'; from: SubscribedTo; to: SubscribedTo }
  /** `hasLastBill`: of what was used and not paid until then. */
  | { kind: 'ended'; endedAt: Instant; hasLastBill: boolean };

/** Mails the customer, unless they are erased or the organization does not want it. */
export class SendSubscriptionMail extends command('SendSubscriptionMail')<{
  subscriptionId: string;
  organizationId: string;
  customerId: string;
  /** Of the event: the mail names the product of then, however late it is sent. */
  revision: number;
  news: SubscriptionNews;
}> {}
