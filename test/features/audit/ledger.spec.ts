import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { organizationStream } from '../../../src/features/accounts/organizations/organization.events.ts';
import { ledgerProjection } from '../../../src/features/audit/ledger/ledger.projection.ts';
import { customerStream } from '../../../src/features/billing/customers/customer.events.ts';
import { productStream } from '../../../src/features/billing/products/product.events.ts';
import { createOrganization, organizationToken, signUp, tokenOf } from '../../support/accounts.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { startContext } from '../../../src/kernel/writing/command.ts';
import { Executor } from '../../../src/kernel/writing/execute.ts';
import { skipDecider, SkipEvent, SKIPPED_STREAM } from '../../../src/kernel/writing/skipped-events.ts';
import { documentsOf, NOW, recorded } from '../../support/given.ts';
import { happen, polar } from '../../support/sellers.ts';

interface LedgerEvent {
  id: string;
  type: string;
  stream: string;
  revision: number;
  actor: { kind: string; id: string };
  persons: string[];
  command_id: string;
  data: Record<string, unknown>;
  state: Record<string, unknown> | null;
}

describe('the ledger projection', () => {
  const projection = ledgerProjection([{ Happened: { version: 1, upcast: {}, personal: [] } }]);
  const entries = (stream: string, data: object, organizationId?: string) =>
    Object.values(documentsOf(projection, [recorded({ type: 'Happened', data }, { stream, organizationId })]));

  it("takes the organization from the event's data, else from its envelope", () => {
    expect(entries('product-p1', { organizationId: 'o1' }, 'o2')).toMatchObject([{ organization_id: 'o1' }]);
    expect(entries('product-p1', {}, 'o2')).toMatchObject([{ organization_id: 'o2', category: 'product' }]);
    expect(entries('organization-o3', {})).toMatchObject([{ organization_id: 'o3' }]);
    expect(entries('product-p1', {})).toEqual([]);
  });

  it('leaves out people and their sessions', () => {
    for (const stream of ['user-u1', 'session-s1', 'claim-email_d'])
      expect(entries(stream, { organizationId: 'o1' }, 'o1')).toEqual([]);
  });

  it('names the people concerned, without personal data', () => {
    const [entry] = entries('order-r1', { customerId: 'c1', billingAddress: 'Main Street 1' }, 'o1');
    expect(entry).toMatchObject({ persons: ['tester', 'c1'], occurred_at: NOW });
    expect(JSON.stringify(entry)).not.toContain('Main Street');
  });
});

