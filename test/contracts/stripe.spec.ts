import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StripePaymentProcessor } from '../../src/adapters/stripe/stripe-payment-processor.ts';
import { SqliteVault } from '../../src/adapters/sqlite/sqlite-vault.ts';
import { UnsignedReport, type ChargeOutcome } from '../../src/features/billing/payments/payment-processor.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { StripeDouble, STRIPE_KEYS, type Fault } from '../support/stripe/double.ts';
import { missingStripeMock, StripeMock } from '../support/stripe/mock.ts';
import { paymentProcessorContract } from './payment-processor.contract.ts';

const DAY_MS = 86_400_000;
const CHARGE = 'POST /v1/payment_intents';
const money = { amount: 2_000, currency: 'usd' };

let dataDir: string;
let vault: SqliteVault;
let double: StripeDouble;
let processor: StripePaymentProcessor;
let customer: string;
let aheadMs = 0;

const processorAt = (apiUrl: string, secretKey = STRIPE_KEYS.secretKey) =>
  new StripePaymentProcessor(
    { ...STRIPE_KEYS, secretKey, apiUrl },
    vault,
    { chargeMs: 400, otherMs: 400 },
    () => Date.now() + aheadMs,
  );

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tillbook-'));
  vault = new SqliteVault(dataDir);
  double = await StripeDouble.start();
  processor = processorAt(double.url);
  customer = (await processor.createCustomer({ id: newUuid() })).reference;
});
afterAll(async () => {
  await double.stop();
  await vault.close();
  await rm(dataDir, { recursive: true });
});

paymentProcessorContract('Stripe', async () => ({
  processor,
  tokens: {
    ok: 'ctoken_ok',
    declined: 'ctoken_declined',
    pending: 'ctoken_processing',
    requiresAction: 'ctoken_requires_action',
    renewalDeclined: 'ctoken_renewal_declined',
  },
  settle: async (id, as) => double.settle(id, as),
  dispute: async (id) => {
    double.dispute(id);
    return double.signed(double.latest('charge.dispute.created'));
  },
}));

const charge = (id: string, confirmationToken = 'ctoken_ok') =>
  processor.charge({ id, ...money, customer, confirmationToken, saveMethod: true });
const paid = async () => {
  const id = newUuid();
  await charge(id);
  return id;
};

