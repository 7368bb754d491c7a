import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { AlreadyActiveSubscriptionError } from '@polar-sh/sdk/models/errors/alreadyactivesubscriptionerror.js';
import { NotOpenCheckout } from '@polar-sh/sdk/models/errors/notopencheckout.js';
import { PaymentError } from '@polar-sh/sdk/models/errors/paymenterror.js';
import { JOBS, VAULT } from '../../../src/app/tokens.ts';
import { FulfilCheckout } from '../../../src/features/billing/checkouts/checkout.commands.ts';
import type { CheckoutEvent } from '../../../src/features/billing/checkouts/checkout.events.ts';
import { CheckoutHold } from '../../../src/features/billing/checkouts/checkouts.queries.ts';
import { run } from '../../../src/cli/run.ts';
import { CreateOrder } from '../../../src/features/billing/orders/order.commands.ts';
import {
  ChargePayment,
  RecordPaymentOutcome,
  RequestPayment,
} from '../../../src/features/billing/payments/payment.commands.ts';
import { paymentMethodEntry, type PaymentEvent } from '../../../src/features/billing/payments/payment.events.ts';
import type { Money } from '../../../src/kernel/money.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import type { JobQueue } from '../../../src/kernel/ports/job-queue.ts';
import type { Vault } from '../../../src/kernel/ports/vault.ts';
import { savedCard } from '../../support/cards.ts';
import { cutOff, replaceNext } from '../../support/commands.ts';
import { NOW } from '../../support/given.ts';
import { openShop, somebody, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';
import { checkoutsOf, products } from '../../support/checkouts.ts';

describe('the charge of a checkout', () => {
  let shop: Shop;
  let once: string;
  let monthly: string;
  const { open, get, types, ordersOf, settle, paymentOf } = checkoutsOf(() => shop);

  beforeAll(async () => {
    // Of commands that fail as a crash would.
    shop = await openShop({ at: NOW, ages: true, provokes: [500] });
    ({ once, monthly } = await products(shop));
  });
  afterAll(() => shop.close());

  it('confirms and charges once for concurrent confirms', async () => {
    const [checkout, email, taken] = [await open(monthly), somebody(), await shop.processor.taken()];
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => shop.confirm(checkout.clientSecret, { email })),
    );
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    expect(refusals).toHaveLength(49);
    expect(refusals.every((refusal) => refusal instanceof NotOpenCheckout)).toBe(true);
    await shop.settled();
    expect(await shop.processor.taken()).toBe(taken + 1);
    expect(await ordersOf(checkout.id)).toHaveLength(1);
    expect(await types(checkout.id)).toHaveLength(4);
  });

  it('sells one subscription to a new customer who confirms several checkouts at the same time', async () => {
    const [email, taken] = [somebody(), await shop.processor.taken()];
    const all = await Promise.all(Array.from({ length: 8 }, () => open(monthly)));
    await Promise.allSettled(all.map(({ clientSecret }) => shop.confirm(clientSecret, { email })));
    await shop.settled();
    expect(await shop.processor.taken()).toBe(taken + 1);
    const people = (await shop.seller.customers.list({ email })).result.items;
    expect(people).toHaveLength(1);
    expect((await shop.seller.subscriptions.list({ customerId: people[0]!.id })).result.items).toHaveLength(1);
  });

  it('refunds the money if the claim was lost in the meantime', async () => {
    const [first, second, email] = [await open(monthly), await open(monthly), somebody()];
    await shop.confirm(first.clientSecret, { email, token: 'ctoken_pending' });
    await expect(shop.confirm(second.clientSecret, { email })).rejects.toThrow(AlreadyActiveSubscriptionError);
    shop.clock.advanceMachine(61);
    await shop.confirm(second.clientSecret, { email });
    await shop.settled();
    const paymentId = await paymentOf(first);
    await settle(paymentId, 'succeeded');
    expect((await get(first.id)).status).toBe('open');
    expect((await get(second.id)).status).toBe('succeeded');
    expect(await shop.processor.callsOf(paymentId)).toEqual({ calls: 1, reversed: true });
    expect((await shop.events<PaymentEvent>(`payment-${paymentId}`)).map(({ type }) => type)).toEqual([
      'PaymentRequested',
      'PaymentPending',
      'PaymentSucceeded',
      'PaymentReversalRequested',
      'PaymentReversed',
    ]);
  });

  it('recovers when fulfilment fails after the charge', async () => {
    const checkout = await open(monthly);
    replaceNext(shop, CreateOrder, cutOff);
    await shop.confirm(checkout.clientSecret, { email: somebody() });
    await until(async () => (await get(checkout.id)).status === 'succeeded', 'the checkout to have succeeded');
    expect(await ordersOf(checkout.id)).toHaveLength(1);
    expect((await shop.processor.callsOf(await paymentOf(checkout))).calls).toBe(1);
  });

  it('continues a confirm that was cut off before the charge', async () => {
    const checkout = await open(once);
    replaceNext(shop, RequestPayment, cutOff);
    await expect(shop.confirm(checkout.clientSecret, { email: somebody() })).rejects.toMatchObject({ statusCode: 500 });
    await until(async () => (await get(checkout.id)).status === 'succeeded', 'the checkout to have succeeded');
    expect((await shop.processor.callsOf(await paymentOf(checkout))).calls).toBe(1);
  });

  it('charges once when the answer to a charge is lost', async () => {
    const [checkout, taken] = [await open(once), await shop.processor.taken()];
    const charge = shop.processor.charge.bind(shop.processor);
    shop.processor.charge = async (request) => {
      shop.processor.charge = charge;
      await charge(request);
      throw new Error('Cut off');
    };
    await expect(shop.confirm(checkout.clientSecret, { email: somebody() })).rejects.toMatchObject({ statusCode: 500 });
    await until(async () => (await get(checkout.id)).status === 'succeeded', 'the checkout to have succeeded');
    expect(await shop.processor.taken()).toBe(taken + 1);
    expect(await ordersOf(checkout.id)).toHaveLength(1);
  });

  it('calls the processor once for concurrent charges of a payment, and never after it is settled', async () => {
    const paymentId = newUuid();
    const vault = shop.app.get<Vault>(VAULT);
    await vault.put(paymentMethodEntry('m9'), JSON.stringify(savedCard('ctoken_ok')));
    const context = () => ({ ...shop.context(), organizationId: shop.organizationId });
    const bus = shop.app.get(CommandBus);
    const purpose = { kind: 'order', orderId: newUuid(), subscriptionId: null } as const;
    const about = { paymentId, organizationId: shop.organizationId, customerId: newUuid(), purpose };
    const money = { amount: 700, currency: 'usd', paymentMethodId: 'm9' };
    await bus.execute(new RequestPayment({ ...about, ...money }, context()));
    await Promise.all(Array.from({ length: 20 }, () => bus.execute(new ChargePayment({ paymentId }, context()))));
    const jobs = shop.app.get<JobQueue>(JOBS);
    await jobs.wake(`payment/${paymentId}`);
    await jobs.idle('payment');
    expect((await shop.processor.callsOf(paymentId)).calls).toBe(1);
    const events = await shop.events<PaymentEvent>(`payment-${paymentId}`);
    expect(events.map(({ type }) => type)).toEqual(['PaymentRequested', 'PaymentSucceeded']);
  });

  describe('when the processor takes another amount or currency', () => {
    const charge = () => shop.processor.charge.bind(shop.processor);
    let original: ReturnType<typeof charge>;
    beforeAll(() => {
      original = charge();
    });
    afterEach(() => {
      shop.processor.charge = original;
    });

    /** Lets so many charges take something else than was requested. */
    function mischarge(other: Partial<Money>, times = 1): void {
      let left = times;
      shop.processor.charge = async (request) => {
        const outcome = await original(request);
        return left-- > 0 && outcome.outcome === 'succeeded' ? { ...outcome, ...other } : outcome;
      };
    }
    const paymentsOf = async (checkoutId: string) => {
      const events = await shop.events<CheckoutEvent>(`checkout-${checkoutId}`);
      return events.flatMap((event) => (event.type === 'CheckoutConfirmStarted' ? (event.data.paymentId ?? []) : []));
    };
    const refunded = async (paymentId: string) => {
      const happened = (await shop.events<PaymentEvent>(`payment-${paymentId}`)).map(({ type }) => type);
      expect(happened.slice(happened.indexOf('PaymentMismatched'))).toEqual([
        'PaymentMismatched',
        'PaymentReversalRequested',
        'PaymentReversed',
      ]);
      expect(await shop.processor.callsOf(paymentId)).toEqual({ calls: 1, reversed: true });
    };
    const unfinished = () => shop.app.get(CheckoutHold).holds(shop.organizationId);

    it.each([{ amount: 1_999 }, { amount: 2_001 }, { currency: 'eur' }])(
      'refunds %o, reopens, and reports it',
      async (other) => {
        const [{ id, clientSecret }, email] = [await open(monthly), somebody()];
        mischarge(other);
        await expect(shop.confirm(clientSecret, { email })).rejects.toThrow(PaymentError);
        await shop.settled();
        const [paymentId] = await paymentsOf(id);
        await refunded(paymentId!);
        expect(await get(id)).toMatchObject({ status: 'open', paymentProcessorMetadata: {} });
        expect(await unfinished()).toBe(false);
        expect(shop.logged).toContainEqual(
          expect.objectContaining({
            level: 'error',
            message: 'A payment does not match what was requested and is refunded',
            paymentId,
            requested: { amount: 2_000, currency: 'usd' },
            received: { amount: 2_000, currency: 'usd', ...other },
          }),
        );
        const lines: string[] = [];
        const put = (line: string): void => void lines.push(line);
        const env = { NODE_ENV: 'test', DATA_DIR: shop.config.dataDir };
        expect(await run(['payments', 'mismatched'], { env, out: put, err: put })).toBe(0);
        const { amount, currency } = { amount: 2_000, currency: 'usd', ...other };
        expect(lines[0]).toMatch(
          `reversed   payment ${paymentId} requested 2000 usd, received ${amount} ${currency} for`,
        );
        expect(lines[0]).toMatch(`for checkout ${id} of organization ${shop.organizationId}`);
        await shop.confirm(clientSecret, { email });
        await shop.settled();
        expect((await get(id)).status).toBe('succeeded');
        expect(await ordersOf(id)).toMatchObject([{ totalAmount: 2_000, currency: 'usd', status: 'paid' }]);
      },
    );

    it('refunds a payment that was pending, and lets the customer buy something else', async () => {
      const [checkout, other, email] = [await open(monthly), await open(monthly), somebody()];
      await shop.confirm(checkout.clientSecret, { email, token: 'ctoken_pending' });
      const paymentId = await paymentOf(checkout);
      await shop.processor.settle(paymentId, 'succeeded');
      const outcome = { outcome: 'succeeded', reference: 'r', amount: 2_000, currency: 'eur' } as const;
      await shop.app.get(CommandBus).execute(new RecordPaymentOutcome({ paymentId, ...outcome }, shop.context()));
      await shop.settled();
      await refunded(paymentId);
      expect((await types(checkout.id)).slice(-2)).toEqual(['CheckoutConfirmed', 'CheckoutReopened']);
      await shop.confirm(other.clientSecret, { email });
      await shop.settled();
      expect([(await get(checkout.id)).status, (await get(other.id)).status]).toEqual(['open', 'succeeded']);
    });

    it('reopens when the confirm was cut off right after the charge', async () => {
      const { id, clientSecret } = await open(monthly);
      mischarge({ currency: 'eur' });
      replaceNext(shop, ChargePayment, (command, execute) => execute(command).then(cutOff));
      await expect(shop.confirm(clientSecret, { email: somebody() })).rejects.toMatchObject({ statusCode: 500 });
      await until(async () => (await types(id)).at(-1) === 'CheckoutConfirmFailed', 'the confirm to fail');
      await shop.settled();
      expect((await get(id)).status).toBe('open');
      await refunded((await paymentsOf(id))[0]!);
    });

    it('sells once and refunds the rest for concurrent confirms', async () => {
      const [{ id, clientSecret }, email] = [await open(monthly), somebody()];
      mischarge({ amount: 1 }, 3);
      const taken = await shop.processor.taken();
      // Whoever comes while another is confirming is refused, and comes again.
      const buyer = async (): Promise<string> => {
        for (;;) {
          try {
            return (await shop.confirm(clientSecret, { email })).status!;
          } catch (error) {
            if (error instanceof NotOpenCheckout && (await get(id)).status !== 'open') return 'too late';
          }
        }
      };
      const answers = await Promise.all(Array.from({ length: 6 }, buyer));
      await shop.settled();
      expect(answers.filter((answer) => answer === 'confirmed')).toHaveLength(1);
      const payments = await paymentsOf(id);
      expect(payments).toHaveLength(4);
      for (const paymentId of payments.slice(0, 3)) await refunded(paymentId);
      expect(await shop.processor.callsOf(payments[3]!)).toEqual({ calls: 1, reversed: false });
      expect(await shop.processor.taken()).toBe(taken + 4);
      expect((await get(id)).status).toBe('succeeded');
      expect(await ordersOf(id)).toHaveLength(1);
    });

    it('refunds money that arrives after a decline, and keeps what was bought since', async () => {
      const [checkout, email] = [await open(monthly), somebody()];
      await shop.confirm(checkout.clientSecret, { email, token: 'ctoken_pending' });
      const paymentId = await paymentOf(checkout);
      const bus = shop.app.get(CommandBus);
      const tell = (outcome: object) =>
        bus.execute(new RecordPaymentOutcome({ paymentId, ...outcome } as never, shop.context()));
      await tell({ outcome: 'declined', code: 'card_declined', message: 'No' });
      await shop.settled();
      await shop.confirm(checkout.clientSecret, { email });
      await shop.settled();
      await shop.processor.settle(paymentId, 'succeeded');
      await tell({ outcome: 'succeeded', reference: 'r', amount: 2_000, currency: 'usd' });
      await shop.settled();
      await refunded(paymentId);
      expect((await get(checkout.id)).status).toBe('succeeded');
      expect(await paymentOf(checkout)).not.toBe(paymentId);
    });

    it('refunds before creating anything if the order would have another amount', async () => {
      const { id, clientSecret } = await open(monthly);
      replaceNext(shop, FulfilCheckout, ({ data: { checkoutId, payment }, context }, execute) => {
        const other = { checkoutId, payment: payment && { ...payment, currency: 'eur' } };
        return execute(new FulfilCheckout(other, context));
      });
      await shop.confirm(clientSecret, { email: somebody() });
      await shop.settled();
      expect((await get(id)).status).toBe('open');
      const [paymentId] = await paymentsOf(id);
      expect(await shop.processor.callsOf(paymentId!)).toEqual({ calls: 1, reversed: true });
      expect(await ordersOf(id)).toEqual([]);
    });
  });
});
