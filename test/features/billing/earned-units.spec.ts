import { describe, expect, it } from '@jest/globals';
import { customerMeterDecider } from '../../../src/features/billing/customer-meters/customer-meter.decider.ts';
import type { CustomerMeterEvent } from '../../../src/features/billing/customer-meters/customer-meter.events.ts';
import {
  customerMeterAfter,
  NO_CUSTOMER_METER,
} from '../../../src/features/billing/customer-meters/customer-meter-state.rules.ts';
import { chargesOf, type PricedUsage } from '../../../src/features/billing/customer-meters/metered-charges.rules.ts';
import { meterCreditsProcess } from '../../../src/features/billing/grants/meter-credits.process.ts';
import { grantDecider } from '../../../src/features/billing/grants/grant.decider.ts';
import type { GrantEvent } from '../../../src/features/billing/grants/grant.events.ts';
import { NO_GRANTS, type GrantsState } from '../../../src/features/billing/grants/grants-state.rules.ts';
import { grantIdOf } from '../../../src/features/billing/grants/held.rules.ts';
import { NOTHING } from '../../../src/features/billing/meters/tally.rules.ts';
import type { MeteredPrice } from '../../../src/features/billing/products/product.events.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { Random } from '../../support/contract-tools.ts';
import { recorded } from '../../support/given.ts';
import { sized } from '../../support/seed.ts';

const DAY = 86_400;
const about = { organizationId: 'o1', customerId: 'c1', meterId: 'm1' };
const scope = { subscriptionId: 's1', orderId: null };

interface Plan {
  id: string;
  days: number;
  isPriced: boolean;
  /** What its benefit credits for a period; several plans may have the same benefit. */
  benefit: { id: string; units: number } | null;
}

/** Random subscribers who change their plan: each unit costs 1, so that what is billed is what was used beyond the credits. */
class Life {
  private meter = NO_CUSTOMER_METER;
  private readonly grants: Record<string, GrantsState> = {};
  /** Of the open period, since its price changed last. */
  private open = 0;
  private stretches: PricedUsage[] = [];
  private cuts = 0;
  private now = 0;
  private period = { start: 0, end: 0 };
  private since = 0;
  private plan: Plan | null = null;
  /** While the meter was billed. */
  used = 0;
  billed = 0;
  /** By the time that plans were had, exactly. */
  earned = 0;
  /** Where units are rounded. */
  steps = 0;

  constructor(
    private readonly currency: string,
    private readonly rollover: boolean,
  ) {}

  begin(plan: Plan): void {
    this.plan = plan;
    this.period = { start: 0, end: plan.days * DAY };
    if (plan.isPriced) this.price({ endsPeriod: true, billsSoFar: false, isBilled: false, goesOn: false });
    this.align();
  }

  use(units: number): void {
    if (!this.plan!.isPriced) return;
    this.used += units;
    this.open += units;
  }

  /** Until the end of the period at most. */
  pass(seconds: number): void {
    const until = Math.min(this.now + seconds, this.period.end);
    this.earn(until - this.now);
    this.now = until;
  }

  change(to: Plan, isInvoiced: boolean): void {
    const from = this.plan!;
    if (to === from) return;
    this.steps += 1;
    const endsPeriod = to.days !== from.days;
    this.plan = to;
    this.since = this.now;
    if (endsPeriod) this.period = { start: this.now, end: this.now + to.days * DAY };
    const billsSoFar = isInvoiced && !endsPeriod && from.isPriced;
    const goesOn = endsPeriod || !to.isPriced;
    if (from.isPriced || to.isPriced) this.price({ endsPeriod, billsSoFar, isBilled: true, goesOn });
    this.align();
    if (endsPeriod) this.cycle();
  }

  renew(): void {
    this.pass(Infinity);
    this.steps += 1;
    this.since = this.now;
    this.period = { start: this.now, end: this.now + this.plan!.days * DAY };
    if (this.plan!.isPriced) this.price({ endsPeriod: true, billsSoFar: false, isBilled: true, goesOn: true });
    this.cycle();
  }

  /** What the last period has credited, its last bill uses. */
  end(): void {
    this.earn(this.period.end - this.now);
    const wasPriced = this.plan!.isPriced;
    this.plan = { ...this.plan!, isPriced: false };
    if (wasPriced) this.price({ endsPeriod: true, billsSoFar: false, isBilled: true, goesOn: false });
  }

  private earn(seconds: number): void {
    const { benefit, days } = this.plan!;
    this.earned += ((benefit?.units ?? 0) * seconds) / (days * DAY);
  }

  private price(set: { endsPeriod: boolean; billsSoFar: boolean; isBilled: boolean; goesOn: boolean }): void {
    const { id, isPriced } = this.plan!;
    const price = { id, amountType: 'metered_unit', meterId: 'm1', unitAmount: '1', capAmount: null };
    this.cuts += 1;
    this.run('SetMeterPrice', {
      ...{ ...set, periodId: `d${this.cuts}`, owners: ['c1'], revision: 1, func: 'count', at: at(this.now) },
      ...{ subscriptionId: 's1', productId: id, price: isPriced ? { ...price, currency: this.currency } : null },
    });
  }

  private align(): void {
    const { benefit } = this.plan!;
    if (benefit) {
      const { id: benefitId, units } = benefit;
      const credit = { meterId: 'm1', units, rollover: this.rollover };
      const given = { grantId: grantIdOf('s1', benefitId), benefitType: 'meter_credit', properties: {}, credit };
      this.grant('GrantBenefit', benefitId, { ...given, organizationId: 'o1', period: this.paid() });
    }
    for (const benefitId of Object.keys(this.grants))
      if (benefitId !== benefit?.id) this.grant('RevokeGrant', benefitId, { reason: 'benefit_removed' });
  }