describe('a charge at Stripe', () => {
  it('carries our id as its idempotency key and in its metadata, and asks to keep the method only if it is used again', async () => {
    const id = newUuid();
    await processor.charge({ id, ...money, customer, confirmationToken: 'ctoken_ok', saveMethod: false });
    const { params, key } = double.requests.findLast(({ call }) => call === CHARGE)!;
    expect(key).toBe(id);
    expect(params).toMatchObject({
      amount: '2000',
      currency: 'usd',
      customer,
      confirmation_token: 'ctoken_ok',
      confirm: 'true',
      'metadata[payment_id]': id,
    });
    expect(params).not.toHaveProperty('setup_future_usage');
  });

  // An answer that stays away is asked for once more within the call.
  it.each<[Fault, number]>([
    ['silent before', 2],
    ['silent after', 2],
    ['cut after', 1],
  ])('takes the money once if the connection is %s it was made', async (fault, times) => {
    const id = newUuid();
    double.fail(CHARGE, ...Array<Fault>(times).fill(fault));
    await expect(charge(id)).rejects.toThrow();
    const found = await processor.statusOf(id);
    expect(found?.outcome).toBe(fault === 'silent before' ? undefined : 'succeeded');
    expect(await charge(id)).toMatchObject({ outcome: 'succeeded', ...money, method: expect.any(String) });
    expect(double.chargesOf(id)).toHaveLength(1);
  });

  it('is found among many others of its customer, after Stripe has forgotten its idempotency key', async () => {
    const id = newUuid();
    double.fail(CHARGE, 'silent after', 'silent after');
    await expect(charge(id)).rejects.toThrow();
    for (let i = 0; i < 7; i += 1) await charge(newUuid());
    double.forgetKeys();
    expect(await charge(id)).toMatchObject({ outcome: 'succeeded' });
    expect(double.chargesOf(id)).toHaveLength(1);
  });

  it('is repeated within the call if no answer arrives, under the same key', async () => {
    const id = newUuid();
    double.fail(CHARGE, 'silent after');
    expect(await charge(id)).toMatchObject({ outcome: 'succeeded' });
    expect(double.chargesOf(id)).toHaveLength(1);
  });

  it.each<[Fault, number]>([
    ['limited', 1],
    ['broken', 2],
  ])('leaves open what happened when Stripe is %s', async (fault, times) => {
    const id = newUuid();
    double.fail(CHARGE, ...Array<Fault>(times).fill(fault));
    await expect(charge(id)).rejects.toThrow();
    expect(await processor.statusOf(id)).toBeUndefined();
    expect(await charge(id)).toMatchObject({ outcome: 'succeeded' });
    expect(double.chargesOf(id)).toHaveLength(1);
  });

  it('is asked for once at a time while Stripe is limited, because nothing can have been charged', async () => {
    const id = newUuid();
    double.fail(CHARGE, 'limited', 'limited', 'limited');
    double.requests.length = 0;
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await processor.statusOf(id)).toBeUndefined();
      await expect(charge(id)).rejects.toThrow(/Stripe/);
    }
    expect(await processor.statusOf(id)).toBeUndefined();
    expect(await charge(id)).toMatchObject({ outcome: 'succeeded', ...money });
    expect(double.requests.map(({ call }) => call)).toEqual([CHARGE, CHARGE, CHARGE, CHARGE]);
  });

  it('is looked for if Stripe was limited only after an answer was lost', async () => {
    for (const fault of ['silent after', 'silent before'] as const) {
      const id = newUuid();
      double.fail(CHARGE, fault, 'limited');
      await expect(charge(id)).rejects.toThrow(/Stripe/);
      double.forgetKeys();
      double.requests.length = 0;
      expect(await charge(id)).toMatchObject({ outcome: 'succeeded', ...money });
      expect(double.requests[0]!.call).toBe('GET /v1/payment_intents');
      expect(double.chargesOf(id)).toHaveLength(1);
    }
  });

  it.each([
    ['ctoken_insufficient_funds', { code: 'insufficient_funds', message: 'Your card has insufficient funds.' }],
    ['ctoken_used_up', { code: 'resource_missing', message: expect.stringMatching(/enter them again/) }],
  ])('is declined with a reason for %s, and stays declined', async (token, reason) => {
    const id = newUuid();
    const outcome = await charge(id, token);
    expect(outcome).toMatchObject({ outcome: 'declined', ...reason });
    expect(await charge(id, token)).toEqual(outcome);
  });

  it('is declined if Stripe never takes such an amount, but not if our key is wrong', async () => {
    const small = { id: newUuid(), amount: 10, currency: 'usd', customer, confirmationToken: 'ctoken_ok' };
    expect(await processor.charge({ ...small, saveMethod: false })).toMatchObject({ code: 'amount_too_small' });
    const other = processorAt(double.url, 'sk_test_of_somebody_else');
    const id = newUuid();
    const asked = other.charge({ ...small, id, amount: 900, saveMethod: false });
    await expect(asked).rejects.toThrow(/Invalid API Key/);
  });

  it('tells the browser what to confirm, only while that is required', async () => {
    const id = newUuid();
    await charge(id, 'ctoken_requires_action');
    const secret = double.intentOf(id)['client_secret'];
    expect(await processor.forBrowser(id)).toEqual({
      publishable_key: STRIPE_KEYS.publishableKey,
      intent_client_secret: secret,
      intent_status: 'requires_action',
    });
    double.settle(id, 'succeeded');
    await processor.statusOf(id);
    expect(await processor.forBrowser(id)).toEqual({ publishable_key: STRIPE_KEYS.publishableKey });
    expect(await processor.forBrowser(null)).toEqual({ publishable_key: STRIPE_KEYS.publishableKey });
  });

  it('is canceled once its customer has not confirmed it for a day; a bank debit may take longer', async () => {
    const [id, debit] = [newUuid(), newUuid()];
    await charge(id, 'ctoken_requires_action');
    await charge(debit, 'ctoken_processing');
    aheadMs = DAY_MS - 60_000;
    expect(await processor.statusOf(id)).toMatchObject({ outcome: 'requires_action' });
    aheadMs = DAY_MS + 60_000;
    expect(await processor.statusOf(id)).toMatchObject({ outcome: 'declined', code: 'canceled' });
    expect(await processor.statusOf(debit)).toMatchObject({ outcome: 'pending' });
    expect(double.intentOf(id)).toMatchObject({ status: 'canceled' });
    aheadMs = 0;
  });
});

