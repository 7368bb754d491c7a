import type { Card } from '../../features/billing/payments/payment.events.ts';
import { chargeRefusalOf, refundRefusalOf } from '../../features/billing/payments/processor-amount.rules.ts';
import {
  UnsignedReport,
  type ChargeOutcome,
  type Delivery,
  type MethodDetails,
  type OffSessionCharge,
  type OnSessionCharge,
  type PaymentProcessor,
  type ProcessorReport,
  type Refund,
  type RefundOutcome,
  type SavedMethod,
  type SetupOutcome,
} from '../../features/billing/payments/payment-processor.ts';
import { KeyedMutex } from '../../kernel/coordination/mutex.ts';
import { sum } from '../../kernel/money.ts';
import { toInstant } from '../../kernel/ports/clock.ts';
import { readVault, type Vault } from '../../kernel/ports/vault.ts';

const TAKEN = 'sandbox-charges/taken';
const SAVED = 'sandbox_pm_';
const SIGNATURE = 'sandbox';
/** All its cards are valid until then. */
const EXPIRY_YEAR = 2_050;
/** The currency of a setup, which is kept like a charge of nothing. */
const NONE = 'none';

/** What the sandbox remembers of one charge. */
interface Charge {
  amount: number;
  currency: string;
  outcome: ChargeOutcome;
  /** How often a charge was requested under this id. */
  calls: number;
  /** By id, in minor units, those that failed excepted. */
  refunds: Record<string, number>;
  /** By id; missing for those that succeeded at once. */
  refundOutcomes?: Record<string, RefundOutcome>;
  /** What becomes of its refunds: they succeed unless its token says otherwise. */
  refundsAre?: 'pending' | 'failed';
}

/**
 * Pretends to take money, by test tokens (docs/SANDBOX.md#payments): `ctoken_ok`, `ctoken_declined`, `ctoken_insufficient_funds`,
 * `ctoken_requires_action`, `ctoken_pending`, `ctoken_renewal_declined`, `ctoken_renewal_pending`, `ctoken_refund_pending`, `ctoken_refund_failed`; any other `ctoken_…` passes unless it contains `declined`.
 * The Vault stores charges under the payment's id, so that the same id has the same outcome, even after a restart. References of customers
 * and saved methods are computed.
 */
export class SandboxPaymentProcessor implements PaymentProcessor {
  readonly kind = { name: 'sandbox', isLive: false, verifiesWebhooks: false } as const;
  private readonly mutex = new KeyedMutex();

  constructor(private readonly vault: Vault) {}

  async createCustomer({ id }: { id: string }): Promise<{ reference: string }> {
    return { reference: `sandbox_cus_${id}` };
  }

  async setUpMethod({
    id,
    confirmationToken: token,
  }: {
    id: string;
    confirmationToken: string;
  }): Promise<SetupOutcome> {
    return setupOf(await this.take({ id, amount: 0, currency: NONE, token, saves: true, offSession: false }));
  }

  async setupStatusOf(id: string): Promise<SetupOutcome | undefined> {
    const charge = await this.find(id);
    return charge && setupOf(charge.outcome);
  }

  async methodOf(method: SavedMethod): Promise<MethodDetails> {
    return { type: 'card', card: { ...cardOf(tokenOf(method)), expMonth: 12, expYear: EXPIRY_YEAR } };
  }

  async forgetMethod(): Promise<void> {
    // It remembers charges alone: a method is its token.
  }

  charge({ confirmationToken: token, saveMethod: saves, ...charge }: OnSessionCharge): Promise<ChargeOutcome> {
    return this.take({ ...charge, token, saves, offSession: false });
  }

  chargeOffSession({ method, ...charge }: OffSessionCharge): Promise<ChargeOutcome> {
    return this.take({ ...charge, token: tokenOf(method), saves: false, offSession: true });
  }

  async statusOf(id: string): Promise<ChargeOutcome | undefined> {
    return (await this.find(id))?.outcome;
  }

