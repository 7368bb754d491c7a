import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Product } from '@polar-sh/sdk/models/components/product.js';
import { StripePaymentProcessor } from '../../../src/adapters/stripe/stripe-payment-processor.ts';
import { Commands } from '../../../src/app/commands.ts';
import { JOBS } from '../../../src/app/tokens.ts';
import { run } from '../../../src/cli/run.ts';
import { ReversePayment, SettlePayment } from '../../../src/features/billing/payments/payment.commands.ts';
import type { PaymentEvent } from '../../../src/features/billing/payments/payment.events.ts';
import {
  FIRST_INQUIRY_SECONDS,
  pauseBeforeInquiry,
  paymentJob,
} from '../../../src/features/billing/payments/payment.worker.ts';
import { ProcessorQueries } from '../../../src/features/billing/payments/payments.queries.ts';
import type { JobQueue } from '../../../src/kernel/ports/job-queue.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { lastFact } from '../../support/facts.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { StripeDouble, STRIPE_KEYS } from '../../support/stripe/double.ts';
import { until } from '../../support/until.ts';

const START = '2026-01-15T10:00:00.000Z';
const RENEWED = '2026-02-15T10:00:00.000Z';
const WEBHOOK = '/v1/integrations/stripe/webhook';

let double: StripeDouble;
let shop: Shop;
let product: Product;
let monthly: Product;
let buyers = 0;

beforeAll(async () => {
  double = await StripeDouble.start();
  shop = await openShop({ own: true, env: { ...double.env, AUTH_RATE_LIMIT: '1' }, provokes: [503] });
  shop.clock.set(START);
  product = await shop.product({ amount: 2_000 });
  monthly = await shop.product({ amount: 900, interval: 'month' });
});
afterAll(async () => {
  await shop.close();
  await double.stop();
});

const open = (of = product) => shop.seller.checkouts.create({ products: [of.id] });
const confirm = (clientSecret: string, kind: string, email = `buyer${buyers++}@example.com`) =>
  shop.confirm(clientSecret, { email, token: `ctoken_${kind}` });
const shown = async (clientSecret: string) => shop.seller.checkouts.clientGet({ clientSecret });
const paymentsOf = async (checkoutId: string) =>
  (await shop.events<PaymentEvent>(`checkout-${checkoutId}`)).flatMap(({ data }) =>
    'paymentId' in data && typeof data.paymentId === 'string' ? [data.paymentId] : [],
  );
const paymentOf = async (checkoutId: string) => (await paymentsOf(checkoutId)).at(-1)!;
const typesOf = async (paymentId: string) =>
  (await shop.events<PaymentEvent>(`payment-${paymentId}`)).map(({ type }) => type);
const statusOf = async (id: string) => (await shop.seller.checkouts.get({ id })).status;
const succeeds = (id: string) => until(async () => (await statusOf(id)) === 'succeeded', 'the checkout to succeed');
const deliver = (type: string) => double.deliver(shop.url, double.latest(type));
const tillbook = async (...words: string[]) => {
  const lines: string[] = [];
  const put = (line: string): void => void lines.push(line);
  await run(words, { env: { NODE_ENV: 'test', DATA_DIR: shop.config.dataDir }, out: put, err: put });
  return lines.join('\n');
};