describe('a setup at Stripe', () => {
  it('is found if its answer was lost', async () => {
    const id = newUuid();
    double.fail('POST /v1/setup_intents', 'silent after', 'silent after');
    await expect(processor.setUpMethod({ id, customer, confirmationToken: 'ctoken_ok' })).rejects.toThrow();
    const outcome = await processor.setupStatusOf(id);
    expect(outcome).toMatchObject({ outcome: 'succeeded', method: expect.any(String) });
    expect(await processor.setUpMethod({ id, customer, confirmationToken: 'ctoken_ok' })).toEqual(outcome);
  });
});

describe('a refund at Stripe', () => {
  afterEach(() => void (double.refundsAre = 'succeeded'));

  it('carries our ids, and is made once if its answer was lost', async () => {
    const [chargeId, id] = [await paid(), newUuid()];
    double.fail('POST /v1/refunds', 'silent after', 'silent after');
    await expect(processor.refund({ id, chargeId, money: { ...money, amount: 500 } })).rejects.toThrow();
    double.forgetKeys();
    expect(await processor.refund({ id, chargeId, money: { ...money, amount: 500 } })).toMatchObject({
      outcome: 'succeeded',
    });
    expect(double.refundsOf(chargeId)).toMatchObject([
      { amount: 500, metadata: { refund_id: id, payment_id: chargeId } },
    ]);
  });

  it('is asked about until it is no longer pending', async () => {
    const [chargeId, id] = [await paid(), newUuid()];
    double.refundsAre = 'pending';
    expect(await processor.refund({ id, chargeId, money: 'all' })).toMatchObject({ outcome: 'pending' });
    double.refundFails(double.refundsOf(chargeId)[0]!);
    expect(await processor.refund({ id, chargeId, money: 'all' })).toMatchObject({
      outcome: 'failed',
      code: 'expired_or_canceled_card',
    });
  });

  it('fails with a reason', async () => {
    const chargeId = await paid();
    double.refundsAre = 'failed';
    expect(await processor.refund({ id: newUuid(), chargeId, money: 'all' })).toMatchObject({
      outcome: 'failed',
      code: 'insufficient_funds',
      message: expect.stringMatching(/\w/),
    });
  });
});

describe('a report of Stripe', () => {
  const read = (event = double.events.at(-1)!) => {
    const { body, signature } = double.signed(event);
    return processor.read(body, signature);
  };

  it('is read with its id and time, and the ids that are ours', async () => {
    const id = await paid();
    const event = double.latest('payment_intent.succeeded');
    // A report does not say which card was charged.
    const { card, ...outcome } = (await processor.statusOf(id)) as Extract<ChargeOutcome, { outcome: 'succeeded' }>;
    expect(card).toEqual({ brand: 'visa', last4: '4242' });
    expect(await read(event)).toEqual({
      id: event.id,
      at: new Date(event.created * 1_000).toISOString(),
      report: { type: 'charge', id, outcome },
    });
    const refundId = newUuid();
    await processor.refund({ id: refundId, chargeId: id, money: 'all' });
    expect((await read()).report).toMatchObject({
      type: 'refund',
      id: refundId,
      chargeId: id,
      outcome: { outcome: 'succeeded' },
    });
    double.closeDispute(double.dispute(id), 'lost');
    expect((await read()).report).toMatchObject({ type: 'dispute', chargeId: id, status: 'lost', ...money });
  });

  it('about what is not ours, or of another mode, says nothing', async () => {
    const intent = double.intentOf(await paid());
    const ours = double.latest('payment_intent.succeeded');
    const types = async (event = double.events.at(-1)!) => (await read(event)).report.type;
    double.report('payment_intent.succeeded', { ...intent, metadata: {} });
    expect(await types()).toBe('other');
    double.report('payment_intent.succeeded', { ...intent, metadata: { payment_id: '../orders' } });
    expect(await types()).toBe('other');
    // Another intent of the same account, such as one of another program, which names our payment.
    double.report('payment_intent.succeeded', { ...intent, id: 'pi_other' });
    expect(await types()).toBe('other');
    double.report('invoice.paid', { id: 'in_1' });
    expect(await types()).toBe('other');
    expect([await types(ours), await types({ ...ours, livemode: true })]).toEqual(['charge', 'other']);
    const foreign = { ...double.dispute(intent.metadata['payment_id']!), payment_intent: null };
    double.report('charge.dispute.created', foreign);
    expect(await types()).toBe('other');
  });

  it('is refused with another secret, after five minutes, and if one byte differs', async () => {
    const event = double.latest('payment_intent.succeeded');
    const forged = double.signed(event, 'whsec_other');
    await expect(processor.read(forged.body, forged.signature)).rejects.toThrow(UnsignedReport);
    const old = double.signed(event, undefined, Math.floor(Date.now() / 1_000) - 301);
    await expect(processor.read(old.body, old.signature)).rejects.toThrow(UnsignedReport);
    const { body, signature } = double.signed(event);
    await expect(processor.read(body.replace('2000', '2001'), signature)).rejects.toThrow(UnsignedReport);
    await expect(processor.read(body, '')).rejects.toThrow(UnsignedReport);
    for (const none of [[], { id: 1 }, { ...event, created: 'now' }, { ...event, data: null }]) {
      const { body: other, signature: own } = double.signed(none as never);
      await expect(processor.read(other, own)).rejects.toThrow(UnsignedReport);
    }
  });
});

