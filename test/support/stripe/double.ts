import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import Stripe from 'stripe';
import { chargeRefusalOf, refundRefusalOf } from '../../../src/features/billing/payments/processor-amount.rules.ts';
import { freePort } from '../ports.ts';

export const STRIPE_KEYS = {
  secretKey: 'sk_test_double',
  publishableKey: 'pk_test_double',
  webhookSecret: 'whsec_double',
};

/** How a card behaves; a confirmation token `ctoken_{kind}` and a payment method `pm_{kind}_{n}` name it. */
const KINDS = [
  'ok',
  'declined',
  'insufficient_funds',
  'processing',
  'requires_action',
  'renewal_declined',
  'other_amount',
] as const;
type Kind = (typeof KINDS)[number];

/** What happens to the next request for a path: before it is done, or after it. */
export type Fault = 'silent before' | 'silent after' | 'cut after' | 'limited' | 'broken';

interface StripeObject {
  id: string;
  object: string;
  created: number;
  metadata: Record<string, string>;
  [field: string]: unknown;
}

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

type Params = Record<string, string | undefined>;

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly error: Record<string, unknown>,
  ) {
    super(String(error['message']));
  }
}

/**
 * Stripe as far as Tillbook uses it: it keeps customers, intents and refunds, remembers idempotency keys, and signs what it reports. Its
 * errors have the form of Stripe's own.
 */
export class StripeDouble {
  readonly objects = new Map<string, StripeObject>();
  /** Requests that arrived, such as `POST /v1/refunds`, with their parameters. */
  readonly requests: { call: string; params: Params; key: string | undefined }[] = [];
  /** What it reports, oldest first. */
  readonly events: Stripe.Event[] = [];
  /** How refunds end from now on. */
  refundsAre: 'succeeded' | 'pending' | 'failed' = 'succeeded';
  /** At most so many objects are on a page of a list, so that few fill several. */
  pageSize = 3;
  /** Where events are delivered by themselves; without it, tests deliver them. */
  program: string | undefined;
  private readonly detached = new Set<string>();
  private readonly remembered = new Map<string, { digest: string; answer?: Answer }>();
  private readonly faults: { call: string; fault: Fault }[] = [];
  private readonly signer = new Stripe(STRIPE_KEYS.secretKey);
  private server: Server | undefined;
  private number = 0;

  private constructor(
    private readonly port: number,
    private readonly mode: 'test' | 'live',
  ) {}