describe('a checkout that Stripe charges', () => {
  it('is paid once, whatever Stripe reports afterwards', async () => {
    const { id, clientSecret } = await open();
    await confirm(clientSecret, 'ok');
    await succeeds(id);
    const paymentId = await paymentOf(id);
    const paid = ['PaymentRequested', 'PaymentSucceeded'];
    expect(await typesOf(paymentId)).toEqual(paid);
    expect(double.chargesOf(paymentId)).toMatchObject([{ amount: 2_000, currency: 'usd' }]);
    const intent = double.intentOf(paymentId);
    const late = [
      double.latest('payment_intent.succeeded'),
      double.report('payment_intent.processing', { ...intent, status: 'processing' }),
      double.report('payment_intent.payment_failed', {
        ...intent,
        status: 'requires_payment_method',
        last_payment_error: { code: 'card_declined', message: 'Late' },
      }),
      double.report('payment_intent.canceled', { ...intent, status: 'canceled' }),
    ];
    for (const event of [...late, ...late.toReversed()]) expect(await double.deliver(shop.url, event)).toBe(200);
    await shop.settled();
    expect(await typesOf(paymentId)).toEqual(paid);
    expect(await statusOf(id)).toBe('succeeded');
  });

  it('shows the buyer the publishable key, and the seller nothing of it', async () => {
    const { id, clientSecret } = await open();
    expect((await shown(clientSecret)).paymentProcessorMetadata).toEqual({
      publishable_key: STRIPE_KEYS.publishableKey,
    });
    expect((await shop.seller.checkouts.get({ id })).paymentProcessorMetadata).toEqual({});
  });

  it('is paid once if the answer was cut off: the charge is found', async () => {
    const { id, clientSecret } = await open();
    double.fail('POST /v1/payment_intents', 'cut after');
    await expect(confirm(clientSecret, 'ok')).rejects.toMatchObject({ statusCode: 503 });
    await succeeds(id);
    expect(double.chargesOf(await paymentOf(id))).toHaveLength(1);
  });

  it('is paid as soon as Stripe accepts requests again', async () => {
    const { id, clientSecret } = await open();
    double.fail('POST /v1/payment_intents', 'limited', 'limited');
    await expect(confirm(clientSecret, 'ok')).rejects.toMatchObject({ statusCode: 503 });
    await succeeds(id);
    expect(double.chargesOf(await paymentOf(id))).toHaveLength(1);
  });

  it('is open again after a decline, with the reason', async () => {
    const { id, clientSecret } = await open();
    await expect(confirm(clientSecret, 'insufficient_funds')).rejects.toThrow('insufficient funds');
    expect(await statusOf(id)).toBe('open');
    await confirm(clientSecret, 'ok');
    await succeeds(id);
  });

  it('waits for the buyer to confirm with their bank, and is paid when Stripe says so', async () => {
    const { id, clientSecret } = await open();
    const confirmed = await confirm(clientSecret, 'requires_action');
    const paymentId = await paymentOf(id);
    const action = {
      payment_id: paymentId,
      publishable_key: STRIPE_KEYS.publishableKey,
      intent_client_secret: double.intentOf(paymentId)['client_secret'],
      intent_status: 'requires_action',
    };
    expect(confirmed.paymentProcessorMetadata).toEqual(action);
    expect((await shown(clientSecret)).paymentProcessorMetadata).toEqual(action);
    expect((await shop.seller.checkouts.get({ id })).paymentProcessorMetadata).toEqual({ payment_id: paymentId });
    double.settle(paymentId, 'succeeded');
    expect(await deliver('payment_intent.succeeded')).toBe(200);
    await succeeds(id);
    expect((await shown(clientSecret)).paymentProcessorMetadata).toEqual({ payment_id: paymentId });
  });

  it('is open again if the bank does not confirm', async () => {
    const { id, clientSecret } = await open();
    await confirm(clientSecret, 'requires_action');
    double.settle(await paymentOf(id), 'declined');
    expect(await deliver('payment_intent.payment_failed')).toBe(200);
    await until(async () => (await statusOf(id)) === 'open', 'the checkout to be open again');
    expect((await shown(clientSecret)) as object).toMatchObject({ status: 'open' });
  });

  it('is settled by an inquiry if no report arrives', async () => {
    const settled = async (as: 'succeeded' | 'declined') => {
      const { id, clientSecret } = await open();
      await confirm(clientSecret, 'processing');
      const paymentId = await paymentOf(id);
      expect(await typesOf(paymentId)).toEqual(['PaymentRequested', 'PaymentPending']);
      double.settle(paymentId, as);
      // The wake-up that is scheduled, early.
      await shop.app.get<JobQueue>(JOBS).wake(paymentJob(paymentId));
      const status = as === 'succeeded' ? 'succeeded' : 'open';
      await until(async () => (await statusOf(id)) === status, 'the inquiry');
    };
    await Promise.all([settled('succeeded'), settled('declined')]);
  });

  it('is never paid by another amount: that is refunded, and listed for the operator', async () => {
    const { id, clientSecret } = await open();
    await expect(confirm(clientSecret, 'other_amount')).rejects.toThrow(/Another amount/);
    const paymentId = await paymentOf(id);
    await until(async () => (await typesOf(paymentId)).at(-1) === 'PaymentReversed', 'the refund');
    expect(await typesOf(paymentId)).not.toContain('PaymentSucceeded');
    expect(double.refundsOf(paymentId)).toMatchObject([{ amount: 2_001, currency: 'usd' }]);
    const listed = new RegExp(`reversed +payment ${paymentId} requested 2000 usd, received 2001 usd`);
    await until(async () => listed.test(await tillbook('payments', 'mismatched')), 'the payment to be listed');
    expect(await statusOf(id)).toBe('open');
  });

  it('is never paid by another currency that a report names', async () => {
    const { id, clientSecret } = await open();
    await confirm(clientSecret, 'processing');
    const paymentId = await paymentOf(id);
    double.settle(paymentId, 'succeeded', { currency: 'eur' });
    expect(await deliver('payment_intent.succeeded')).toBe(200);
    await until(async () => (await typesOf(paymentId)).at(-1) === 'PaymentReversed', 'the refund');
    expect(await typesOf(paymentId)).not.toContain('PaymentSucceeded');
  });

  it('is refunded once if the refund is only reported', async () => {
    const { id, clientSecret } = await open();
    await confirm(clientSecret, 'ok');
    await succeeds(id);
    const paymentId = await paymentOf(id);
    double.refundsAre = 'pending';
    const context = { ...shop.context(), organizationId: shop.organizationId };
    await shop.app.get(Commands).execute(new ReversePayment({ paymentId, reason: 'A spec' }, context));
    await until(async () => double.refundsOf(paymentId).length === 1, 'the refund to be requested');
    expect((await typesOf(paymentId)).at(-1)).toBe('PaymentReversalRequested');
    double.refundsAre = 'succeeded';
    const [refund] = double.refundsOf(paymentId);
    const event = double.report('refund.updated', { ...refund, status: 'succeeded' });
    for (let times = 0; times < 2; times += 1) expect(await double.deliver(shop.url, event)).toBe(200);
    expect((await typesOf(paymentId)).filter((type) => type === 'PaymentReversed')).toHaveLength(1);
    expect(double.refundsOf(paymentId)).toHaveLength(1);
  });
});

