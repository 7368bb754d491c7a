import { Injectable } from '@nestjs/common';
import { tooManyCalls } from '../../../app/http/errors.ts';
import { GuessLimits, type GuessCount } from '../../../app/http/callers/guess-limits.ts';
import { networkOf } from '../../../app/http/networks.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { LIMITS } from '../../../limits.ts';
import { AlreadyActiveSubscriptionError } from '../subscriptions/subscription.errors.ts';
import { checkoutDecider } from './checkout.decider.ts';
import { checkoutStream } from './checkout.events.ts';

/**
 * Wrong codes of one organization from everywhere. One network alone can't reach this and stop real buyers: after its twenty, it has to pause for longer
 * than this window. It takes fifteen networks at once, or ten that never stop.
 */
const OF_ORGANIZATION = LIMITS.organization.wrongDiscountCodes;

/**
 * Keeps strangers from finding out by trying: an organization's discount codes, and which addresses have an active subscription. Answers that tell such
 * a thing count, others do not.
 */
@Injectable()
export class CheckoutGuesses {
  constructor(
    private readonly guesses: GuessLimits,
    private readonly executor: Executor,
  ) {}

  /**
   * Runs a buyer's command that names a discount code or an e-mail address; without them, it just runs.
   * @param address of the client
   * @throws WireError 429 with Retry-After, and what `run` is refused with
   */
  async check<T>(
    { checkoutId, discountCode, customerEmail }: Guessed,
    address: string,
    run: () => Promise<T>,
  ): Promise<T> {
    if (discountCode == null && customerEmail == null) return run();
    const { state } = await this.executor.state(checkoutDecider, checkoutStream(checkoutId), 'any');
    if (state.status === 'absent') return run();
    const { organizationId } = state.offer;
    const places = { checkoutId, organizationId, network: `${organizationId}\0${networkOf(address)}` };
    const asked =
      customerEmail == null ? run : () => this.guesses.check(subscribers(places), run, isSubscriber, tooManyCalls);
    return discountCode == null ? asked() : this.guesses.check(codes(places), asked, isWrongCode, tooManyCalls);
  }
}

interface Guessed {
  checkoutId: string;
  discountCode?: string | null | undefined;
  customerEmail?: string | null | undefined;
}

/** From where something is guessed, and whose it is. */
interface Places {
  checkoutId: string;
  organizationId: string;
  network: string;
}

function codes({ checkoutId, organizationId, network }: Places): GuessCount[] {
  return [
    { kind: 'discount-code-checkout', about: checkoutId, limit: LIMITS.object.wrongDiscountCodes },
    { kind: 'discount-code-network', about: network, limit: LIMITS.address.wrongDiscountCodes },
    { kind: 'discount-code', about: organizationId, limit: OF_ORGANIZATION },
  ];
}

function subscribers({ checkoutId, network }: Places): GuessCount[] {
  return [
    { kind: 'subscriber-checkout', about: checkoutId, limit: LIMITS.object.foundSubscribers },
    { kind: 'subscriber-network', about: network, limit: LIMITS.address.foundSubscribers },
  ];
}

function isWrongCode(error: unknown): boolean {
  return error instanceof InvalidInput && error.fields.some(({ loc }) => loc[1] === 'discount_code');
}

function isSubscriber(error: unknown): boolean {
  return error instanceof AlreadyActiveSubscriptionError;
}