  refund({ id, chargeId, money }: Refund): Promise<RefundOutcome> {
    const done = { outcome: 'succeeded', reference: `sandbox_re_${id}` } as const;
    return this.mutex.withLock(chargeId, async () => {
      const charge = await this.find(chargeId);
      if (charge?.outcome.outcome !== 'succeeded')
        return failed('charge_unknown', 'The sandbox has no such charge that was paid.');
      const { refunds, refundOutcomes = {}, refundsAre } = charge;
      if (refundOutcomes[id]) return refundOutcomes[id];
      if (id in refunds) return done;
      const { currency } = charge;
      if (money !== 'all' && money.currency !== currency)
        return failed('currency_mismatch', 'The refund is in another currency than the charge.');
      const left = leftOf(charge);
      const amount = money === 'all' ? left : money.amount;
      const refusal = refundRefusalOf({ amount, currency }, left);
      if (refusal) return failed(refusal, REFUND_REFUSALS[refusal]);
      if (refundsAre === 'failed' && money !== 'all') {
        const refused = failed('expired_or_canceled_card', REFUND_FAILED);
        await this.keep(chargeId, { ...charge, refundOutcomes: { ...refundOutcomes, [id]: refused } });
        return refused;
      }
      const kept = { ...charge, refunds: { ...refunds, [id]: amount } };
      if (refundsAre !== 'pending' || money === 'all') {
        await this.keep(chargeId, kept);
        return done;
      }
      const pending = { outcome: 'pending', reference: done.reference } as const;
      await this.keep(chargeId, { ...kept, refundOutcomes: { ...refundOutcomes, [id]: pending } });
      return pending;
    });
  }

  /** Settles a pending refund, or reverses one that has succeeded; undefined if it does not exist. One that has failed does not change. */
  settleRefund(
    chargeId: string,
    id: string,
    as: 'succeeded' | 'failed' | 'canceled',
  ): Promise<RefundOutcome | undefined> {
    return this.mutex.withLock(chargeId, async () => {
      const charge = await this.find(chargeId);
      if (!charge) return undefined;
      const { [id]: amount, ...others } = charge.refunds;
      if (amount === undefined) return charge.refundOutcomes?.[id];
      const reference = `sandbox_re_${id}`;
      const outcome: RefundOutcome =
        as === 'failed' ? failed('expired_or_canceled_card', REFUND_FAILED) : { outcome: as, reference };
      const refunds = as === 'succeeded' ? charge.refunds : others;
      await this.keep(chargeId, { ...charge, refunds, refundOutcomes: { ...charge.refundOutcomes, [id]: outcome } });
      return outcome;
    });
  }

  async read(body: string, signature: string): Promise<Delivery> {
    if (signature !== SIGNATURE) throw new UnsignedReport();
    return JSON.parse(body) as Delivery;
  }

  /** The buyer chooses one of the test tokens, and settles what requires an action. */
  async forBrowser(): Promise<Record<string, string>> {
    return {};
  }

  /** Disputes a charge on behalf of the customer's bank. @returns the report that the sandbox would send; undefined if the charge does not exist */
  async dispute(chargeId: string, reason: string): Promise<{ body: string; signature: string } | undefined> {
    const charge = await this.find(chargeId);
    if (!charge) return undefined;
    const { amount, currency } = charge;
    const reference = `sandbox_dp_${chargeId}`;
    const report: ProcessorReport = { type: 'dispute', chargeId, reference, reason, status: 'open', amount, currency };
    const delivery: Delivery = { id: `${reference}:open`, at: toInstant(Date.now()), report };
    return { body: JSON.stringify(delivery), signature: SIGNATURE };
  }

  /** Settles an open charge or setup; undefined if none exists under this id. A settled one does not change. */
  settle(id: string, as: 'succeeded' | 'declined'): Promise<ChargeOutcome | undefined> {
    return this.mutex.withLock(id, async () => {
      const charge = await this.find(id);
      const open = charge?.outcome;
      if (!charge || !open || (open.outcome !== 'pending' && open.outcome !== 'requires_action')) return open;
      const { amount, currency } = charge;
      const outcome =
        as === 'succeeded'
          ? ({ ...open, outcome: as, amount, currency, card: cardOf('') } as const)
          : { ...refused('card_declined'), card: cardOf('') };
      await this.keep(id, { ...charge, outcome });
      if (as === 'succeeded' && amount > 0) await this.vault.add(TAKEN, 1);
      return outcome;
    });
  }

  /** How many charges took money, over all payments. */
  async taken(): Promise<number> {
    return (await this.vault.add(TAKEN, 0))!;
  }

  /** How often it was called to charge under this id, and whether all of it was refunded. */
  async callsOf(id: string): Promise<{ calls: number; reversed: boolean }> {
    const charge = await this.find(id);
    return charge ? { calls: charge.calls, reversed: leftOf(charge) === 0 } : { calls: 0, reversed: false };
  }

