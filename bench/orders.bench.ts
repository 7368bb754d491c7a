import { CommandBus } from '@nestjs/cqrs';
import { DatabaseSync } from '@photostructure/sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { orderList } from '../src/features/billing/orders/orders.controller.ts';
import { orderStream, type OrderEvent } from '../src/features/billing/orders/order.events.ts';
import { billOf } from '../src/features/billing/pricing/bill.ts';
import { NO_TERMS } from '../src/features/billing/pricing/terms.ts';
import { orderProjection } from '../src/features/billing/orders/order.projection.ts';
import { CreateProduct } from '../src/features/billing/products/product.commands.ts';
import { Documents, pageQuery } from '../src/app/reading/documents.ts';
import { listRequest } from '../src/app/http/lists/list.ts';
import { customerProjection } from '../src/features/billing/customers/customer.projection.ts';
import { customersByEmail } from '../src/features/billing/customers/customers.queries.ts';
import { productProjection } from '../src/features/billing/products/product.projection.ts';
import { productsByName } from '../src/features/billing/products/products.queries.ts';
import { addSeconds, toInstant } from '../src/kernel/ports/clock.ts';
import { Writes, type Context } from '../src/kernel/writing/command.ts';
import type { Recorded } from '../src/kernel/writing/events.ts';
import { LongWork } from '../src/kernel/coordination/long-work.ts';
import { foldBatch } from '../src/kernel/reading/fold-batch.ts';
import { newUuid } from '../src/kernel/ids.ts';
import { collectionOf } from '../src/kernel/reading/projection.ts';
import { format, median, percentile, type Row } from './measure.ts';
import { startProgram, type RunningProgram } from './program.ts';

const FEW = 1_000;
const MANY = 100_000;
const READS = 400;
const FEW_READS = 40;
/** Every kind of list query that could cost more than its page. */
const LISTS = [
  '',
  'page=4000&limit=25',
  'sorting=amount&page=2000&limit=25',
  'sorting=product',
  'sorting=-product&page=2000&limit=25',
  'sorting=customer',
  'sorting=customer&page=2000&limit=25',
  'product_billing_type=recurring&sorting=-customer',
  'product_billing_type=one_time&sorting=net_amount&page=2000&limit=25',
  'metadata[plan]=a',
];
const BATCH = 500;
/** Commands per second, and how many. */
const RATE = 100;
const WRITES = 1_000;

const ORGANIZATION = newUuid();
const SCOPE = { organizationIds: [ORGANIZATION] };
const collection = collectionOf(orderProjection);

/** The speed of long lists, and the delay until a write shows in the read models. */
export async function benchOrders(): Promise<Row[]> {
  const program = await startProgram();
  const rows = [await writeToVisible(program), ...(await lists(program))];
  await program.close();
  return rows;
}

/** Pages with totals, as the route requests them, and the first page also without its total. */
async function lists({ ports: { documents } }: RunningProgram): Promise<Row[]> {
  const { counted: _, ...query } = pageQuery(orderProjection, listRequest(orderList, {}), SCOPE);
  const page = () => documents.find(collection, query);
  const total = () => documents.find(collection, { ...query, limit: 0, counted: true });
  await fillRelated(documents);
  await fill(documents, 0, FEW);
  const few = await medianMs(page, READS);
  await fill(documents, FEW, MANY);
  const [many, counted] = [await medianMs(page, READS), await medianMs(total, READS)];
  const ratio = many / few;
  const rows: Row[] = [
    {
      name: `first page of orders: of ${format(MANY)} ÷ of ${format(FEW)}`,
      figures: `${format(many)} ÷ ${format(few)} ms = ${ratio.toFixed(2)}`,
      aim: '≤ 1.3',
      met: ratio <= 1.3,
    },
    { name: `total of ${format(MANY)} orders`, figures: `${format(counted)} ms`, aim: '≤ 10 ms', met: counted <= 10 },
  ];
  for (const asked of LISTS) {
    const list = listRequest(orderList, Object.fromEntries(new URLSearchParams(asked)));
    const related = { sortings: { customer: customersByEmail, product: productsByName }, within: 'created_at' };
    const ms = await medianMs(() => new Documents(documents).list(orderProjection, list, SCOPE, related), FEW_READS);
    const name = `list of ${format(MANY)} orders: ${asked || 'as it comes'}`;
    rows.push({ name, figures: `${format(ms)} ms`, aim: '≤ 50 ms', met: ms <= 50 });
  }
  return rows;
}

/** The products and customers by which orders are sorted. */
async function fillRelated(documents: RunningProgram['ports']['documents']): Promise<void> {
  const kinds = [
    { projection: customerProjection, ids: CUSTOMERS, field: 'email_lower' },
    { projection: productProjection, ids: PRODUCTS, field: 'name_lower' },
  ];
  for (const { projection, ids, field } of kinds)
    await documents.save(
      ids.map((id) => {
        const document = { id, organization_id: ORGANIZATION, [field]: `name of ${id}` };
        return { collection: collectionOf(projection), id, seen: undefined, position: '0'.repeat(20), document };
      }),
    );
}

