import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenTelemetry } from '../../src/adapters/opentelemetry/opentelemetry.ts';
import { SqliteEventStore } from '../../src/adapters/sqlite/sqlite-event-store.ts';
import { features } from '../../src/app.module.ts';
import { noTelemetry } from '../../src/kernel/ports/telemetry.ts';
import { startApp } from '../support/app.ts';
import { startCollector, type Collector, type ReceivedSpan } from '../support/collector.ts';
import { RecordingLog } from '../support/kernel.ts';
import { freePort } from '../support/ports.ts';
import { startReceiver } from '../support/receiver.ts';
import { sellers } from '../support/sellers.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { until, within } from '../support/until.ts';

const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const BUYER = { email: 'grace.hopper@example.com', name: 'Grace Hopper', token: 'ctoken_renewal_ok' };
const DAYS_OF_A_MONTH = 31;
/** A span's kind on the wire. */
const SERVER = 2;

interface Endpoint {
  id: string;
  secret: string;
}

describe('the traces of a purchase', () => {
  let collector: Collector;
  let folder: string;
  /** Of the response to confirm. */
  let requestId: string;
  const secrets: string[] = [];

  beforeAll(async () => {
    collector = await startCollector();
    folder = await mkdtemp(join(tmpdir(), 'tillbook-'));
    const receiver = await startReceiver(() => ({ status: 503 }));
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const shop = await openShop({ dataDir: folder, env });
    // Or a slow machine would make the second attempt before the restart.
    shop.clock.stopMachine();
    const endpoint = await createEndpoint(shop, receiver.url, 'order.created');
    const { id: productId } = await shop.product({ interval: 'month' });
    const { clientSecret } = await shop.seller.checkouts.create({ products: [productId] });
    requestId = await confirm(shop, clientSecret);
    for (const path of ['/healthz', '/nowhere', '/v1/orders/?token=s3cret']) await fetch(shop.url + path);
    await shop.settled();
    await until(() => receiver.received.length === 1, 'the first attempt');
    shop.clock.advance({ days: DAYS_OF_A_MONTH });
    await shop.runtime.ticker.tick();
    await shop.settled();
    await shop.close();

    receiver.answers(() => ({ status: 200 }));
    const again = await startApp({ dataDir: folder, env, features: [sellers, ...features] });
    again.clock.advanceMachine(3_600);
    // The order of the renewal waited behind the first.
    await until(() => receiver.received.length === 3, 'the second attempt');
    await again.close();
    await receiver.close();
    secrets.push('s3cret', shop.bearer, clientSecret, endpoint.secret, new URL(receiver.url).pathname);
  });
  afterAll(async () => {
    await collector.close();
    await rm(folder, { recursive: true });
  });

  const spans = (name: string): ReceivedSpan[] => collector.spans().filter((span) => span.name === name);
  const parentOf = ({ traceId, parentSpanId }: ReceivedSpan): ReceivedSpan | undefined =>
    collector.spans().find((one) => one.traceId === traceId && one.spanId === parentSpanId);
  /** The names of a span and of all that it is part of. */
  const pathOf = (span: ReceivedSpan | undefined): string[] => (span ? [span.name, ...pathOf(parentOf(span))] : []);
  const deliveries = (): ReceivedSpan[] =>
    spans('delivery webhook').filter(({ traceId }) => traceId === requestId.replaceAll('-', ''));

  it('lead from a request through its events to the webhook that it caused', () => {
    const [call] = spans('call webhook');
    expect(pathOf(call)).toEqual([
      'call webhook',
      'delivery webhook',
      'append webhookmessages',
      'command ScheduleDeliveries',
      'step webhooks OrderCreated',
      'append order',
      'command CreateOrder',
      'command FulfilCheckout',
      'step checkout PaymentSucceeded',
      'append payment',
      'command ChargePayment',
      'command ConfirmCheckout',
      'POST /v1/checkouts/client/:client_secret/confirm',
    ]);
    expect(call!.traceId).toBe(requestId.replaceAll('-', ''));
  });

  it('go on in another process, which was not running when the request was made', () => {
    const [first, second] = deliveries();
    expect(first!.attributes).toMatchObject({ 'tillbook.attempt': 1, 'error.type': '503' });
    expect(first!.status.code).toBe(2);
    expect(second!.attributes).toMatchObject({ 'tillbook.attempt': 2, 'tillbook.message_type': 'order.created' });
    expect(second!.status.code ?? 0).toBe(0);
    expect(second).toMatchObject({ traceId: first!.traceId, parentSpanId: first!.parentSpanId });
  });

  it('lead from the ticker to the charge that a worker makes', () => {
    const [charge] = spans('call payment chargeOffSession');
    expect(pathOf(charge)).toEqual([
      'call payment chargeOffSession',
      'step payments PaymentRequested',
      'append payment',
      'command RequestPayment',
      'command BillSubscription',
      'step renewal SubscriptionRenewed',
      'append subscription',
      'command RenewSubscription',
    ]);
  });

  it('begin with requests to the APIs, but not to health checks and pages', () => {
    const requests = collector.spans().filter(({ kind }) => kind === SERVER);
    expect(requests.map(({ name, attributes }) => `${name} ${attributes['http.response.status_code']}`)).toEqual([
      'POST /v1/webhooks/endpoints 201',
      'POST /v1/products 201',
      'POST /v1/checkouts 201',
      'POST /v1/checkouts/client/:client_secret/confirm 200',
      'GET /v1/orders 401',
    ]);
  });

  it('link a request to its caller, and a delivery to the work that made it', () => {
    const [request] = spans('POST /v1/checkouts/client/:client_secret/confirm');
    expect(request!.links).toEqual([expect.objectContaining(CALLER)]);
    for (const { links } of deliveries()) {
      const work = spans('work webhook').map(({ traceId }) => traceId);
      expect(work).toContain(links![0]!.traceId);
    }
  });

  it('have every span that another one names as its parent', () => {
    const orphans = collector.spans().filter((span) => span.parentSpanId && !parentOf(span));
    expect(orphans.map(({ name }) => name)).toEqual([]);
    const ids = collector.spans().map(({ traceId, spanId }) => `${traceId} ${spanId}`);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('come with metrics of each kind of operation', () => {
    const route = '/v1/checkouts/client/:client_secret/confirm';
    expect(collector.counts('http.server.request.duration', 'http.route')).toMatchObject({ [route]: 1 });
    expect(collector.counts('tillbook.command.duration', 'tillbook.command')).toMatchObject({ ConfirmCheckout: 1 });
    expect(collector.counts('tillbook.append.duration', 'tillbook.category')).toMatchObject({ customer: 1 });
    expect(collector.counts('tillbook.append.events', 'tillbook.category')).toMatchObject({ customer: 1 });
    expect(collector.counts('tillbook.projection.events', 'tillbook.group').billing).toBeGreaterThan(5);
    expect(collector.counts('tillbook.step.duration', 'tillbook.process').renewal).toBeGreaterThanOrEqual(1);
    expect(collector.counts('tillbook.work.duration', 'tillbook.work').webhook).toBeGreaterThanOrEqual(2);
    expect(collector.counts('tillbook.delivery.duration', 'tillbook.delivery')).toMatchObject({ webhook: 3 });
    expect(collector.counts('tillbook.call.duration', 'tillbook.call')).toMatchObject({
      'payment chargeOffSession': 1,
    });
  });

  it('contain no personal data and no secrets', () => {
    const text = collector.text();
    expect(text).toContain('CustomerCreated');
    for (const secret of [...Object.values(BUYER), ...secrets]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/@example\.com|client_secret=|Bearer|whsec_/);
  });
});

async function createEndpoint(shop: Shop, url: string, ...events: string[]): Promise<Endpoint> {
  const answer = await fetch(`${shop.url}/v1/webhooks/endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, format: 'raw', events }),
  });
  expect(answer.status).toBe(201);
  await shop.settled();
  return (await answer.json()) as Endpoint;
}

/** @returns the request's id */
async function confirm(shop: Shop, clientSecret: string): Promise<string> {
  const answer = await fetch(`${shop.url}/v1/checkouts/client/${clientSecret}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01` },
    body: JSON.stringify({
      customer_email: BUYER.email,
      customer_name: BUYER.name,
      customer_billing_address: { country: 'DE' },
      confirmation_token_id: BUYER.token,
    }),
  });
  expect(answer.status).toBe(200);
  return answer.headers.get('x-request-id')!;
}

describe('without a collector', () => {
  it('nothing is measured, and no port is wrapped', async () => {
    const app = await startApp();
    expect(app.ports.telemetry).toBe(noTelemetry);
    expect(app.ports.store).toBeInstanceOf(SqliteEventStore);
    await app.close();
  });
});

describe('with an unavailable collector', () => {
  // In milliseconds, for one export: the SDK itself reads the variable.
  afterEach(() => {
    delete process.env.OTEL_EXPORTER_OTLP_TIMEOUT;
  });

  it('the program works as ever, and says so once', async () => {
    process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '200';
    const shop = await openShop({
      own: true,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` },
    });
    const { id } = await shop.product({});
    const checkoutId = await shop.buy(id);
    expect(await shop.seller.checkouts.get({ id: checkoutId })).toMatchObject({ status: 'succeeded' });
    await shop.close();
    const warnings = shop.logged.filter(({ level }) => level !== 'info').map(({ message }) => message);
    expect(warnings).toEqual(['The OpenTelemetry collector is unavailable: traces and metrics are dropped']);
  });

  it('the program ends without waiting for an answer that never comes', async () => {
    const unanswered: ServerResponse[] = [];
    const silent = createServer((_, response) => void unanswered.push(response));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const log = new RecordingLog();
    process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '600000';
    const telemetry = new OpenTelemetry({ endpoint: `http://127.0.0.1:${port}`, share: 1, role: 'all' }, log);
    await telemetry.measure({ kind: 'command', name: 'command Test' }, () => Promise.resolve());
    await within(telemetry.close(), 'the end');
    // The export is still under way.
    expect(log.lines).toEqual([]);
    for (const response of unanswered) response.writeHead(400).end();
    await until(() => log.lines.length === 1, 'the warning');
    silent.close();
    silent.closeAllConnections();
  });
});