  private take(request: ChargeRequest): Promise<ChargeOutcome> {
    const { id, amount, currency } = request;
    return this.mutex.withLock(id, async () => {
      const before = await this.find(id);
      const charge = before ?? {
        ...{ amount, currency, outcome: outcomeOf(request), calls: 0, refunds: {} },
        ...refundsOf(request.token),
      };
      await this.keep(id, { ...charge, calls: charge.calls + 1 });
      if (!before && amount > 0 && charge.outcome.outcome === 'succeeded') await this.vault.add(TAKEN, 1);
      return charge.outcome;
    });
  }

  private async find(id: string): Promise<Charge | undefined> {
    const found = await readVault(this.vault, entryOf(id));
    return found === undefined ? undefined : (JSON.parse(found) as Charge);
  }

  private async keep(id: string, charge: Charge): Promise<void> {
    await this.vault.put(entryOf(id), JSON.stringify(charge));
  }
}

const REFUND_REFUSALS: Record<NonNullable<ReturnType<typeof refundRefusalOf>>, string> = {
  charge_already_refunded: 'The charge has already been refunded.',
  parameter_invalid_integer: 'A refund is of 1 or more.',
  refund_refused: 'The refund is larger than what is left of the charge.',
  invalid_charge_amount_no_decimal_compatible: 'The refund has a part that its currency cannot pay.',
};
const REFUND_FAILED = 'The card has expired or was canceled, so its bank does not accept the refund.';

const MESSAGES = {
  card_declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  authentication_required: 'Your bank requires your confirmation.',
  invalid_token: 'The sandbox has no such card; its tokens start with ctoken_.',
  amount_too_small: 'The amount is less than can be charged.',
  amount_too_large: 'The amount is more than can be charged.',
  invalid_charge_amount_no_decimal_compatible: 'The amount has a part that its currency cannot pay.',
} as const;

interface ChargeRequest {
  id: string;
  amount: number;
  currency: string;
  token: string;
  saves: boolean;
  offSession: boolean;
}

function outcomeOf({ id, amount, currency, token, saves, offSession }: ChargeRequest): ChargeOutcome {
  const about = { reference: `sandbox_ch_${id}`, ...(saves && { method: `${SAVED}${token}` }) };
  const passed = { outcome: 'succeeded', ...about, amount, currency, card: cardOf(token) } as const;
  const declined = (code: keyof typeof MESSAGES) => ({ ...refused(code), card: cardOf(token) });
  if (!token.startsWith('ctoken_')) return refused('invalid_token');
  const refusal = currency === NONE ? undefined : chargeRefusalOf({ amount, currency });
  if (refusal) return refused(refusal);
  if (token === 'ctoken_renewal_declined') return offSession ? declined('card_declined') : passed;
  if (token === 'ctoken_insufficient_funds') return declined('insufficient_funds');
  if (token === 'ctoken_pending' || (token === 'ctoken_renewal_pending' && offSession))
    return { outcome: 'pending', ...about };
  if (token === 'ctoken_requires_action')
    return offSession ? declined('authentication_required') : { outcome: 'requires_action', ...about };
  return token.includes('declined') ? declined('card_declined') : passed;
}

function tokenOf(method: SavedMethod): string {
  return method.slice(SAVED.length);
}

/** The cards that the hosted checkout shows for these tokens. */
function cardOf(token: string): Card {
  if (token.includes('declined')) return { brand: 'visa', last4: '0002' };
  if (token === 'ctoken_insufficient_funds') return { brand: 'visa', last4: '9995' };
  if (token.startsWith('ctoken_refund_')) return { brand: 'mastercard', last4: '4444' };
  return { brand: 'visa', last4: '4242' };
}

function refundsOf(token: string): Pick<Charge, 'refundsAre'> {
  if (token.startsWith('ctoken_refund_pending')) return { refundsAre: 'pending' };
  return token.startsWith('ctoken_refund_failed') ? { refundsAre: 'failed' } : {};
}

function setupOf(outcome: ChargeOutcome): SetupOutcome {
  if (outcome.outcome === 'declined') return outcome;
  const { reference } = outcome;
  if (outcome.outcome !== 'succeeded') return { outcome: outcome.outcome, reference };
  return { outcome: 'succeeded', reference, method: outcome.method! };
}

function refused(code: keyof typeof MESSAGES) {
  return { outcome: 'declined', code, message: MESSAGES[code] } as const;
}

function failed(code: string, message: string): RefundOutcome {
  return { outcome: 'failed', code, message };
}

function leftOf({ amount, refunds }: Charge): number {
  return amount - sum(Object.values(refunds));
}

function entryOf(id: string): string {
  return `sandbox-charge/${id}`;
}
