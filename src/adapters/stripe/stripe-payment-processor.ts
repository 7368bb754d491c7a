import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import Stripe from 'stripe';
import {
  UnsignedReport,
  type ChargeOutcome,
  type Delivery,
  type MethodDetails,
  type OffSessionCharge,
  type OnSessionCharge,
  type PaymentProcessor,
  type ProcessorKind,
  type Refund,
  type RefundOutcome,
  type SavedMethod,
  type SetupOutcome,
} from '../../features/billing/payments/payment-processor.ts';
import { KeyedMutex } from '../../kernel/coordination/mutex.ts';
import { toInstant } from '../../kernel/ports/clock.ts';
import type { Vault } from '../../kernel/ports/vault.ts';
import { HostAddresses, lookupBy } from '../outgoing/host-addresses.ts';
import {
  asking,
  chargeOutcomeOf,
  declineOf,
  isRefusedUnread,
  methodDetailsOf,
  refundOutcomeOf,
  refusedRefund,
  setupOutcomeOf,
  unlessMissing,
} from './stripe-outcomes.ts';
import { StripeRecords, type IntentRecord } from './stripe-records.ts';
import { CUSTOMER_ID, ourId, PAYMENT_ID, REFUND_ID, reportOf, type KnownIntents } from './stripe-reports.ts';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  publishableKey: string;
  /** In place of https://api.stripe.com, for tests. */
  apiUrl?: string | undefined;
}

/** How long Stripe may take for one request, in milliseconds; a customer's bank is asked while it charges. */
const LIMITS = { chargeMs: 25_000, otherMs: 8_000 };
/** Under the same idempotency key; after that, the worker of payments repeats the call. */
const RETRIES = 1;

/** Stripe serves 100 requests a second in live mode, and 25 in test mode; a payment takes a few. */
const PER_SECOND = { live: 25, test: 8 };

/** Nobody confirms an intent that has waited for its customer for so long: milliseconds. */
const ABANDONED_MS = 86_400_000;
/** Between Stripe's clock and ours, generously: milliseconds. */
const CLOCK_SKEW_MS = 3_600_000;

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** The calls for one of the two kinds of intents. */
interface Intents<I extends Intent, O> {
  retrieve(id: string): Promise<I>;
  list(about: { customer: string; created: { gte: number }; limit: number }): AsyncIterable<I>;
  cancel(id: string): Promise<I>;
  outcomeOf(intent: I): O;
}

/**
 * Takes money with Stripe (docs/STRIPE.md). A charge is a PaymentIntent, a setup a SetupIntent; their metadata and idempotency key are our
 * id. What is about to be asked for is recorded before the call, so that an intent whose answer was lost is found among its customer's.
 */
export class StripePaymentProcessor implements PaymentProcessor {
  readonly kind: ProcessorKind;
  readonly paymentsPerSecond: number;
  private readonly stripe: Stripe;
  private readonly records: StripeRecords;
  private readonly mutex = new KeyedMutex();
  /** By idempotency key, of creations under way. */
  private readonly sent = new Map<string, number>();
  private readonly payments: Intents<Stripe.PaymentIntent, ChargeOutcome>;
  private readonly setups: Intents<Stripe.SetupIntent, SetupOutcome>;
  private readonly known: KnownIntents = {
    paymentOf: (intent) => this.paymentOf(intent),
    isIntentOf: async (intent, paymentId) => {
      const record = await this.records.intent(paymentId);
      return record?.intent === undefined || record.intent === intent;
    },
  };

