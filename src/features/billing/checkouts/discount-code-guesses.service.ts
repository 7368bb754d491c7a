import { Injectable } from '@nestjs/common';
import { tooManyCalls } from '../../../app/http/errors.ts';
import { GuessLimits } from '../../../app/http/guess-limits.ts';
import { networkOf } from '../../../app/http/networks.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { LIMITS } from '../../../limits.ts';
import { checkoutDecider } from './checkout.decider.ts';
import { checkoutStream } from './checkout.events.ts';

const OF_CHECKOUT = LIMITS.object.wrongDiscountCodes;
const OF_NETWORK = LIMITS.address.wrongDiscountCodes;
/**
 * Wrong codes of one organization from everywhere. One network alone can't reach this and stop real buyers: after its twenty, it has to pause for longer
 * than this window. It takes fifteen networks at once, or ten that never stop.
 */
const OF_ORGANIZATION = LIMITS.organization.wrongDiscountCodes;

/** Keeps strangers from finding an organization's discount codes by trying: wrong codes count, right ones do not. */
@Injectable()
export class DiscountCodeGuesses {
  constructor(
    private readonly guesses: GuessLimits,
    private readonly executor: Executor,
  ) {}

  /**
   * Runs a buyer's command that names a discount code; without one, it just runs.
   * @param address of the client
   * @throws WireError 429 with Retry-After, and what `run` is refused with
   */
  async check<T>(
    { checkoutId, discountCode }: { checkoutId: string; discountCode?: string | null | undefined },
    address: string,
    run: () => Promise<T>,
  ): Promise<T> {
    if (discountCode == null) return run();
    const { state } = await this.executor.state(checkoutDecider, checkoutStream(checkoutId), 'any');
    if (state.status === 'absent') return run();
    const { organizationId } = state.offer;
    const counts = [
      { kind: 'discount-code-checkout', about: checkoutId, limit: OF_CHECKOUT },
      { kind: 'discount-code-network', about: `${organizationId}\0${networkOf(address)}`, limit: OF_NETWORK },
      { kind: 'discount-code', about: organizationId, limit: OF_ORGANIZATION },
    ];
    return this.guesses.check(counts, run, isWrongCode, tooManyCalls);
  }
}

function isWrongCode(error: unknown): boolean {
  return error instanceof InvalidInput && error.fields.some(({ loc }) => loc[1] === 'discount_code');
}