/** Orders, folded by their projection and written as the projector writes them. */
async function fill(documents: RunningProgram['ports']['documents'], from: number, to: number): Promise<void> {
  const work = new LongWork();
  for (let first = from; first < to; first += BATCH) {
    const events = Array.from({ length: BATCH }, (_, index) => orderCreated(first + index));
    await documents.save(await foldBatch(orderProjection, events, documents, work));
  }
}

function orderCreated(number: number): Recorded<OrderEvent> {
  const orderId = newUuid();
  const occurredAt = addSeconds('2026-01-01T00:00:00.000Z', number);
  const position = String(number + 1).padStart(20, '0');
  const line = { id: newUuid(), label: 'Ledger paper', priceId: newUuid(), quantity: 1, proration: false };
  const bill = billOf([{ ...line, amount: 1_000 + (number % 50) }], 'usd', NO_TERMS);
  return {
    id: newUuid(),
    stream: orderStream(orderId),
    revision: 0,
    position,
    type: 'OrderCreated',
    data: {
      orderId,
      organizationId: ORGANIZATION,
      customerId: CUSTOMERS[number % CUSTOMERS.length]!,
      subscriptionId: null,
      productId: PRODUCTS[number % PRODUCTS.length]!,
      checkoutId: newUuid(),
      billingReason: 'purchase',
      status: 'paid',
      ...bill,
      appliedBalanceAmount: 0,
      dueAmount: bill.totals.totalAmount,
      period: null,
      paymentId: newUuid(),
      paymentMethodId: newUuid(),
      place: null,
      billingAddress: { line1: null, line2: null, postalCode: null, city: null, state: null, country: 'DE' },
      billingName: null,
      customFieldData: {},
      metadata: {},
    },
    metadata: {
      version: 1,
      occurredAt,
      recordedAt: occurredAt,
      actor: { kind: 'operator', id: 'bench' },
      correlationId: orderId,
      causationId: orderId,
      commandId: orderId,
      organizationId: ORGANIZATION,
    },
  };
}

const CUSTOMERS = Array.from({ length: 300 }, () => newUuid());
const PRODUCTS = Array.from({ length: 8 }, () => newUuid());

/** The time from a command to the read models in the running program, alternating with the bare commit of the same bytes. */
async function writeToVisible({ app, runtime }: RunningProgram): Promise<Row> {
  const commands = app.get(CommandBus, { strict: false });
  const bare = bareCommits();
  const [visible, committed]: [number[], number[]] = [[], []];
  for (let number = 0; number < WRITES; number++) {
    const due = performance.now() + 1_000 / RATE;
    const context = contextNow();
    const started = performance.now();
    await commands.execute(new CreateProduct(productOf(number), context));
    await runtime.readModels.passed(context.writes.highest!, 10_000);
    visible.push(performance.now() - started);
    const again = performance.now();
    bare.commit();
    committed.push(performance.now() - again);
    await pause(Math.max(0, due - performance.now()));
  }
  bare.close();
  const [ours, theirs] = [percentile(visible, 0.99), percentile(committed, 0.99)];
  return {
    name: `write → visible at ${RATE} commands/s: p99 ÷ p99 of the bare commit`,
    figures: `${format(ours)} ms (median ${format(median(visible))}) ÷ ${format(theirs)} ms = ${(ours / theirs).toFixed(1)}`,
    aim: '≤ 10 ms',
    met: ours <= 10,
  };
}

function productOf(number: number): CreateProduct['data'] {
  const prices = [{ id: newUuid(), amountType: 'fixed' as const, amount: 1_000, currency: 'usd' }];
  const name = `Edition ${number}`;
  const about = { productId: newUuid(), organizationId: ORGANIZATION, description: null, recurringInterval: null };
  return { ...about, name, prices, metadata: {} };
}

/** Only a durable commit of about 600 bytes. */
function bareCommits() {
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-bench-'));
  const db = new DatabaseSync(join(folder, 'bare.db'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE events (body TEXT)');
  const insert = db.prepare('INSERT INTO events VALUES (?)');
  const body = 'x'.repeat(600);
  return {
    commit: () => void insert.run(body),
    close() {
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function contextNow(): Context {
  const requestId = newUuid();
  const now = toInstant(Date.now());
  return {
    requestId,
    actor: { kind: 'operator', id: 'bench' },
    correlationId: requestId,
    causationId: requestId,
    organizationId: ORGANIZATION,
    now,
    machineNow: now,
    scope: 'any',
    writes: new Writes(),
  };
}

async function medianMs(run: () => Promise<unknown>, reads: number): Promise<number> {
  const times: number[] = [];
  for (let read = 0; read < reads; read++) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  return median(times);
}