  private cycle(): void {
    const { benefit } = this.plan!;
    if (!benefit) return;
    const credit = { meterId: 'm1', units: benefit.units, rollover: this.rollover };
    this.grant('CycleGrant', benefit.id, { orderId: `r${this.steps}`, credit, period: this.paid() });
  }

  private paid() {
    return { start: at(this.period.start), end: at(this.period.end), since: at(this.since) };
  }

  private grant(type: string, benefitId: string, data: object): void {
    const now = at(this.now);
    const intent = { type, data: { customerId: 'c1', benefitId, scope, ...data }, now, machineNow: now };
    const before = this.grants[benefitId] ?? NO_GRANTS;
    const events = grantDecider.decide(intent as never, before);
    this.grants[benefitId] = events.reduce((state, event) => grantDecider.evolve(state, event as never), before);
    for (const event of events)
      for (const { command, data: sent } of meterCreditsProcess.react(
        recorded(event as GrantEvent as never, { occurredAt: now }),
      ))
        this.credit(command.name, sent as Credited);
  }

  private credit(command: string, data: Credited): void {
    if (command === 'MeasureSubscription') return;
    if (command !== 'CycleCredits') return this.run(command, data);
    const { grantId, credit } = data;
    this.cuts += 1;
    const cut = { periodId: `e${this.cuts}`, owners: ['c1'], revision: 1, func: 'count' };
    this.run('EndCreditPeriod', { ...cut, grantId, at: credit!.during.start });
    this.run('CreditMeter', { grantId, ...credit });
  }

  private run(type: string, data: object): void {
    const intent = { type, data: { ...about, ...data } };
    const events = customerMeterDecider.decide(intent as never, this.meter);
    this.meter = events.reduce(customerMeterAfter, this.meter);
    for (const event of events) this.follow(event);
  }

  private follow({ type, data }: CustomerMeterEvent): void {
    if (type !== 'MeterPeriodClosed') return;
    const price = data.billing?.price as MeteredPrice;
    this.stretches.push({ price, tally: { ...NOTHING, count: this.open } });
    this.open = 0;
    if (data.ends === 'price') return;
    const { periodId, credits, revision, func, billing } = data;
    const consumed = String(this.stretches.reduce((sum, { tally }) => sum + tally.count, 0));
    if (billing) for (const { amount } of chargesOf(this.stretches, func, credits)) this.billed += amount;
    this.stretches = [];
    this.run('CarryCredits', { periodId, consumed, carried: '0', revision, func });
  }
}

interface Credited {
  grantId: string;
  credit?: { during: { start: string } };
}

function at(second: number) {
  return addSeconds('2026-06-01T00:00:00.000Z', second);
}

describe('the units of a plan', () => {
  const benefits = [{ id: 'b1', units: 100 }, { id: 'b2', units: 100 }, { id: 'b3', units: 1_000 }, null];
  const randomPlans = (random: Random, isAlwaysPriced: boolean): Plan[] =>
    Array.from({ length: 5 }, (_, n) => ({
      id: `q${n}`,
      days: n < 3 ? 30 : 365,
      isPriced: isAlwaysPriced || random.int(4) > 0,
      benefit: random.pick(benefits),
    }));
  const lives = Array.from({ length: 2 }, (_, n) =>
    (['jpy', 'eur'] as const).map((currency) => [currency, n] as const),
  );

  it.each(lives.flat())(
    'are earned by time, whatever changes within and across intervals: %s, %i',
    (currency, seed) => {
      const random = new Random(seed + (currency === 'jpy' ? 100 : 200));
      for (let n = 0; n < sized({ gate: 150, soak: 10_000 }); n += 1) {
        // Whoever uses more than is ever credited pays for all that was not earned, and for no more.
        const [isHeavy, isHasty] = [random.int(2) === 0, random.int(2) === 0];
        const plans = randomPlans(random, isHeavy);
        const life = new Life(currency, random.int(3) === 0);
        life.begin(random.pick(plans));
        const moves: string[] = [];
        for (let step = 0; step < 14; step += 1) {
          life.use(isHeavy ? 5_000 : random.pick([0, 20, 100, 1_000]));
          life.pass(random.pick(isHasty ? [1, 1, 60, DAY] : [1, DAY, 7 * DAY, 20 * DAY]));
          const to = random.pick(plans);
          const [isInvoiced, isRenewed] = [random.int(2) === 0, random.int(isHasty ? 20 : 4) === 0];
          if (isRenewed) life.renew();
          else life.change(to, isInvoiced);
          moves.push(isRenewed ? 'renew' : `${to.id} ${isInvoiced ? 'invoice' : 'prorate'}`);
        }
        life.use(isHeavy ? 5_000 : 0);
        life.end();
        const { used, billed, earned, steps } = life;
        const shown = { n, plans, moves, used, billed, earned, steps };
        if (used - billed > earned + steps + 1) throw new Error(`Units were made: ${JSON.stringify(shown)}`);
        if (isHeavy && used - billed < earned - steps - 1)
          throw new Error(`Units are missing: ${JSON.stringify(shown)}`);
        expect(used).toBeGreaterThanOrEqual(billed - steps);
      }
    },
  );
});
