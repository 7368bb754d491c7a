import type {
  ChargeOutcome,
  ChargeRequest,
  PaymentProcessor,
} from '../../features/billing/payments/payment-processor.ts';
import { KeyedMutex } from '../../kernel/coordination/mutex.ts';
import { readVault, type Vault } from '../../kernel/ports/vault.ts';

const TAKEN = 'sandbox-charges/taken';

/** What the sandbox remembers of one charge. */
interface Charge {
  amount: number;
  currency: string;
  outcome: ChargeOutcome;
  /** How often it was asked to charge under this id. */
  calls: number;
  reversed: boolean;
}

/**
 * Pretends to take money, by test tokens (docs/SANDBOX.md#payments): `ctoken_ok`, `ctoken_declined`, `ctoken_insufficient_funds`,
 * `ctoken_requires_action`, `ctoken_pending`, `ctoken_renewal_declined`; any other `ctoken_…` passes unless it contains `declined`.
 * The Vault remembers charges under the payment's id, so that the same id answers the same, also after a restart.
 */
export class SandboxPaymentProcessor implements PaymentProcessor {
  private readonly turn = new KeyedMutex();

  constructor(private readonly vault: Vault) {}

  charge(request: ChargeRequest): Promise<ChargeOutcome> {
    const { id, amount, currency } = request;
    return this.turn.run(id, async () => {
      const before = await this.find(id);
      const charge = before ?? { amount, currency, outcome: outcomeOf(request), calls: 0, reversed: false };
      await this.keep(id, { ...charge, calls: charge.calls + 1 });
      if (!before && charge.outcome.outcome === 'succeeded') await this.vault.add(TAKEN, 1);
      return charge.outcome;
    });
  }

  async enquire(id: string): Promise<ChargeOutcome | undefined> {
    return (await this.find(id))?.outcome;
  }

  reverse(id: string): Promise<{ reference: string }> {
    return this.turn.run(id, async () => {
      const charge = await this.find(id);
      if (!charge) throw new Error('The sandbox knows no such charge');
      if (!charge.reversed) await this.keep(id, { ...charge, reversed: true });
      return { reference: `sandbox_re_${id}` };
    });
  }

  /** Says how a charge that was left open ends; undefined where there is none under this id. What is settled stays as it is. */
  settle(id: string, as: 'succeeded' | 'declined'): Promise<ChargeOutcome | undefined> {
    return this.turn.run(id, async () => {
      const charge = await this.find(id);
      if (!charge || !['pending', 'requires_action'].includes(charge.outcome.outcome)) return charge?.outcome;
      const outcome = as === 'succeeded' ? passed({ id, ...charge }) : declined('card_declined');
      await this.keep(id, { ...charge, outcome });
      if (as === 'succeeded') await this.vault.add(TAKEN, 1);
      return outcome;
    });
  }

  /** How many charges took money, over all payments. */
  async taken(): Promise<number> {
    return (await this.vault.add(TAKEN, 0))!;
  }

  /** How often it was called to charge under this id, and whether the money went back. */
  async callsOf(id: string): Promise<{ calls: number; reversed: boolean }> {
    const { calls, reversed } = (await this.find(id)) ?? { calls: 0, reversed: false };
    return { calls, reversed };
  }

  private async find(id: string): Promise<Charge | undefined> {
    const found = await readVault(this.vault, entryOf(id));
    return found === undefined ? undefined : (JSON.parse(found) as Charge);
  }

  private async keep(id: string, charge: Charge): Promise<void> {
    await this.vault.put(entryOf(id), JSON.stringify(charge));
  }
}

const MESSAGES = {
  card_declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  authentication_required: 'Your bank asks for a confirmation that only you can give.',
  invalid_token: 'The sandbox knows no such card; its tokens start with ctoken_.',
} as const;

function outcomeOf(request: ChargeRequest): ChargeOutcome {
  const { method, offSession } = request;
  if (!method.startsWith('ctoken_')) return declined('invalid_token');
  if (method === 'ctoken_renewal_declined') return offSession ? declined('card_declined') : passed(request);
  if (method === 'ctoken_insufficient_funds') return declined('insufficient_funds');
  if (method === 'ctoken_pending') return { outcome: 'pending', reference: referenceOf(request) };
  if (method === 'ctoken_requires_action')
    return offSession
      ? declined('authentication_required')
      : { outcome: 'requires_action', reference: referenceOf(request) };
  return method.includes('declined') ? declined('card_declined') : passed(request);
}

function passed({ id, amount, currency }: { id: string; amount: number; currency: string }): ChargeOutcome {
  return { outcome: 'succeeded', reference: referenceOf({ id }), amount, currency };
}

function declined(code: keyof typeof MESSAGES): ChargeOutcome {
  return { outcome: 'declined', code, message: MESSAGES[code] };
}

function referenceOf({ id }: { id: string }): string {
  return `sandbox_ch_${id}`;
}

function entryOf(id: string): string {
  return `sandbox-charge/${id}`;
}