  /** @param mode of its keys: Tillbook sends more requests a second in live mode */
  static async start(mode: 'test' | 'live' = 'test'): Promise<StripeDouble> {
    const double = new StripeDouble(await freePort(), mode);
    double.server = createServer((request, response) => void double.serve(request, response));
    await new Promise<void>((resolve) => double.server!.listen(double.port, '127.0.0.1', resolve));
    return double;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The variables of a program that uses it. */
  get env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: this.inMode(STRIPE_KEYS.secretKey),
      STRIPE_PUBLISHABLE_KEY: this.inMode(STRIPE_KEYS.publishableKey),
      STRIPE_WEBHOOK_SECRET: STRIPE_KEYS.webhookSecret,
      STRIPE_API_URL: this.url,
    };
  }

  async stop(): Promise<void> {
    this.server!.closeAllConnections();
    await new Promise((resolve) => this.server!.close(resolve));
  }

  /** The next request for a call, such as `POST /v1/payment_intents`, fails in this way. */
  fail(call: string, ...faults: Fault[]): void {
    this.faults.push(...faults.map((fault) => ({ call, fault })));
  }

  /** How many failures are still to come. */
  get failuresLeft(): number {
    return this.faults.length;
  }

  /** As Stripe does after a day. */
  forgetKeys(): void {
    this.remembered.clear();
  }

  /** Intents for a payment of ours that took money. */
  chargesOf(paymentId: string): StripeObject[] {
    return this.intentsOf(paymentId).filter(
      ({ object, status }) => object === 'payment_intent' && status === 'succeeded',
    );
  }

  intentOf(paymentId: string): StripeObject {
    const [intent] = this.intentsOf(paymentId);
    if (!intent) throw new Error(`No intent for ${paymentId}`);
    return intent;
  }

  refundsOf(paymentId: string): StripeObject[] {
    return [...this.objects.values()].filter(
      ({ object, metadata }) => object === 'refund' && metadata['payment_id'] === paymentId,
    );
  }

  /** Settles what is processing, or waits for the customer. */
  settle(
    paymentId: string,
    as: 'succeeded' | 'declined',
    received?: Partial<{ amount: number; currency: string }>,
  ): void {
    const intent = this.intentOf(paymentId);
    if (as === 'succeeded') this.succeed(intent, received);
    else this.decline(intent, { code: 'payment_intent_authentication_failure', message: 'Your bank did not confirm.' });
  }

  dispute(paymentId: string): StripeObject {
    const { id, amount, currency } = this.intentOf(paymentId);
    const about = { payment_intent: id, amount, currency, reason: 'fraudulent', status: 'needs_response' };
    const dispute = this.create('dispute', 'du', about);
    this.report('charge.dispute.created', dispute);
    return dispute;
  }

  closeDispute(dispute: StripeObject, status: 'won' | 'lost'): void {
    dispute['status'] = status;
    this.report('charge.dispute.closed', dispute);
  }

  /** A refund that was made comes back. */
  refundFails(refund: StripeObject): void {
    Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
    this.report('refund.failed', refund);
  }

  /** The latest report of a type. */
  latest(type: string): Stripe.Event {
    const event = this.events.findLast((one) => one.type === type);
    if (!event) throw new Error(`No ${type} among ${this.events.map((one) => one.type).join(', ')}`);
    return event;
  }

  report(type: string, about: object): Stripe.Event {
    const data = { object: structuredClone(about) };
    const event = { ...this.envelope('event', 'evt'), type, livemode: false, data } as unknown as Stripe.Event;
    this.events.push(event);
    if (this.program !== undefined) void this.deliver(this.program, event);
    return event;
  }

  /** A report with its signature. */
  signed(
    event: Stripe.Event,
    secret = STRIPE_KEYS.webhookSecret,
    timestamp?: number,
  ): { body: string; signature: string } {
    const body = JSON.stringify(event);
    const header = { payload: body, secret, ...(timestamp !== undefined && { timestamp }) };
    return { body, signature: this.signer.webhooks.generateTestHeaderString(header) };
  }

  /** Posts a report to a program. @returns its answer's status */
  async deliver(program: string, event: Stripe.Event): Promise<number> {
    const { body, signature } = this.signed(event);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    const path = '/v1/integrations/stripe/webhook';
    return (await fetch(program + path, { method: 'POST', headers, body })).status;
  }

  private intentsOf(paymentId: string): StripeObject[] {
    return [...this.objects.values()].filter(
      ({ object, metadata }) => object.endsWith('_intent') && metadata['payment_id'] === paymentId,
    );
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, search } = new URL(request.url!, this.url);
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const params = { ...parse(search.slice(1)), ...parse(text) } as Params;
    const method = request.method!;
    const key = request.headers['idempotency-key'] as string | undefined;
    const call = `${method} ${path.replace(/\/(pi|seti|re|cus|pm)_\w+/, '/:id')}`;
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Allow-Headers', '*');
    if (method === 'OPTIONS') return void response.end();
    this.requests.push({ call, params, key });
    const at = this.faults.findIndex((one) => one.call === call);
    const fault = at < 0 ? undefined : this.faults.splice(at, 1)[0]!.fault;
    if (fault === 'silent before') return;
    if (fault === 'limited' || fault === 'broken') return send(response, FAILURES[fault]);
    const answer = this.authorized(request, path) ? this.repeatable(key, { call, path, params }) : UNAUTHORIZED;
    if (fault === 'silent after') return;
    if (fault === 'cut after') {
      response.writeHead(answer.status, { 'Content-Type': 'application/json', 'Content-Length': '9999' });
      response.write('{"id": "pi_', () => response.destroy());
      return;
    }
    send(response, answer);
  }

  private authorized({ headers }: IncomingMessage, path: string): boolean {
    const keys = /^\/v1\/(confirmation_tokens|next_actions)/.test(path)
      ? [STRIPE_KEYS.publishableKey]
      : [STRIPE_KEYS.secretKey];
    return keys.some((key) => headers.authorization === `Bearer ${this.inMode(key)}`);
  }

  private inMode(key: string): string {
    return key.replace('_test_', `_${this.mode}_`);
  }

  private repeatable(key: string | undefined, { call, path, params }: { call: string; path: string; params: Params }) {
    if (key === undefined || !call.startsWith('POST')) return this.answer(call, path, params);
    const digest = createHash('sha256')
      .update(JSON.stringify([path, params]))
      .digest('hex');
    const before = this.remembered.get(key);
    if (before && before.digest !== digest)
      return errorAnswer(400, { type: 'idempotency_error', message: 'Key reused' });
    if (before?.answer) return { ...before.answer, headers: { 'idempotent-replayed': 'true' } };
    const answer = this.answer(call, path, params);
    this.remembered.set(key, { digest, answer });
    return answer;
  }

  private answer(call: string, path: string, params: Params): Answer {
    try {
      return { status: 200, body: expanded(this.handle(call, path, params), params) };
    } catch (error) {
      if (error instanceof Refusal) return errorAnswer(error.status, error.error);
      throw error;
    }
  }

  private handle(call: string, path: string, params: Params): unknown {
    const id = path.split('/')[3];
    switch (call) {
      case 'POST /v1/customers':
        return this.create('customer', 'cus', { metadata: metadataOf(params) });
      case 'POST /v1/payment_intents':
        return this.confirm('payment_intent', params);
      case 'POST /v1/setup_intents':
        return this.confirm('setup_intent', params);
      case 'GET /v1/payment_intents/:id':
      case 'GET /v1/setup_intents/:id':
      case 'GET /v1/refunds/:id':
        return this.find(id);
      case 'GET /v1/payment_methods/:id':
        return this.method(id!);
      case 'POST /v1/payment_methods/:id/detach':
        this.detached.add(this.method(id!).id);
        return this.method(id!);
      case 'GET /v1/payment_intents':
        return this.list('payment_intent', path, params, ({ customer }) => customer === params['customer']);
      case 'GET /v1/setup_intents':
        return this.list('setup_intent', path, params, ({ customer }) => customer === params['customer']);
      case 'GET /v1/refunds':
        return this.list('refund', path, params, (each) => each['payment_intent'] === params['payment_intent']);
      case 'POST /v1/payment_intents/:id/cancel':
      case 'POST /v1/setup_intents/:id/cancel':
        return this.cancel(this.find(id));
      case 'POST /v1/refunds':
        return this.refund(params);
      case 'POST /v1/confirmation_tokens':
        return { id: `ctoken_${params['kind'] ?? 'ok'}`, object: 'confirmation_token' };
      case 'POST /v1/next_actions': {
        const intent = [...this.objects.values()].find((one) => one['client_secret'] === params['client_secret']);
        if (!intent) throw missing('client_secret');
        this.settle(intent.metadata['payment_id']!, params['as'] === 'declined' ? 'declined' : 'succeeded');
        return { id: intent.id, status: intent['status'] };
      }
      default:
        throw new Refusal(404, { type: 'invalid_request_error', message: `Unrecognized request: ${call}` });
    }
  }

  /** @throws Refusal nothing was ever paid with it */
  private method(id: string) {
    const intent = [...this.objects.values()].find((one) => one['payment_method'] === id);
    if (!intent)
      throw new Refusal(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: 'No such PaymentMethod',
      });
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2_050 };
    return {
      id,
      object: 'payment_method',
      type: 'card',
      card,
      customer: this.detached.has(id) ? null : intent['customer'],
    };
  }

  private confirm(object: 'payment_intent' | 'setup_intent', params: Params): StripeObject {
    this.find(params['customer'], 'customer');
    const offSession = params['off_session'] === 'true';
    const given = params['payment_method'] ?? params['confirmation_token'] ?? '';
    const kind = KINDS.find((one) => given === `ctoken_${one}` || given.startsWith(`pm_${one}_`));
    if (!kind) throw missing(params['payment_method'] === undefined ? 'confirmation_token' : 'payment_method');
    const amount = Number(params['amount'] ?? 0);
    const refusal = object === 'payment_intent' && chargeRefusalOf({ amount, currency: params['currency']! });
    if (refusal) throw refusedAmount(refusal);
    const intent = this.create(object, object === 'payment_intent' ? 'pi' : 'seti', {
      customer: params['customer'],
      metadata: metadataOf(params),
      client_secret: `secret_${randomBytes(6).toString('hex')}`,
      payment_method: offSession ? given : `pm_${kind}_${++this.number}`,
      next_action: null,
      ...(object === 'payment_intent'
        ? {
            amount,
            amount_received: 0,
            currency: params['currency'],
            setup_future_usage: params['setup_future_usage'] ?? null,
            last_payment_error: null,
            latest_charge: null,
          }
        : { usage: params['usage'], last_setup_error: null }),
    });
    this.run(intent, kind, offSession);
    return intent;
  }

  /** @throws Refusal a decline, with the intent that it leaves behind */
  private run(intent: StripeObject, kind: Kind, offSession: boolean): void {
    if (kind === 'declined' || (kind === 'renewal_declined' && offSession))
      this.refuse(intent, {
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
      });
    if (kind === 'insufficient_funds')
      this.refuse(intent, {
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
      });
    if (kind === 'requires_action' && offSession)
      this.refuse(intent, {
        code: 'authentication_required',
        decline_code: 'authentication_required',
        message: 'Your card was declined. This transaction requires authentication.',
      });
    if (kind === 'requires_action') {
      Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
      this.report(`${intent.object}.requires_action`, intent);
    } else if (kind === 'processing') {
      intent['status'] = 'processing';
      this.report(`${intent.object}.processing`, intent);
    } else this.succeed(intent, kind === 'other_amount' ? { amount: Number(intent['amount']) + 1 } : {});
  }

  private succeed(intent: StripeObject, received: Partial<{ amount: number; currency: string }> = {}): void {
    Object.assign(intent, { status: 'succeeded', next_action: null });
    if (intent.object === 'payment_intent')
      Object.assign(intent, {
        amount_received: received.amount ?? intent['amount'],
        currency: received.currency ?? intent['currency'],
        latest_charge: `ch_${intent.id}`,
      });
    this.report(`${intent.object}.succeeded`, intent);
  }

  private decline(intent: StripeObject, error: Record<string, unknown>): void {
    const isPayment = intent.object === 'payment_intent';
    Object.assign(intent, {
      status: 'requires_payment_method',
      next_action: null,
      payment_method: null,
      [isPayment ? 'last_payment_error' : 'last_setup_error']: { type: 'card_error', ...error, ...DECLINED_CARD },
    });
    this.report(isPayment ? 'payment_intent.payment_failed' : 'setup_intent.setup_failed', intent);
  }

  private refuse(intent: StripeObject, error: Record<string, unknown>): never {
    this.decline(intent, error);
    throw new Refusal(402, {
      type: 'card_error',
      ...error,
      ...DECLINED_CARD,
      [intent.object]: structuredClone(intent),
    });
  }

  private cancel(intent: StripeObject): StripeObject {
    if (intent['status'] === 'succeeded' || intent['status'] === 'canceled')
      throw new Refusal(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'No' });
    Object.assign(intent, { status: 'canceled', next_action: null });
    this.report(`${intent.object}.canceled`, intent);
    return intent;
  }

  private refund(params: Params): StripeObject {
    const intent = this.find(params['payment_intent'], 'payment_intent');
    const earlier = [...this.objects.values()].filter(
      (each) => each.object === 'refund' && each['payment_intent'] === intent.id && each['status'] !== 'failed',
    );
    const left = earlier.reduce((rest, each) => rest - Number(each['amount']), Number(intent['amount_received']));
    const amount = params['amount'] === undefined ? left : Number(params['amount']);
    const refusal = refundRefusalOf({ amount, currency: String(intent['currency']) }, left);
    if (refusal) throw refusedAmount(refusal);
    const refund = this.create('refund', 're', {
      payment_intent: intent.id,
      amount,
      currency: intent['currency'],
      status: this.refundsAre,
      metadata: metadataOf(params),
      ...(this.refundsAre === 'failed' && { failure_reason: 'insufficient_funds' }),
    });
    this.report('refund.created', refund);
    return refund;
  }

  private create(object: string, prefix: string, fields: Record<string, unknown>): StripeObject {
    const created = { metadata: {}, ...this.envelope(object, prefix), ...fields } as StripeObject;
    this.objects.set(created.id, created);
    return created;
  }

  private envelope(object: string, prefix: string) {
    return {
      id: `${prefix}_${(this.number += 1)}${randomBytes(8).toString('hex')}`,
      object,
      created: Math.floor(Date.now() / 1_000),
    };
  }

  private find(id: string | undefined, param = 'id'): StripeObject {
    const found = id === undefined ? undefined : this.objects.get(id);
    if (!found) throw missing(param);
    return found;
  }

  /** Newest first, in pages of at most three, so that clients have to page. */
  private list(object: string, url: string, params: Params, matches: (each: StripeObject) => boolean) {
    const since = Number(params['created[gte]'] ?? 0);
    const all = [...this.objects.values()]
      .filter((each) => each.object === object && each.created >= since && matches(each))
      .reverse();
    const start = all.findIndex(({ id }) => id === params['starting_after']) + 1;
    const data = all.slice(start, start + this.pageSize);
    return { object: 'list', url, has_more: all.length > start + this.pageSize, data };
  }
}

