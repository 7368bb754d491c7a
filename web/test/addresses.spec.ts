import { describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { isNotFound } from '@tanstack/react-router';
import { ApiError } from '@/api/error';
import { loadOne } from '@/api/one';
import { cutPage, pageOf as totalOf, sortOf, windowOf } from '@/api/paging';
import { slugFrom } from '@/features/organizations/slug';
import { addressForm, addressLines, addressOf } from '@/lib/address';
import { choice, id, listRoute, onRefusedParam, page, text } from '@/lib/list-route';
import { dayOf, oneOf, pageOf, pathOf, textOf } from '@/lib/search';
import { COUNTRIES } from '../../src/features/billing/address.ts';
import { postalLines } from '../../src/features/billing/postal-lines.ts';

describe('search parameters', () => {
  const list = listRoute<{ page: number; sorting: string; query: string; shelf: 'on-sale' | 'all' }>({
    page,
    sorting: text('-created_at'),
    query: text(),
    shelf: choice('on-sale', 'all'),
  });

  it('are parsed into a list’s search, with defaults for missing or invalid values', () => {
    const read = list.validateSearch as (raw: object) => object;
    expect(read({ page: '3', query: 42, shelf: 'all', q: 'stray' })).toEqual({
      page: 3,
      sorting: '-created_at',
      query: '42',
      shelf: 'all',
    });
    expect(read({ page: -1, sorting: ['x'], query: null, shelf: 'none' })).toEqual({
      page: 1,
      sorting: '-created_at',
      query: '',
      shelf: 'on-sale',
    });
  });

  it('are reported if they are invalid, but not if they are unknown, missing or empty', () => {
    const refused: string[] = [];
    onRefusedParam((name, value) => refused.push(`${name} ${value}`));
    const read = list.validateSearch as (raw: object) => object;
    read({ page: '2', query: '', shelf: 'none', q: 'stray' });
    expect(refused).toEqual(['shelf none']);
    expect(['01a203d6-946f-79d6-8b9f-42d93a1a22d0', '01a203d6', 7].map(id.read)).toEqual([
      '01a203d6-946f-79d6-8b9f-42d93a1a22d0',
      '',
      '',
    ]);
  });

  it('are omitted from the address at their defaults', () => {
    const [strip] = list.search.middlewares;
    const search = { page: 1, sorting: '-created_at', query: 'ruler', shelf: 'all' } as const;
    expect(strip!({ search, next: (kept) => kept })).toEqual({ query: 'ruler', shelf: 'all' });
  });

  it.each([
    ['2', 2],
    [2, 2],
    ['0', 1],
    ['1.5', 1],
    ['many', 1],
    [undefined, 1],
  ])('page=%p is page %p', (raw, page) => {
    expect(pageOf(raw)).toBe(page);
  });

  it.each([
    ['/nordlicht/orders?page=2', '/nordlicht/orders?page=2'],
    ['//evil.example', ''],
    ['/\\evil.example', ''],
    ['/\t/evil.example', ''],
    ['/\n\\evil.example', ''],
    ['https://evil.example', ''],
    ['javascript:alert(1)', ''],
    [undefined, ''],
  ])('next=%p leads to %p', (raw, path) => {
    expect(pathOf(raw)).toBe(path);
  });

  it('accept real days and known values only', () => {
    expect(['2026-11-21', '2026-13-41', '21.11.2026', 5].map(dayOf)).toEqual(['2026-11-21', '', '', '']);
    expect([oneOf('all', ['open', 'all'], 'open'), oneOf('none', ['open', 'all'], 'open')]).toEqual(['all', 'open']);
    expect([textOf('a', ''), textOf(7, ''), textOf({}, 'x')]).toEqual(['a', '7', 'x']);
  });
});

describe('the id in a page’s address', () => {
  const id = '01a203d6-946f-79d6-8b9f-42d93a1a22d0';
  const organization = { id: 'mine' };

  async function load(at: string, answer: object | ApiError): Promise<object | 'not found' | 'failed'> {
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const queryFn = () => (answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve(answer));
    try {
      return await loadOne({ queryClient, organization }, at, { queryKey: ['order', 'one', at], queryFn });
    } catch (error) {
      return isNotFound(error) ? 'not found' : 'failed';
    }
  }

  it.each([
    ['no id', 'nope', { organization_id: 'mine' }],
    ['unknown', id, new ApiError(404, 'ResourceNotFound', 'x')],
    ['refused', id, new ApiError(422, 'RequestValidationError', 'x')],
    ['of another organization', id, { organization_id: 'other' }],
    ['of another organization’s product', id, { product: { organization_id: 'other' } }],
  ])('leads to the page for what does not exist if it is %s', async (_, at, answer) => {
    expect(await load(at, answer)).toBe('not found');
  });

  it('opens the entity, or the error if the server failed', async () => {
    const order = { product: { organization_id: 'mine' } };
    expect(await load(id, order)).toEqual(order);
    expect(await load(id, new ApiError(503, 'x', 'x'))).toBe('failed');
  });
});

describe('the identity contract’s lists', () => {
  it('are requested by offset and direction', () => {
    expect(windowOf(3)).toEqual({ limit: 25, offset: 50 });
    expect([sortOf('-createdAt'), sortOf('name')]).toEqual([
      { sortBy: 'createdAt', sortDirection: 'desc' },
      { sortBy: 'name', sortDirection: 'asc' },
    ]);
  });

  it('are split into pages, and an empty list has one page', () => {
    const all = Array.from({ length: 26 }, (_, n) => n);
    expect(cutPage(all, 2)).toEqual({ items: [25], pagination: { total_count: 26, max_page: 2 } });
    expect(totalOf([], 0).pagination).toEqual({ total_count: 0, max_page: 1 });
  });
});

describe('a slug', () => {
  it.each([
    ['Nordlicht Verlag & Söhne', 'nordlicht-verlag-sohne'],
    ['  --Ärger!  ', 'arger'],
    ["Greta's Press", 'gretas-press'],
    ['Greta’s Große Presse', 'gretas-grosse-presse'],
    ['日本', ''],
    ['a'.repeat(60), 'a'.repeat(48)],
  ])('of %p is %p', (name, slug) => {
    expect(slugFrom(name)).toBe(slug);
  });
});

describe('a postal address', () => {
  const albany = {
    country: 'US',
    line1: '1 State St',
    line2: null,
    postal_code: '12207',
    city: 'Albany',
    state: 'US-NY',
  };

  it('is edited with the state’s short code, and sent without empty parts', () => {
    const form = addressForm(albany);
    expect(form).toMatchObject({ state: 'NY', line2: '' });
    expect(addressOf(form)).toEqual({ ...albany, state: 'NY' });
  });

  it('does not exist without a country', () => {
    expect(addressOf({ ...addressForm(null), city: 'Albany' })).toBeNull();
  });

  it('is shown line by line', () => {
    expect(addressLines(albany)).toEqual(['1 State St', 'Albany, NY 12207', 'United States']);
    expect(addressLines({ country: 'DE' })).toEqual(['Germany']);
  });

  // Country, state, city, postal code; the street is `1 High St`, and `Unit 2` a second line of it.
  it.each([
    ['FR', null, 'Paris', '75001', ['1 High St', 'Unit 2', '75001 Paris']],
    ['FR', 'Île-de-France', 'Paris', '75001', ['1 High St', 'Unit 2', '75001 Paris', 'Île-de-France']],
    ['PL', null, 'Łódź', '90-001', ['1 High St', 'Unit 2', '90-001 Łódź']],
    ['DE', null, 'Berlin', '10115', ['1 High St', 'Unit 2', '10115 Berlin']],
    ['DE', 'BE', 'Berlin', '10115', ['1 High St', 'Unit 2', '10115 Berlin', 'BE']],
    ['IT', 'RM', 'Roma', '00184', ['1 High St', 'Unit 2', '00184 Roma RM']],
    ['CH', null, 'Zürich', '8001', ['1 High St', 'Unit 2', 'CH-8001 Zürich']],
    ['CH', null, 'Zürich', 'CH-8001', ['1 High St', 'Unit 2', 'CH-8001 Zürich']],
    ['HU', null, 'Budapest', '1054', ['Budapest', '1 High St', 'Unit 2', '1054']],
    ['JP', 'Tokyo', 'Chiyoda-ku', '100-0005', ['1 High St', 'Unit 2', 'Chiyoda-ku, Tokyo', '100-0005']],
    ['JP', null, 'Chiyoda-ku', '100-0005', ['1 High St', 'Unit 2', 'Chiyoda-ku', '100-0005']],
    ['JP', '東京都', '千代田区', '100-0005', ['〒100-0005', '東京都', '千代田区', '1 High St', 'Unit 2']],
    ['GB', null, 'London', 'SW1A 1AA', ['1 High St', 'Unit 2', 'London', 'SW1A 1AA']],
    ['GB', 'Kent', 'Dover', 'CT16 1AA', ['1 High St', 'Unit 2', 'Dover', 'CT16 1AA', 'Kent']],
    ['IE', 'Co. Cork', 'Cork', 'T12 W8KP', ['1 High St', 'Unit 2', 'Cork', 'Co. Cork', 'T12 W8KP']],
    ['IE', null, 'Dublin', 'D02 X285', ['1 High St', 'Unit 2', 'Dublin', 'D02 X285']],
    ['AU', 'NSW', 'Sydney', '2000', ['1 High St', 'Unit 2', 'Sydney NSW 2000']],
    ['AU', null, 'Sydney', '2000', ['1 High St', 'Unit 2', 'Sydney 2000']],
    ['US', 'US-NY', 'Albany', '12207', ['1 High St', 'Unit 2', 'Albany, NY 12207']],
    ['US', null, 'Albany', '12207', ['1 High St', 'Unit 2', 'Albany 12207']],
    ['US', null, 'Albany', null, ['1 High St', 'Unit 2', 'Albany']],
    ['CA', 'CA-QC', 'Montréal', 'H2X 1Y4', ['1 High St', 'Unit 2', 'Montréal QC H2X 1Y4']],
    ['CA', null, 'Montréal', 'H2X 1Y4', ['1 High St', 'Unit 2', 'Montréal H2X 1Y4']],
    ['BR', 'SP', 'São Paulo', '01310-100', ['1 High St', 'Unit 2', 'São Paulo-SP', '01310-100']],
    ['BR', null, 'São Paulo', '01310-100', ['1 High St', 'Unit 2', 'São Paulo', '01310-100']],
    ['SG', null, 'Singapore', '018956', ['1 High St', 'Unit 2', 'SINGAPORE 018956']],
    ['AE', 'Dubai', 'Dubai', '00000', ['1 High St', 'Unit 2', 'Dubai', 'Dubai', '00000']],
    ['AQ', null, 'McMurdo', '96599', ['1 High St', 'Unit 2', 'McMurdo', '96599']],
  ])('to %s with state %p has the form of its country, printed and on screen', (country, state, city, code, lines) => {
    const address = { country, state, city, line1: '1 High St', line2: 'Unit 2' };
    expect(postalLines({ ...address, postalCode: code })).toEqual(lines);
    expect(addressLines({ ...address, postal_code: code }).slice(0, -1)).toEqual(lines);
  });

  it('loses no part in any country, with and without a state', () => {
    for (const country of COUNTRIES)
      for (const state of [null, 'Region']) {
        const address = { country, state, city: 'Town', line1: 'Street', line2: null };
        const printed = postalLines({ ...address, postalCode: '12345' });
        expect(addressLines({ ...address, postal_code: '12345' }).slice(0, -1)).toEqual(printed);
        for (const part of ['Street', 'Town', '12345', ...filled(state)])
          expect([country, printed.join('\n')]).toEqual([country, expect.stringContaining(part)]);
      }
  });
});

const filled = (state: string | null) => (state === null ? [] : [state]);