  constructor(
    private readonly settings: StripeSettings,
    vault: Vault,
    private readonly limits = LIMITS,
    private readonly now: () => number = Date.now,
  ) {
    const { secretKey, webhookSecret, apiUrl } = settings;
    const mode = /^[rs]k_live_/.test(secretKey) ? 'live' : 'test';
    this.kind = { name: 'stripe', isLive: mode === 'live', verifiesWebhooks: webhookSecret !== '' };
    this.paymentsPerSecond = PER_SECOND[mode];
    this.records = new StripeRecords(vault, mode);
    this.stripe = new Stripe(secretKey, {
      ...(apiUrl !== undefined && serverOf(apiUrl)),
      httpAgent: agentOf(apiUrl),
      maxNetworkRetries: RETRIES,
      timeout: limits.otherMs,
      telemetry: false,
      appInfo: { name: 'Tillbook' },
    });
    this.stripe.on('request', ({ idempotency_key: key }: { idempotency_key?: string }) => {
      const sent = key === undefined ? undefined : this.sent.get(key);
      if (sent !== undefined) this.sent.set(key!, sent + 1);
    });
    const { paymentIntents, setupIntents } = this.stripe;
    this.payments = {
      retrieve: (id) => paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
      list: (about) => paymentIntents.list({ ...about, expand: ['data.latest_charge'] }),
      cancel: (id) => paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }),
      outcomeOf: chargeOutcomeOf,
    };
    this.setups = {
      retrieve: (id) => setupIntents.retrieve(id),
      list: (about) => setupIntents.list(about),
      cancel: (id) => setupIntents.cancel(id, { cancellation_reason: 'abandoned' }),
      outcomeOf: setupOutcomeOf,
    };
  }

  createCustomer({ id }: { id: string }): Promise<{ reference: string }> {
    const create = async () => {
      const known = await this.records.customer(id);
      if (known !== undefined) return { reference: known };
      const customer = { metadata: { [CUSTOMER_ID]: id } };
      const created = await this.stripe.customers.create(customer, { idempotencyKey: `customer-${id}` });
      await this.records.putCustomer(id, created.id);
      return { reference: created.id };
    };
    return this.mutex.withLock(id, () => asking(create));
  }

  charge({ id, amount, currency, customer, confirmationToken, saveMethod }: OnSessionCharge): Promise<ChargeOutcome> {
    return this.once(this.payments, id, customer, () =>
      this.stripe.paymentIntents.create(
        {
          amount,
          currency,
          customer,
          confirmation_token: confirmationToken,
          confirm: true,
          use_stripe_sdk: true,
          automatic_payment_methods: { enabled: true },
          ...(saveMethod && { setup_future_usage: 'off_session' }),
          metadata: { [PAYMENT_ID]: id },
          expand: ['latest_charge'],
        },
        { idempotencyKey: id, timeout: this.limits.chargeMs },
      ),
    );
  }

  chargeOffSession({ id, amount, currency, customer, method }: OffSessionCharge): Promise<ChargeOutcome> {
    return this.once(this.payments, id, customer, () =>
      this.stripe.paymentIntents.create(
        {
          amount,
          currency,
          customer,
          payment_method: method,
          confirm: true,
          off_session: true,
          automatic_payment_methods: { enabled: true },
          metadata: { [PAYMENT_ID]: id },
          expand: ['latest_charge'],
        },
        { idempotencyKey: id, timeout: this.limits.chargeMs },
      ),
    );
  }

  setUpMethod({ id, customer, confirmationToken }: Parameters<PaymentProcessor['setUpMethod']>[0]) {
    return this.once(this.setups, id, customer, () =>
      this.stripe.setupIntents.create(
        {
          customer,
          confirmation_token: confirmationToken,
          confirm: true,
          use_stripe_sdk: true,
          usage: 'off_session',
          automatic_payment_methods: { enabled: true },
          metadata: { [PAYMENT_ID]: id },
        },
        { idempotencyKey: id, timeout: this.limits.chargeMs },
      ),
    );
  }

  methodOf(method: SavedMethod): Promise<MethodDetails | undefined> {
    return asking(async () => {
      const known = await unlessMissing(() => this.stripe.paymentMethods.retrieve(method));
      return known && methodDetailsOf(known);
    });
  }

  async forgetMethod(method: SavedMethod): Promise<void> {
    await asking(async () => {
      const known = await unlessMissing(() => this.stripe.paymentMethods.retrieve(method));
      if (known?.customer) await this.stripe.paymentMethods.detach(method);
    });
  }

  statusOf(id: string): Promise<ChargeOutcome | undefined> {
    return asking(() => this.outcomeOf(this.payments, id));
  }

  setupStatusOf(id: string): Promise<SetupOutcome | undefined> {
    return asking(() => this.outcomeOf(this.setups, id));
  }

  refund(refund: Refund): Promise<RefundOutcome> {
    return asking(() => this.refundOnce(refund));
  }

  async read(body: string, signature: string): Promise<Delivery> {
    const event = this.verified(body, signature);
    const report =
      event.livemode === this.kind.isLive
        ? await asking(() => reportOf(event, this.known))
        : ({ type: 'other', about: `${event.type} of another mode` } as const);
    return { id: event.id, at: toInstant(event.created * 1_000), report };
  }

  async forBrowser(id: string | null): Promise<Record<string, string>> {
    const secret = id === null ? undefined : (await this.records.intent(id))?.secret;
    return {
      publishable_key: this.settings.publishableKey,
      ...(secret !== undefined && { intent_client_secret: secret, intent_status: 'requires_action' }),
    };
  }

  /** Creates an intent, unless that was answered before; a refusal is an outcome as well. */
  private once<I extends Intent, O>(...given: Parameters<typeof this.createOnce<I, O>>) {
    return asking(() => this.createOnce(...given));
  }

  private async createOnce<I extends Intent, O>(
    intents: Intents<I, O>,
    id: string,
    customer: string,
    create: () => Promise<I>,
  ): Promise<O | ReturnType<typeof declined>> {
    const known = await this.records.intent(id);
    const before = known?.refused ? undefined : known;
    const found = before && (await this.find(intents, id));
    if (found) return intents.outcomeOf(found);
    const record = before ?? { customer, since: this.now() };
    const version = before ? undefined : await this.records.putIntent(id, record);
    const sent = this.countSent(id);
    try {
      return intents.outcomeOf(await this.noted(id, record, await create()));
    } catch (error) {
      // What the package sent before, without an answer, may have charged.
      if (version !== undefined && sent() === 1 && isRefusedUnread(error))
        await this.records.refuseIntent(id, record, version);
      const decline = declined(error);
      if (error instanceof Stripe.errors.StripeCardError) {
        const intent = error.payment_intent ?? error.setup_intent;
        if (intent) await this.noted(id, record, intent as I);
      }
      return decline;
    } finally {
      this.sent.delete(id);
    }
  }

  /** How often a request has been sent under an idempotency key, from now on. */
  private countSent(key: string): () => number {
    this.sent.set(key, 0);
    return () => this.sent.get(key) ?? 0;
  }

  private async outcomeOf<I extends Intent, O>(intents: Intents<I, O>, id: string): Promise<O | undefined> {
    const intent = await this.find(intents, id);
    return intent && intents.outcomeOf(intent);
  }

  /** The intent of ours with an id, as it is now; undefined if it was never created. */
  private async find<I extends Intent, O>(intents: Intents<I, O>, id: string): Promise<I | undefined> {
    const record = await this.records.intent(id);
    if (!record || record.refused) return undefined;
    if (record.intent !== undefined) return this.current(intents, id, record);
    const { customer, since } = record;
    const created = { gte: Math.floor((since - CLOCK_SKEW_MS) / 1_000) };
    for await (const intent of intents.list({ customer, created, limit: 100 }))
      if (ourId(intent, PAYMENT_ID) === id) return this.noted(id, record, intent);
    return undefined;
  }

  /** Cancels it if its customer has gone away without confirming it: it can't be paid any more then. */
  private async current<I extends Intent, O>(intents: Intents<I, O>, id: string, record: IntentRecord): Promise<I> {
    const intent = await intents.retrieve(record.intent!);
    const isAbandoned = waitsForCustomer(intent) && intent.created * 1_000 < this.now() - ABANDONED_MS;
    return this.noted(id, record, isAbandoned ? await intents.cancel(intent.id) : intent);
  }

  private async noted<I extends Intent>(id: string, { customer, since, ...before }: IntentRecord, intent: I) {
    const secret = intent.status === 'requires_action' ? intent.client_secret : null;
    const after = { intent: intent.id, ...(secret !== null && { secret }) };
    if (before.intent !== after.intent || before.secret !== after.secret)
      await this.records.putIntent(id, { customer, since, ...after });
    return intent;
  }

  private async refundOnce({ id, chargeId, money }: Refund): Promise<RefundOutcome> {
    const known = await this.records.refund(id);
    if (known?.refund !== undefined) return refundOutcomeOf(await this.stripe.refunds.retrieve(known.refund));
    const charge = await this.find(this.payments, chargeId);
    if (charge?.status !== 'succeeded') return failed('charge_unknown', 'Stripe knows of no such payment.');
    if (money !== 'all' && money.currency !== charge.currency)
      return failed('currency_mismatch', 'The refund is in another currency than the payment.');
    const made = known && (await this.refundAmong(charge.id, id));
    try {
      if (!known) await this.records.putRefund(id, {});
      const refund = made ?? (await this.createRefund(charge.id, { id, chargeId, money }));
      await this.records.putRefund(id, { refund: refund.id });
      return refundOutcomeOf(refund);
    } catch (error) {
      const refusal = refusedRefund(error);
      if (refusal) return refusal;
      throw error;
    }
  }

  private createRefund(intent: string, { id, chargeId, money }: Refund): Promise<Stripe.Refund> {
    const metadata = { [REFUND_ID]: id, [PAYMENT_ID]: chargeId };
    const part = money === 'all' ? {} : { amount: money.amount };
    return this.stripe.refunds.create({ payment_intent: intent, ...part, metadata }, { idempotencyKey: id });
  }

  /** A refund whose answer was lost. */
  private async refundAmong(intent: string, id: string): Promise<Stripe.Refund | undefined> {
    for await (const refund of this.stripe.refunds.list({ payment_intent: intent, limit: 100 }))
      if (ourId(refund, REFUND_ID) === id) return refund;
    return undefined;
  }

  private async paymentOf(intent: string): Promise<string | undefined> {
    return ourId(await this.stripe.paymentIntents.retrieve(intent), PAYMENT_ID);
  }

  /** @throws UnsignedReport also if it is signed, but no event */
  private verified(body: string, signature: string): Stripe.Event {
    const event = this.signed(body, signature);
    const { id, type, created, data } = event ?? {};
    const isEvent = [id, type].every((text) => typeof text === 'string') && Number.isSafeInteger(created);
    if (!event || !isEvent || typeof data?.object !== 'object') throw new UnsignedReport();
    return event;
  }

  private signed(body: string, signature: string): Stripe.Event | undefined {
    try {
      return this.stripe.webhooks.constructEvent(body, signature, this.settings.webhookSecret);
    } catch {
      return undefined;
    }
  }
}

/** @throws the error, if it does not say that nothing was charged */
function declined(error: unknown): Extract<ChargeOutcome, { outcome: 'declined' }> {
  const decline = declineOf(error);
  if (!decline) throw error;
  return decline;
}

/** Not if it shows them a voucher or an account to pay to, which may take days. */
function waitsForCustomer({ status, next_action }: Intent): boolean {
  if (status === 'requires_confirmation' || status === 'requires_payment_method') return true;
  const { type } = next_action ?? {};
  return status === 'requires_action' && (type === 'use_stripe_sdk' || type === 'redirect_to_url');
}

function failed(code: string, message: string): RefundOutcome {
  return { outcome: 'failed', code, message };
}

/** Keeps connections, as the package's own does, and finds the server's addresses whatever else the system looks up. */
function agentOf(url: string | undefined): HttpAgent {
  const options = { keepAlive: true, lookup: lookupBy(new HostAddresses()) };
  return url?.startsWith('http:') ? new HttpAgent(options) : new HttpsAgent(options);
}

function serverOf(url: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(url);
  const isHttp = protocol === 'http:';
  return { protocol: isHttp ? 'http' : 'https', host: hostname, port: port || (isHttp ? '80' : '443') };
}