describe('a subscription that Stripe charges', () => {
  const renewal = async (subscriptionId: string) => {
    const { result } = await shop.seller.orders.list({ limit: 100 });
    return result.items.find(
      (order) => order.subscriptionId === subscriptionId && order.billingReason === 'subscription_cycle',
    );
  };

  it('saves the card with the first charge, and renews without the buyer', async () => {
    const { id, clientSecret } = await open(monthly);
    await confirm(clientSecret, 'ok');
    await succeeds(id);
    const { subscriptionId } = await shop.seller.checkouts.get({ id });
    double.requests.length = 0;
    shop.clock.set(RENEWED);
    await until(async () => (await renewal(subscriptionId!))?.status === 'paid', 'the renewal to be paid');
    const charges = double.requests.filter(({ call }) => call === 'POST /v1/payment_intents');
    expect(charges).toMatchObject([
      { params: { amount: '900', off_session: 'true', payment_method: expect.stringMatching(/^pm_ok_/) } },
    ]);
    await shop.seller.subscriptions.revoke({ id: subscriptionId! });
    shop.clock.set(START);
  });

  it('is past due if the bank asks for the buyer', async () => {
    const { id, clientSecret } = await open(monthly);
    await confirm(clientSecret, 'requires_action');
    double.settle(await paymentOf(id), 'succeeded');
    await deliver('payment_intent.succeeded');
    await succeeds(id);
    const { subscriptionId } = await shop.seller.checkouts.get({ id });
    shop.clock.set(RENEWED);
    await until(async () => {
      const { status } = await shop.seller.subscriptions.get({ id: subscriptionId! });
      return status === 'past_due';
    }, 'the subscription to be past due');
    await shop.seller.subscriptions.revoke({ id: subscriptionId! });
    shop.clock.set(START);
  });

  describe('which starts for free', () => {
    let code: string;
    beforeAll(async () => {
      const discount = await shop.seller.discounts.create({
        ...{ type: 'percentage', duration: 'once', name: 'First free', basisPoints: 10_000, code: 'FREE1' },
      } as Parameters<Shop['seller']['discounts']['create']>[0]);
      code = 'code' in discount ? discount.code! : '';
    });
    const start = async (kind: string) => {
      const checkout = await open(monthly);
      const confirmed = shop.confirm(
        checkout.clientSecret,
        { email: `buyer${buyers++}@example.com`, token: `ctoken_${kind}` },
        { discountCode: code },
      );
      return { id: checkout.id, confirmed };
    };

    it('saves the card without a charge, and charges it when it renews', async () => {
      const { id, confirmed } = await start('ok');
      await confirmed;
      await succeeds(id);
      const paymentId = await paymentOf(id);
      expect(double.intentOf(paymentId)).toMatchObject({ object: 'setup_intent', status: 'succeeded' });
      const { subscriptionId } = await shop.seller.checkouts.get({ id });
      shop.clock.set(RENEWED);
      await until(async () => (await renewal(subscriptionId!))?.status === 'paid', 'the renewal to be paid');
      await shop.seller.subscriptions.revoke({ id: subscriptionId! });
      shop.clock.set(START);
    });

    it('does not start with a card that is declined', async () => {
      const { id, confirmed } = await start('declined');
      await expect(confirmed).rejects.toThrow('Your card was declined.');
      expect(await statusOf(id)).toBe('open');
    });

    it('starts once the bank has confirmed the card', async () => {
      const { id, confirmed } = await start('requires_action');
      expect((await confirmed).paymentProcessorMetadata).toMatchObject({ intent_status: 'requires_action' });
      double.settle(await paymentOf(id), 'succeeded');
      expect(await deliver('setup_intent.succeeded')).toBe(200);
      await succeeds(id);
      const { subscriptionId } = await shop.seller.checkouts.get({ id });
      await shop.seller.subscriptions.revoke({ id: subscriptionId! });
    });
  });
});