const UNAUTHORIZED = errorAnswer(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
const FAILURES = {
  limited: errorAnswer(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' }),
  broken: errorAnswer(500, { type: 'api_error', message: 'Something went wrong at Stripe' }),
};

function errorAnswer(status: number, error: Record<string, unknown>): Answer {
  return { status, body: { error } };
}

function missing(param: string): Refusal {
  return new Refusal(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${param}`,
  });
}

/** Stripe refuses more than is left of a charge without a code. */
function refusedAmount(code: string): Refusal {
  const about = code === 'refund_refused' ? {} : { code };
  return new Refusal(400, { type: 'invalid_request_error', ...about, param: 'amount', message: `Refused: ${code}` });
}

function metadataOf(params: Params): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const [, field] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return field === undefined || value === undefined ? [] : [[field, value]];
    }),
  );
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_double', ...headers });
  response.end(JSON.stringify(body));
}

const DECLINED_CARD = { payment_method: { object: 'payment_method', card: { brand: 'visa', last4: '0002' } } };

/** Names a charge in full where the request asks for that, as Stripe does. */
function expanded(body: unknown, params: Params): unknown {
  const wanted = Object.entries(params).flatMap(([name, value]) => (name.startsWith('expand[') ? [value] : []));
  if (wanted.includes('latest_charge')) return withCharge(body as Record<string, unknown>);
  if (!wanted.includes('data.latest_charge')) return body;
  const list = body as { data: Record<string, unknown>[] };
  return { ...list, data: list.data.map(withCharge) };
}

function withCharge(intent: Record<string, unknown>): Record<string, unknown> {
  if (typeof intent['latest_charge'] !== 'string') return intent;
  const details = { card: { brand: 'visa', last4: '4242' } };
  return {
    ...intent,
    latest_charge: { id: intent['latest_charge'], object: 'charge', payment_method_details: details },
  };
}
