import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { exportHref, orderFilters, subscriptionFilters, usageEventFilters } from '@/lib/list-filters';

import { currentView, deleteView, saveView, searchOf, viewsOf } from '@/lib/list-views';
import { allPages, firstPages } from '@/lib/pages';
import { presetOf, rangeOf } from '@/lib/presets';
import { limitOf, storeLimit } from '@/lib/search';
import { readStored } from '@/lib/stored';
import { setZone } from '@/lib/zone';
import { totalsLines } from '@/ui/ListSummary';

const NOW = Date.parse('2026-03-31T22:30:00Z');

beforeEach(() => setZone('UTC'));
afterEach(() => setZone('UTC'));

describe('ranges of days', () => {
  it.each([
    ['today', '2026-03-31', '2026-03-31'],
    ['yesterday', '2026-03-30', '2026-03-30'],
    ['last-7-days', '2026-03-25', '2026-03-31'],
    ['last-30-days', '2026-03-02', '2026-03-31'],
    ['this-month', '2026-03-01', '2026-03-31'],
    ['last-month', '2026-02-01', '2026-02-28'],
    ['this-year', '2026-01-01', '2026-12-31'],
    ['last-year', '2025-01-01', '2025-12-31'],
  ] as const)('%s is from %s to %s', (preset, from, to) => {
    expect(rangeOf(preset, NOW)).toEqual({ from, to });
    expect(presetOf({ from, to }, NOW)).toBe(preset);
  });

  it('follow the organization’s zone: it is April in Berlin, and last month has an hour less', () => {
    setZone('Europe/Berlin');
    expect(rangeOf('today', NOW)).toEqual({ from: '2026-04-01', to: '2026-04-01' });
    expect(rangeOf('last-month', NOW)).toEqual({ from: '2026-03-01', to: '2026-03-31' });
    expect(orderFilters({ from: '2026-03-01', to: '2026-03-31' })).toEqual({
      created_from: '2026-02-28T23:00:00.000Z',
      created_to: '2026-03-31T22:00:00.000Z',
    });
  });

  it('end with the last millisecond where the server includes the end', () => {
    setZone('Europe/Berlin');
    const all = { name: 'print', source: 'all', customer: '', meter: '' } as const;
    expect(usageEventFilters({ ...all, from: '2026-03-01', to: '2026-03-31' })).toEqual({
      name: ['print'],
      start_timestamp: '2026-02-28T23:00:00.000Z',
      end_timestamp: '2026-03-31T21:59:59.999Z',
    });
  });

  it('have no name if they are not a preset', () => {
    expect(presetOf({ from: '2026-03-02', to: '' }, NOW)).toBeUndefined();
    expect(presetOf({ from: '', to: '' }, NOW)).toBeUndefined();
  });

  it('of January’s last month are of the year before', () =>
    expect(rangeOf('last-month', Date.parse('2027-01-15T12:00:00Z'))).toEqual({
      from: '2026-12-01',
      to: '2026-12-31',
    }));
});

describe('the filters of a list', () => {
  it('become parameters only if they are set', () => {
    expect(
      orderFilters({ status: 'all', reason: 'all', query: '', product: '', dates: 'paid', from: '', to: '' }),
    ).toEqual({});
    expect(orderFilters({ status: 'void', reason: 'subscription_cycle', currency: 'eur' })).toEqual({
      status: ['void'],
      billing_reason: ['subscription_cycle'],
      currency: ['eur'],
    });
    expect(orderFilters({ reason: 'recurring', dates: 'paid', to: '2026-03-31' })).toEqual({
      product_billing_type: ['recurring'],
      paid_to: '2026-04-01T00:00:00.000Z',
    });
  });

  it('distinguish subscriptions that end from those with a status', () => {
    expect(subscriptionFilters({ status: 'ending' })).toEqual({ ending: true });
    expect(subscriptionFilters({ status: 'past_due', dates: 'period_ends', from: '2026-03-01' })).toEqual({
      status: ['past_due'],
      period_ends_from: '2026-03-01T00:00:00.000Z',
    });
  });

  it('are the same for the file', () => {
    const href = exportHref(
      'orders',
      'o1',
      orderFilters({ query: 'a&b', status: 'pending', dates: 'paid', from: '2026-03-01' }),
    );
    const url = new URL(href, 'http://localhost');
    expect(url.pathname).toBe('/api/dashboard/orders/export');
    expect([...url.searchParams]).toEqual([
      ['organization_id', 'o1'],
      ['query', 'a&b'],
      ['status', 'pending'],
      ['paid_from', '2026-03-01T00:00:00.000Z'],
    ]);
  });
});