describe('the webhook', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(shop.url + WEBHOOK, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

  it('accepts only what Stripe has signed, and not for ever', async () => {
    const event = double.latest('payment_intent.succeeded');
    const { body, signature } = double.signed(event);
    expect((await post(body, { 'stripe-signature': signature })).status).toBe(200);
    const forged = double.signed(event, 'whsec_forged');
    const old = double.signed(event, undefined, Math.floor(Date.now() / 1_000) - 400);
    for (const headers of [{}, { 'stripe-signature': forged.signature }, { 'stripe-signature': old.signature }]) {
      const answer = await post(body, headers as Record<string, string>);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { error: 'InvalidSignature', detail: expect.any(String) },
      ]);
    }
    // The same event, written in another way.
    expect((await post(JSON.stringify(event, null, 1), { 'stripe-signature': signature })).status).toBe(400);
  });

  it('accepts what it does not know without doing anything', async () => {
    const intent = double.intentOf(await paymentOf((await shop.seller.checkouts.list({})).result.items.at(-1)!.id));
    // What other tests have caused is over.
    await shop.settled();
    const before = await shop.ports.store.end();
    for (const event of [
      double.report('invoice.paid', { id: 'in_1' }),
      double.report('payment_intent.succeeded', { ...intent, metadata: {} }),
      double.report('payment_intent.succeeded', { ...intent, metadata: { payment_id: newUuid() } }),
      double.report('refund.failed', {
        id: 're_1',
        status: 'failed',
        metadata: { refund_id: newUuid(), payment_id: newUuid() },
      }),
    ])
      expect(await double.deliver(shop.url, event)).toBe(200);
    expect(await lastFact(shop.ports.store, before)).toBeUndefined();
  });

  it('records what fifty deliveries at once report once', async () => {
    const { id, clientSecret } = await open();
    await confirm(clientSecret, 'processing');
    const paymentId = await paymentOf(id);
    double.settle(paymentId, 'succeeded');
    const event = double.latest('payment_intent.succeeded');
    const answers = await Promise.all(Array.from({ length: 50 }, () => double.deliver(shop.url, event)));
    // One that lost every race against the others is delivered again.
    expect(answers.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    await succeeds(id);
    expect(await typesOf(paymentId)).toEqual(['PaymentRequested', 'PaymentPending', 'PaymentSucceeded']);
  });

  it('shows the operator disputes, and how they end', async () => {
    const { id, clientSecret } = await open();
    await confirm(clientSecret, 'ok');
    await succeeds(id);
    const paymentId = await paymentOf(id);
    const [first, second] = [double.dispute(paymentId), double.dispute(paymentId)];
    for (const event of double.events.filter(({ type }) => type === 'charge.dispute.created'))
      expect(await double.deliver(shop.url, event)).toBe(200);
    expect((await typesOf(paymentId)).slice(-2)).toEqual(['PaymentDisputed', 'PaymentDisputed']);
    expect(shop.logged).toContainEqual(
      expect.objectContaining({ level: 'error', message: expect.stringMatching(/^A payment is disputed/), paymentId }),
    );
    await shop.settled();
    expect(await tillbook('payments', 'disputed')).toMatch(
      new RegExp(`open payment ${paymentId} 2000 usd, fraudulent`),
    );
    double.closeDispute(first, 'won');
    await deliver('charge.dispute.closed');
    double.closeDispute(second, 'lost');
    await deliver('charge.dispute.closed');
    // Late.
    await deliver('charge.dispute.created');
    expect((await typesOf(paymentId)).slice(-2)).toEqual(['PaymentDisputeClosed', 'PaymentDisputeClosed']);
    await shop.settled();
    expect(await tillbook('payments', 'disputed')).toMatch(new RegExp(`lost payment ${paymentId}`));
  });

  it('refuses bodies of any other size or kind, and an address that never signs', async () => {
    const { signature } = double.signed(double.latest('payment_intent.succeeded'));
    const large = await post(JSON.stringify({ data: 'x'.repeat(300_000) }), { 'stripe-signature': signature });
    expect(large.status).toBe(413);
    expect((await post('{', { 'stripe-signature': signature })).status).toBe(422);
    expect((await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(422);
    const answers = [];
    for (let times = 0; times < 32; times += 1) answers.push(await post('{}', { 'stripe-signature': 't=1,v1=00' }));
    expect(answers.at(-1)!.status).toBe(429);
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
    // What is signed still arrives.
    expect(await deliver('payment_intent.succeeded')).toBe(200);
  });
});

describe('pages', () => {
  const policyOf = async (path: string, url = shop.url) =>
    (await fetch(url + path, { headers: { accept: 'text/html' } })).headers.get('content-security-policy')!;

  it("open Stripe's hosts to the page of a checkout alone", async () => {
    const { clientSecret } = await open();
    const policy = await policyOf(`/checkout/${clientSecret}`);
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
    expect(policy).toContain(
      "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;",
    );
    expect(policy).not.toContain('unsafe');
    expect(await policyOf('/')).not.toContain('stripe');
    expect(await policyOf('/sign-in')).not.toContain('stripe');
  });

  it('never, where Stripe is off; its webhook does not exist there', async () => {
    const other = await openShop();
    expect(await policyOf('/checkout/tb_c_1', other.url)).not.toContain('stripe');
    const { body, signature } = double.signed(double.latest('payment_intent.succeeded'));
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    expect((await fetch(other.url + WEBHOOK, { method: 'POST', headers, body })).status).toBe(404);
    // Nor does the sandbox's signature, which is no secret.
    const sandbox = { 'content-type': 'application/json', 'stripe-signature': 'sandbox' };
    const report = JSON.stringify({ id: '1', at: START, report: { type: 'other', about: 'x' } });
    expect((await fetch(other.url + WEBHOOK, { method: 'POST', headers: sandbox, body: report })).status).toBe(404);
    expect(await installed(other)).toEqual({ processor: 'sandbox', is_live: false, verifies_webhooks: false });
    await other.close();
  });

  it('learn which processor takes the payments, without its keys', async () => {
    expect(await installed(shop)).toEqual({ processor: 'stripe', is_live: false, verifies_webhooks: true });
    const live = { ...STRIPE_KEYS, secretKey: 'sk_live_1', webhookSecret: '' };
    expect(new StripePaymentProcessor(live, shop.ports.vault).kind).toMatchObject({
      isLive: true,
      verifiesWebhooks: false,
    });
    const none = new ProcessorQueries(null).installed();
    expect(none).toEqual({ processor: null, is_live: false, verifies_webhooks: false });
  });

  async function installed({ url, bearer }: Shop): Promise<unknown> {
    const answer = await fetch(`${url}/api/dashboard/payments/processor`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect(answer.status).toBe(200);
    return answer.json();
  }
});

it('asks soon at first, then ever less often, at least every hour', async () => {
  const at = (seconds: number) =>
    pauseBeforeInquiry(START, new Date(Date.parse(START) + seconds * 1_000).toISOString());
  expect([0, 15, 60, 900, 3_600, 90_000].map(at)).toEqual([FIRST_INQUIRY_SECONDS, 15, 60, 900, 3_600, 3_600]);
  const { id, clientSecret } = await open();
  const jobs = shop.app.get<JobQueue>(JOBS);
  const wake = jobs.wake.bind(jobs);
  const woken: (string | undefined)[] = [];
  jobs.wake = (job, when) => {
    woken.push(when);
    return wake(job, when);
  };
  await confirm(clientSecret, 'processing');
  jobs.wake = wake;
  const seconds = woken.flatMap((when) => (when ? [(Date.parse(when) - Date.now()) / 1_000] : []));
  expect(seconds.some((wait) => wait > 10 && wait <= FIRST_INQUIRY_SECONDS)).toBe(true);
  double.settle(await paymentOf(id), 'succeeded');
  const context = { ...shop.context(), organizationId: shop.organizationId };
  await shop.app.get(Commands).execute(new SettlePayment({ paymentId: await paymentOf(id) }, context));
  await succeeds(id);
});