describe("an organization's ledger over HTTP", () => {
  let app: TestApp;
  let seller: Awaited<ReturnType<typeof organizationToken>>;
  let productId: string;
  let customerId: string;

  beforeAll(async () => {
    app = await startApp();
    seller = await organizationToken(app, 'ledger:read', 'products:write', 'customers:write', 'customers:read');
    const client = polar(app.url, seller.token);
    const prices = [{ amountType: 'fixed' as const, priceAmount: 1000 }];
    productId = (await client.products.create({ name: 'Ledger Pro', recurringInterval: 'month', prices })).id;
    await client.products.update({ id: productId, productUpdate: { name: 'Ledger Max' } });
    customerId = (await client.customers.create({ email: 'ann@example.com', name: 'Ann' })).id;
  });
  afterAll(() => app.close());

  const read = async (path: string, credential: string = seller.token) => {
    const headers: Record<string, string> = credential.startsWith('tb_')
      ? { authorization: `Bearer ${credential}` }
      : { cookie: credential };
    const answer = await fetch(`${app.url}/api/ledger/${path}`, { headers });
    return { status: answer.status, body: (await answer.json()) as never };
  };
  const list = async (query: string, credential?: string) => {
    const { status, body } = await read(`events?limit=100&${query}`, credential);
    expect(status).toBe(200);
    return body as { items: LedgerEvent[]; pagination: { total_count: number; max_page: number } };
  };
  const typesIn = async (query: string) => (await list(query)).items.map(({ type }) => type);

  it('lists newest first, page by page', async () => {
    const all = await typesIn('');
    expect(all.slice(0, 3)).toEqual(['CustomerCreated', 'ProductUpdated', 'ProductCreated']);
    expect(all.at(-1)).toBe('OrganizationCreated');
    const second = (await read('events?limit=1&page=2')).body as { items: LedgerEvent[]; pagination: object };
    expect(second.items.map(({ type }) => type)).toEqual(['ProductUpdated']);
    expect(second.pagination).toEqual({ total_count: all.length, max_page: all.length });
  });

  it('filters by type, stream, person and time', async () => {
    expect(await typesIn('type=ProductCreated&type=CustomerCreated')).toEqual(['CustomerCreated', 'ProductCreated']);
    expect(await typesIn(`stream=${productStream(productId)}`)).toEqual(['ProductUpdated', 'ProductCreated']);
    expect(await typesIn(`person=${customerId}`)).toEqual(['CustomerCreated']);
    expect(await typesIn(`person=${seller.tokenId}`)).toEqual(['CustomerCreated', 'ProductUpdated', 'ProductCreated']);
    expect(await typesIn('from=2999-01-01T00:00:00Z')).toEqual([]);
    expect(await typesIn('to=2000-01-01T00:00:00Z')).toEqual([]);
    expect((await read('events?from=yesterday')).status).toBe(422);
  });

  it('opens an event to its data, who caused it by which command, and the state after it', async () => {
    const [entry] = (await list('type=ProductCreated')).items;
    const { body } = await read(`events/${entry!.id}`);
    expect(body).toMatchObject({
      type: 'ProductCreated',
      revision: 0,
      actor: { kind: 'token', id: seller.tokenId },
      command_id: expect.stringMatching(/:CreateProduct$/),
      data: { name: 'Ledger Pro' },
      state: { name: 'Ledger Pro', is_archived: false },
    });
  });

  it('shows a stream as a timeline with the state after each event', async () => {
    const { body } = await read(`streams/${productStream(productId)}`);
    const { items } = body as { items: LedgerEvent[] };
    expect(items.map(({ type, state }) => [type, state!.name])).toEqual([
      ['ProductCreated', 'Ledger Pro'],
      ['ProductUpdated', 'Ledger Max'],
    ]);
  });

  it('shows personal fields only to callers who may read customers', async () => {
    const [entry] = (await list('type=CustomerCreated')).items;
    const opened = (await read(`events/${entry!.id}`)).body as LedgerEvent;
    expect(opened).toMatchObject({ data: { email: 'ann@example.com' }, state: { email: 'ann@example.com' } });
    const { token } = await tokenOf(app, seller.cookie, seller.organizationId, 'ledger:read');
    const closed = (await read(`events/${entry!.id}`, token)).body as LedgerEvent;
    expect(closed.data).toMatchObject({ email: null, name: null, customerId });
    expect(JSON.stringify(closed)).not.toMatch(/ann@example|"Ann"/);
    const timeline = (await read(`streams/${customerStream(customerId)}`, token)).body;
    expect(JSON.stringify(timeline)).not.toMatch(/ann@example|"Ann"/);
  });

  it('is for owners, admins and tokens with the scope', async () => {
    expect((await list('', seller.cookie)).items.length).toBeGreaterThan(3);
    const { token } = await tokenOf(app, seller.cookie, seller.organizationId, 'products:read');
    expect((await read('events', token)).status).toBe(403);
    const member = await signUp(app);
    await happen(app, organizationStream(seller.organizationId), {
      type: 'MemberAdded',
      data: { organizationId: seller.organizationId, memberId: 'm2', userId: member.id, role: 'member' },
    });
    await app.runtime.settled();
    expect((await read('events', member.cookie)).status).toBe(403);
    expect((await fetch(`${app.url}/api/ledger/events`)).status).toBe(401);
  });

  it('opens a skipped event for its own organization, and no timeline of those of all', async () => {
    const skipped = { stream: 'order-1', revision: 0, type: 'OrderPaid', reason: 'unknown version' };
    const ids = [seller.organizationId, newUuid()];
    for (const [at, organizationId] of ids.entries()) {
      const data = { ...skipped, eventId: newUuid(), organizationId };
      const skip = new SkipEvent(data, startContext({ kind: 'operator', id: `o${at}` }, app.clock));
      await app.app.get(Executor).execute(skipDecider, SKIPPED_STREAM, skip);
    }
    await app.runtime.settled();
    const { items } = await list('type=EventSkipped');
    expect(items).toHaveLength(1);
    expect(await read(`events/${items[0]!.id}`)).toMatchObject({ status: 200, body: { data: skipped, state: null } });
    expect((await read(`streams/${SKIPPED_STREAM}`)).status).toBe(404);
  });

  it('does not exist for another tenant', async () => {
    const other = await signUp(app);
    const { id } = await createOrganization(app, other.cookie);
    const { items } = await list('', other.cookie);
    expect(items.every(({ stream }) => stream === organizationStream(id))).toBe(true);
    expect((await list(`organization_id=${seller.organizationId}`, other.cookie)).items).toEqual([]);
    const [entry] = (await list('type=ProductCreated')).items;
    expect((await read(`events/${entry!.id}`, other.cookie)).status).toBe(404);
    for (const stream of [productStream(productId), organizationStream(seller.organizationId), `user-${other.id}`])
      expect((await read(`streams/${stream}`, other.cookie)).status).toBe(404);
  });
});