describe('saved filters', () => {
  const key = 'views.u1.o1.orders';
  const search = { page: 3, limit: 50, sorting: '-amount', status: 'paid', from: '2026-03-01', to: '2026-03-31' };
  const shown = { page: 1, limit: 25, sorting: '-amount', status: 'paid', from: '2026-03-01', to: '2026-03-31' };

  afterEach(() => viewsOf(readStored(key)).forEach(({ name }) => deleteView(key, name)));

  it('keep a range such as this month by name, and no page', () => {
    saveView(key, 'Paid', search, NOW);
    const [view] = viewsOf(readStored(key));
    expect(currentView([view!], shown, NOW)?.name).toBe('Paid');
    expect(searchOf(view!, Date.parse('2026-05-02T00:00:00Z'))).toEqual({
      sorting: '-amount',
      status: 'paid',
      from: '2026-05-01',
      to: '2026-05-31',
    });
    expect(currentView([view!], { ...shown, status: 'all' }, NOW)).toBeUndefined();
  });

  it('are replaced by name, ordered, and deleted', () => {
    saveView(key, 'b', search, NOW);
    saveView(key, 'a', search, NOW);
    saveView(key, 'b', { ...search, status: 'void' }, NOW);
    expect(viewsOf(readStored(key)).map(({ name, search: { status } }) => [name, status])).toEqual([
      ['a', 'paid'],
      ['b', 'void'],
    ]);
    deleteView(key, 'a');
    expect(viewsOf(readStored(key)).map(({ name }) => name)).toEqual(['b']);
  });

  it.each(['{', '"x"', '[1, null, {"name": 1}]', null])('ignore invalid stored text: %s', (stored) =>
    expect(viewsOf(stored)).toEqual([]),
  );
});

describe('rows per page', () => {
  it('are those of the address, else those chosen last, else 25', () => {
    expect(['50', 100, '7', undefined].map(limitOf)).toEqual([50, 100, 25, 25]);
    storeLimit(50);
    expect([undefined, '100', 'many'].map(limitOf)).toEqual([50, 100, 50]);
    storeLimit(25);
    expect(limitOf(undefined)).toBe(25);
  });
});

describe('the line above a list', () => {
  const euros = [
    { currency: 'eur', amount: 12_000, of: 'before tax' },
    { currency: 'eur', amount: -900, of: 'refunded' },
  ];

  it('has the sums of one currency beside the number of rows', () => {
    expect(totalsLines('orders', { count: 2_641, sums: euros })).toEqual([
      '2,641 orders · €120.00 before tax · −€9.00 refunded',
    ]);
    expect(totalsLines('orders', { count: 1, sums: [] })).toEqual(['1 order']);
  });

  it('has a line for each of several currencies', () => {
    const yen = { currency: 'jpy', amount: 900, of: 'before tax' };
    expect(totalsLines('entries', { count: 1, sums: [euros[0]!, yen, euros[1]!] })).toEqual([
      '1 entry',
      '€120.00 before tax · −€9.00 refunded',
      '¥900 before tax',
    ]);
  });
});

describe('a list of several pages', () => {
  const rows = Array.from({ length: 250 }, (_, n) => n);
  const read = (of: readonly number[]) => async (query: { page: number; limit: number }) => ({
    items: of.slice((query.page - 1) * query.limit, query.page * query.limit),
    pagination: { max_page: Math.ceil(of.length / query.limit) },
  });

  it('is read to its end, in order', async () => {
    for (const length of [0, 1, 100, 101, 250])
      expect(await allPages(100, read(rows.slice(0, length)))).toEqual(rows.slice(0, length));
  });

  it('says whether it has more than the pages shown', async () => {
    expect(await firstPages(2, 100, read(rows))).toEqual({ items: rows.slice(0, 200), hasMore: true });
    expect(await firstPages(3, 100, read(rows))).toEqual({ items: rows, hasMore: false });
  });
});