it("keeps what is Stripe's in test mode apart from what is live", async () => {
  const id = newUuid();
  const test = await processor.createCustomer({ id });
  expect(await processor.createCustomer({ id })).toEqual(test);
  double.requests.length = 0;
  await expect(processorAt(double.url, 'sk_live_other').createCustomer({ id })).rejects.toThrow(/Invalid API Key/);
  expect(double.requests).toMatchObject([{ call: 'POST /v1/customers' }]);
});

const missing = missingStripeMock();
const describeWithMock = missing === undefined ? describe : describe.skip;

/** Stripe's own description of its API decides; it keeps nothing, so that answers are examples. Not every machine that checks pushes has Go. */
describeWithMock(`requests, checked by stripe-mock${missing === undefined ? '' : ` (${missing})`}`, () => {
  let mock: StripeMock;
  let mocked: StripePaymentProcessor;
  beforeAll(async () => {
    mock = await StripeMock.start();
    mocked = new StripePaymentProcessor({ ...STRIPE_KEYS, secretKey: 'sk_test_123', apiUrl: mock.url }, vault);
  }, 30_000);
  afterAll(() => mock.stop());

  it('have the shapes that Stripe expects', async () => {
    const { reference } = await mocked.createCustomer({ id: newUuid() });
    expect(reference).toMatch(/^cus_/);
    const [id, setup] = [newUuid(), newUuid()];
    const onSession = { ...money, customer: reference, confirmationToken: 'ctoken_1' };
    const outcomes = [
      await mocked.charge({ id, ...onSession, saveMethod: true }),
      await mocked.chargeOffSession({ id: newUuid(), ...money, customer: reference, method: 'pm_1' }),
      await mocked.setUpMethod({ id: setup, customer: reference, confirmationToken: 'ctoken_1' }),
      await mocked.statusOf(id),
      await mocked.setupStatusOf(setup),
    ];
    for (const outcome of outcomes) expect(outcome).toHaveProperty('outcome');
    const { stripe } = mocked as unknown as { stripe: import('stripe').default };
    await stripe.refunds.create({ payment_intent: 'pi_1', amount: 5, metadata: { refund_id: newUuid() } });
    for (const list of [stripe.paymentIntents, stripe.setupIntents])
      await list.list({ customer: reference, created: { gte: 1 }, limit: 100 });
    await stripe.refunds.list({ payment_intent: 'pi_1', limit: 100 });
    await stripe.paymentIntents.cancel('pi_1', { cancellation_reason: 'abandoned' });
    await stripe.setupIntents.cancel('seti_1', { cancellation_reason: 'abandoned' });
  });
});
