import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  UnsignedReport,
  type PaymentProcessor,
  type SavedMethod,
} from '../../src/features/billing/payments/payment-processor.ts';
import { maximumChargeOf, minimumChargeOf } from '../../src/kernel/currencies.ts';
import { newUuid } from '../../src/kernel/ids.ts';

/** A processor in test mode, and the tokens that it issues to a customer's browser. */
export interface ProcessorUnderTest {
  processor: PaymentProcessor;
  /** `renewalDeclined`: the first charge succeeds, off-session charges are declined. */
  tokens: Record<'ok' | 'declined' | 'pending' | 'requiresAction' | 'renewalDeclined', string>;
  settle(chargeId: string, as: 'succeeded' | 'declined'): Promise<unknown>;
  /** The notification that it sends when a charge is disputed. */
  dispute(chargeId: string): Promise<{ body: string; signature: string }>;
}

/** What every payment processor must do. */
export function paymentProcessorContract(name: string, open: () => Promise<ProcessorUnderTest>): void {
  describe.each([
    { amount: 2_000, currency: 'usd' },
    { amount: 2_000, currency: 'jpy' },
  ])(`${name} is a payment processor for $amount $currency`, (money) => {
    let under: ProcessorUnderTest;
    let customer: string;
    beforeAll(async () => {
      under = await open();
      customer = (await under.processor.createCustomer({ id: newUuid() })).reference;
    });

    const charge = (token: keyof ProcessorUnderTest['tokens'], { id = newUuid(), saveMethod = true } = {}) =>
      under.processor.charge({ id, ...money, customer, confirmationToken: under.tokens[token], saveMethod });
    const offSession = (method: SavedMethod, id = newUuid()) =>
      under.processor.chargeOffSession({ id, ...money, customer, method });
    const paid = async () => {
      const id = newUuid();
      await charge('ok', { id });
      return id;
    };
    async function saved(token: keyof ProcessorUnderTest['tokens']): Promise<SavedMethod> {
      const outcome = await charge(token);
      if (outcome.outcome === 'declined') throw new Error('The charge was declined');
      return outcome.method!;
    }

    it('knows a customer by our id, however often it is created', async () => {
      const [id, other] = [newUuid(), newUuid()];
      const [one, again, another] = await Promise.all(
        [id, id, other].map((each) => under.processor.createCustomer({ id: each })),
      );
      expect(again).toEqual(one);
      expect(another).not.toEqual(one);
    });

    it('charges the requested amount, and saves the method if requested', async () => {
      expect(await charge('ok')).toMatchObject({ outcome: 'succeeded', ...money, method: expect.any(String) });
      expect(await charge('ok', { saveMethod: false })).not.toHaveProperty('method');
    });

    it('says which card was charged or declined', async () => {
      const card = { brand: expect.stringMatching(/^[a-z]/), last4: expect.stringMatching(/^\d{4}$/) };
      for (const token of ['ok', 'declined'] as const) expect(await charge(token)).toMatchObject({ card });
    });

    it('says which card it has saved, and forgets it, however often that is requested', async () => {
      const method = await saved('ok');
      expect(await under.processor.methodOf(method)).toEqual({
        type: 'card',
        card: {
          brand: expect.stringMatching(/^[a-z]/),
          last4: expect.stringMatching(/^\d{4}$/),
          expMonth: expect.any(Number),
          expYear: expect.any(Number),
        },
      });
      await under.processor.forgetMethod(method);
      await under.processor.forgetMethod(method);
    });

    it('answers a repeated charge as before, as it does a request for its status', async () => {
      const id = newUuid();
      const first = await charge('ok', { id });
      expect(await charge('ok', { id })).toEqual(first);
      expect(await under.processor.statusOf(id)).toEqual(first);
    });

    it('does not know a charge that was never made', async () =>
      expect(await under.processor.statusOf(newUuid())).toBeUndefined());

    it('gives a reason for the decline that a customer can read', async () =>
      expect(await charge('declined')).toMatchObject({
        outcome: 'declined',
        code: expect.any(String),
        message: expect.stringMatching(/\w/),
      }));

    it.each(['pending', 'requiresAction'] as const)('leaves a charge open (%s) until it is settled', async (token) => {
      const [one, two] = [newUuid(), newUuid()];
      const outcome = token === 'pending' ? token : 'requires_action';
      for (const id of [one, two]) expect(await charge(token, { id })).toMatchObject({ outcome });
      await under.settle(one, 'succeeded');
      await under.settle(two, 'declined');
      expect(await under.processor.statusOf(one)).toMatchObject({ outcome: 'succeeded', ...money });
      expect(await under.processor.statusOf(two)).toMatchObject({ outcome: 'declined' });
    });

    it('charges a saved method off-session, once per id', async () => {
      const [method, id] = [await saved('ok'), newUuid()];
      const first = await offSession(method, id);
      expect(first).toMatchObject({ outcome: 'succeeded', ...money });
      expect(await offSession(method, id)).toEqual(first);
      expect(await offSession(await saved('renewalDeclined'))).toMatchObject({ outcome: 'declined' });
    });

    it('declines off-session a charge that only the customer can confirm', async () =>
      expect(await offSession(await saved('requiresAction'))).toMatchObject({ outcome: 'declined' }));

    it('saves a method without charging it', async () => {
      const setUp = (token: 'ok' | 'declined' | 'requiresAction') =>
        under.processor.setUpMethod({ id: newUuid(), customer, confirmationToken: under.tokens[token] });
      const setup = await setUp('ok');
      expect(setup).toMatchObject({ outcome: 'succeeded' });
      if (setup.outcome === 'succeeded')
        expect(await offSession(setup.method)).toMatchObject({ outcome: 'succeeded', ...money });
      expect(await setUp('declined')).toMatchObject({ outcome: 'declined' });
      expect(await setUp('requiresAction')).toMatchObject({ outcome: 'requires_action' });
    });

    it('sets a method up once per id, and knows what has become of it', async () => {
      const [id, other] = [newUuid(), newUuid()];
      const setUp = (each: string, token: 'ok' | 'requiresAction') =>
        under.processor.setUpMethod({ id: each, customer, confirmationToken: under.tokens[token] });
      expect(await under.processor.setupStatusOf(id)).toBeUndefined();
      const first = await setUp(id, 'ok');
      expect(await setUp(id, 'ok')).toEqual(first);
      expect(await under.processor.setupStatusOf(id)).toEqual(first);
      await setUp(other, 'requiresAction');
      await under.settle(other, 'succeeded');
      expect(await under.processor.setupStatusOf(other)).toMatchObject({
        outcome: 'succeeded',
        method: expect.any(String),
      });
    });

    it('refunds in parts, never more than was charged, and once per id', async () => {
      const [chargeId, id] = [await paid(), newUuid()];
      const part = { chargeId, money: { ...money, amount: 1_500 } };
      const first = await under.processor.refund({ id, ...part });
      expect(first).toMatchObject({ outcome: 'succeeded' });
      expect(await under.processor.refund({ id, ...part })).toEqual(first);
      expect(await under.processor.refund({ id: newUuid(), ...part })).toMatchObject({ outcome: 'failed' });
      expect(await under.processor.refund({ id: newUuid(), chargeId, money: 'all' })).toMatchObject({
        outcome: 'succeeded',
      });
      expect(await under.processor.refund({ id: newUuid(), chargeId, money: 'all' })).toMatchObject({
        outcome: 'failed',
      });
    });

    it('refunds in the currency of the charge, and only charges that it knows', async () => {
      const other = { amount: 100, currency: 'eur' };
      expect(await under.processor.refund({ id: newUuid(), chargeId: await paid(), money: other })).toMatchObject({
        outcome: 'failed',
      });
      expect(await under.processor.refund({ id: newUuid(), chargeId: newUuid(), money: 'all' })).toMatchObject({
        outcome: 'failed',
      });
    });

    it('reports a dispute that only the processor can sign', async () => {
      const chargeId = await paid();
      const { body, signature } = await under.dispute(chargeId);
      const delivery = await under.processor.read(body, signature);
      expect(delivery).toMatchObject({ id: expect.any(String), at: expect.any(String) });
      expect(delivery.report).toMatchObject({
        type: 'dispute',
        chargeId,
        reference: expect.any(String),
        reason: expect.any(String),
        status: 'open',
        ...money,
      });
      await expect(under.processor.read(body, 'somebody else')).rejects.toThrow(UnsignedReport);
      await expect(under.processor.read(`${body} `, `${signature}0`)).rejects.toThrow(UnsignedReport);
    });
  });

  /** As Stripe publishes them: the currency, and what is charged in vain, with the code. */
  describe.each([
    { currency: 'usd', step: 1 },
    { currency: 'huf', step: 1 },
    { currency: 'jpy', step: 1 },
    { currency: 'idr', step: 1 },
    { currency: 'kwd', step: 10 },
    { currency: 'isk', step: 100 },
    { currency: 'ugx', step: 100 },
  ])(`${name} refuses amounts in $currency that cannot be charged or refunded`, ({ currency, step }) => {
    const [least, most] = [minimumChargeOf(currency), maximumChargeOf(currency)];
    const paid = 3 * Math.max(least, 100);
    let under: ProcessorUnderTest;
    let customer: string;
    beforeAll(async () => {
      under = await open();
      customer = (await under.processor.createCustomer({ id: newUuid() })).reference;
    });

    async function charged(amount: number, token: keyof ProcessorUnderTest['tokens'] = 'ok') {
      const id = newUuid();
      const about = { id, amount, currency, customer, saveMethod: true };
      const outcome = await under.processor.charge({ ...about, confirmationToken: under.tokens[token] });
      return { id, outcome };
    }
    const refundOf = (chargeId: string, amount: number) =>
      under.processor.refund({ id: newUuid(), chargeId, money: { amount, currency } });
    const uneven = { code: 'invalid_charge_amount_no_decimal_compatible', message: expect.stringMatching(/\w/) };

    it('charges from the least to the most, in steps, on-session and off-session', async () => {
      const { outcome: first } = await charged(least);
      expect(first).toMatchObject({ outcome: 'succeeded', amount: least });
      const method = first.outcome === 'succeeded' ? first.method! : '';
      const largest = most - (most % step);
      const cases: [number, object][] = [
        [largest, { outcome: 'succeeded', amount: largest }],
        [least - step, { outcome: 'declined', code: 'amount_too_small' }],
        [largest + step, { outcome: 'declined', code: 'amount_too_large' }],
        ...(step === 1 ? [] : [[least + 1, { outcome: 'declined', ...uneven }] as [number, object]]),
      ];
      for (const [amount, expected] of cases) {
        expect((await charged(amount)).outcome).toMatchObject(expected);
        const offSession = { id: newUuid(), amount, currency, customer, method };
        expect(await under.processor.chargeOffSession(offSession)).toMatchObject(expected);
      }
    });

    it('refunds in steps, less than the least charge too, and not more than is left', async () => {
      const { id } = await charged(paid);
      if (step > 1) expect(await refundOf(id, step + 1)).toMatchObject({ outcome: 'failed', ...uneven });
      expect(await refundOf(id, 0)).toMatchObject({ outcome: 'failed', code: 'parameter_invalid_integer' });
      expect(await refundOf(id, step)).toMatchObject({ outcome: 'succeeded' });
      expect(await refundOf(id, paid)).toMatchObject({ outcome: 'failed', code: 'refund_refused' });
      expect(await refundOf(id, paid - step)).toMatchObject({ outcome: 'succeeded' });
      expect(await refundOf(id, step)).toMatchObject({ outcome: 'failed', code: 'charge_already_refunded' });
    });

    it('refunds only what was paid, in its currency', async () => {
      for (const token of ['declined', 'pending', 'requiresAction'] as const) {
        const { id } = await charged(paid, token);
        expect(await refundOf(id, step)).toMatchObject({ outcome: 'failed', code: 'charge_unknown' });
      }
      const { id: chargeId } = await charged(paid);
      const money = { amount: 100, currency: currency === 'usd' ? 'eur' : 'usd' };
      expect(await under.processor.refund({ id: newUuid(), chargeId, money })).toMatchObject({
        outcome: 'failed',
        code: 'currency_mismatch',
      });
    });
  });
}
