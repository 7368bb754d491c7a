import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import type { CustomField } from '@polar-sh/sdk/models/components/customfield.js';
import { CustomFieldReader } from '../../../src/features/billing/custom-fields/custom-fields.queries.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { lastFact } from '../../support/facts.ts';
import { organizationId, polar } from '../../support/sellers.ts';
import { foundOrganization } from '../../support/shop.ts';

describe('custom fields over HTTP', () => {
  let running: TestApp;
  let acme: Polar;

  beforeAll(async () => {
    running = await startApp();
    await foundOrganization(running, 'fields');
    acme = polar(running.url, 'seller-fields');
  });
  afterAll(() => running.close());

  async function raw(method: string, path: string, body?: object, bearer = 'seller-fields') {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const response = await fetch(running.url + path, { method, headers, body: body && JSON.stringify(body) });
    const answer = (await response.json()) as CustomField & {
      organization_id: string;
      detail: { loc: unknown[]; type: string; msg: string }[];
    };
    return { status: response.status, body: answer, paths: answer.detail?.map?.(({ loc }) => loc.join('.')) };
  }
  const create = (changes: object, bearer?: string) =>
    raw('POST', '/v1/custom-fields/', { type: 'text', name: 'Name', properties: {}, ...changes }, bearer);

  it('are created, read, listed and deleted, with the properties of each type', async () => {
    const form = { formLabel: 'Label', formHelpText: 'Help', formPlaceholder: 'Placeholder' };
    const options = [
      { value: 's', label: 'Small' },
      { value: 'l', label: 'Large' },
    ];
    const inputs = [
      { type: 'text', properties: { ...form, textarea: true, minLength: 1, maxLength: 10 } },
      { type: 'number', properties: { ...form, ge: -1, le: 10 } },
      { type: 'date', properties: { ...form, ge: 0, le: 1_767_225_600 } },
      { type: 'checkbox', properties: form },
      { type: 'select', properties: { ...form, options } },
    ] as const;
    for (const input of inputs) {
      const field = await acme.customFields.create({
        ...input,
        slug: `All-${input.type}`,
        name: 'Name',
        metadata: { a: 1 },
      } as never);
      expect(field).toEqual({
        ...input,
        id: expect.any(String),
        slug: `all-${input.type}`,
        name: 'Name',
        metadata: { a: 1 },
        organizationId: organizationId('fields'),
        createdAt: expect.any(Date),
        modifiedAt: null,
      });
      expect(await acme.customFields.get({ id: field.id })).toEqual(field);
      expect((await acme.customFields.list({ query: `all-${input.type}` })).result.items).toEqual([field]);
      await acme.customFields.delete({ id: field.id });
      await expect(acme.customFields.get({ id: field.id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
      await expect(acme.customFields.delete({ id: field.id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
      await expect(
        acme.customFields.update({ id: field.id, customFieldUpdate: { type: input.type, name: 'Late' } as never }),
      ).rejects.toMatchObject({ error: 'ResourceNotFound' });
      const kept = await running.app.get(CustomFieldReader).find([field.id]);
      expect(kept.get(field.id)).toMatchObject({ slug: `all-${input.type}`, deleted_at: expect.any(String) });
    }
    expect((await acme.customFields.list({ query: 'all-' })).result.items).toEqual([]);
  });

  it('are found by their slugs, to name what buyers entered', async () => {
    for (const slug of ['street', 'street-2', 'city']) await create({ slug, name: slug.toUpperCase() });
    const found = await raw('GET', '/v1/custom-fields/?slug=street&slug=city');
    expect((found.body as unknown as { items: CustomField[] }).items.map(({ name }) => name)).toEqual([
      'CITY',
      'STREET',
    ]);
  });

  it('leave out what is not set, since the client refuses null', async () => {
    const empty = { form_label: '', form_help_text: null, min_length: null, textarea: false, options: [], ge: 3 };
    const { body } = await create({ slug: 'bare', properties: empty });
    expect(body.properties).toEqual({});
  });

  it('change everything but their type, which an update repeats', async () => {
    const { id } = await acme.customFields.create({ type: 'number', slug: 'seats', name: 'Seats', properties: {} });
    const update = (customFieldUpdate: object) =>
      acme.customFields.update({ id, customFieldUpdate: { type: 'number', ...customFieldUpdate } as never });
    expect(await update({ name: 'Chairs', properties: { ge: 1 } })).toMatchObject({
      name: 'Chairs',
      slug: 'seats',
      properties: { ge: 1 },
      modifiedAt: expect.any(Date),
    });
    expect(await update({ slug: 'CHAIRS', name: null, properties: null, metadata: { b: true } })).toMatchObject({
      slug: 'chairs',
      name: 'Chairs',
      properties: { ge: 1 },
      metadata: { b: true },
    });
    for (const body of [{ name: 'No type' }, { type: 'text', name: 'Another' }, { type: 'file', name: 'None' }])
      expect(await raw('PATCH', `/v1/custom-fields/${id}`, body)).toMatchObject({ status: 422, paths: ['body.type'] });
    expect((await acme.customFields.get({ id })).name).toBe('Chairs');
  });

  it('filter, search, sort and page', async () => {
    const seller = polar(running.url, 'seller-lists');
    const add = async (type: 'text' | 'checkbox' | 'date', slug: string, name: string) =>
      (await seller.customFields.create({ type, slug, name, properties: {} })).id;
    const b = await add('text', 'b', 'Zebra');
    const c = await add('date', 'c', 'apple');
    const a = await add('checkbox', 'a', 'Mango');
    const ids = async (query: Parameters<Polar['customFields']['list']>[0]) =>
      (await seller.customFields.list(query)).result.items.map(({ id }) => id);
    expect(await ids({})).toEqual([a, b, c]);
    expect(await ids({ sorting: ['-slug'] })).toEqual([c, b, a]);
    expect(await ids({ sorting: ['created_at'] })).toEqual([b, c, a]);
    expect(await ids({ sorting: ['-created_at'] })).toEqual([a, c, b]);
    expect(await ids({ sorting: ['name'] })).toEqual([c, a, b]);
    expect(await ids({ sorting: ['-name'] })).toEqual([b, a, c]);
    expect(await ids({ sorting: ['type'] })).toEqual([a, c, b]);
    expect(await ids({ sorting: ['-type'] })).toEqual([b, c, a]);
    expect(await ids({ query: 'ANG' })).toEqual([a]);
    expect(await ids({ query: 'B' })).toEqual([b]);
    const listed = async (query: string) =>
      (
        (await raw('GET', `/v1/custom-fields/?${query}`, undefined, 'seller-lists')).body as never as {
          items: CustomField[];
        }
      ).items.map(({ id }) => id);
    expect(await listed('type=date&type=text')).toEqual([b, c]);
    expect(await ids({ limit: 2, page: 2 })).toEqual([c]);
    expect((await raw('GET', '/v1/custom-fields/?type=file&sorting=age')).paths.sort()).toEqual([
      'query.sorting.0',
      'query.type',
    ]);
  });

  it('give one slug to exactly one of fifty at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => create({ slug: n % 2 ? 'Race' : 'race', name: `Racer ${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(49).fill(422)]);
    const refused = answers.filter(({ status }) => status === 422);
    expect(new Set(refused.flatMap(({ paths }) => paths))).toEqual(new Set(['body.slug']));
    const { items } = (await acme.customFields.list({ query: 'race' })).result;
    expect(items.map(({ id }) => id)).toEqual(answers.flatMap(({ status, body }) => (status === 201 ? body.id : [])));
  });

  it('give one slug to exactly one of fifty that are renamed at once', async () => {
    const made = await Promise.all(Array.from({ length: 50 }, (_, n) => create({ slug: `runner-${n}` })));
    const answers = await Promise.all(
      made.map(({ body }) => raw('PATCH', `/v1/custom-fields/${body.id}`, { type: 'text', slug: 'finish' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(49).fill(422)]);
    const { result } = await acme.customFields.list({ query: 'finish' });
    expect(result.pagination.totalCount).toBe(1);
  });

  it('release a slug when they are renamed or deleted', async () => {
    const { body: first } = await create({ slug: 'mine' });
    expect((await create({ slug: 'MINE' })).paths).toEqual(['body.slug']);
    await acme.customFields.update({ id: first.id, customFieldUpdate: { type: 'text', slug: 'yours' } });
    const { status, body: second } = await create({ slug: 'mine' });
    expect(status).toBe(201);
    expect((await create({ slug: 'yours' })).paths).toEqual(['body.slug']);
    const back = await raw('PATCH', `/v1/custom-fields/${first.id}`, { type: 'text', slug: 'mine', name: 'Unsaved' });
    expect([back.status, back.paths]).toEqual([422, ['body.slug']]);
    expect((await acme.customFields.get({ id: first.id })).name).toBe('Name');
    await acme.customFields.delete({ id: second.id });
    await running.runtime.settled();
    await acme.customFields.update({ id: first.id, customFieldUpdate: { type: 'text', slug: 'mine' } });
    expect((await create({ slug: 'yours' })).status).toBe(201);
  });

  it('refuse invalid input at its field, and keep nothing of it', async () => {
    await running.runtime.settled();
    const before = await running.ports.store.end();
    const refused = async (changes: object) => {
      const { status, paths } = await create({ slug: 'fine', ...changes });
      return [status, ...(paths ?? [])];
    };
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n]));
    const select = (options: unknown) => ({ type: 'select', properties: { options } });
    const of = { fields: 'body.properties' };
    expect(await refused({ slug: 'two words' })).toEqual([422, 'body.slug']);
    expect(await refused({ slug: '' })).toEqual([422, 'body.slug']);
    expect(await refused({ slug: 'größe' })).toEqual([422, 'body.slug']);
    expect(await refused({ slug: 'new\nline' })).toEqual([422, 'body.slug']);
    expect(await refused({ slug: 'x'.repeat(101) })).toEqual([422, 'body.slug']);
    expect(await refused({ slug: 7 })).toEqual([422, 'body.slug']);
    expect(await refused({ slug: undefined })).toEqual([422, 'body.slug']);
    for (const slug of ['__proto__', 'constructor', 'Prototype'])
      expect([slug, await refused({ slug })]).toEqual([slug, [422, 'body.slug']]);
    expect(await refused({ name: '' })).toEqual([422, 'body.name']);
    expect(await refused({ name: 'x'.repeat(1_000_000) })).toEqual([422, 'body.name']);
    expect(await refused({ type: 'file' })).toEqual([422, 'body.type']);
    expect(await refused({ type: undefined })).toEqual([422, 'body.type']);
    expect(await refused({ properties: undefined })).toEqual([422, 'body.properties']);
    expect(await refused({ properties: [] })).toEqual([422, 'body.properties']);
    expect(await refused({ properties: { min_length: -1, max_length: 5_001, textarea: 'yes' } })).toEqual([
      422,
      `${of.fields}.textarea`,
      `${of.fields}.min_length`,
      `${of.fields}.max_length`,
    ]);
    expect(await refused({ properties: { min_length: 5, max_length: 4 } })).toEqual([422, `${of.fields}.max_length`]);
    expect(await refused({ properties: { form_help_text: 'x'.repeat(2_001) } })).toEqual([
      422,
      `${of.fields}.form_help_text`,
    ]);
    expect(await refused({ type: 'number', properties: { ge: 1.5, le: 1e300 } })).toEqual([
      422,
      `${of.fields}.ge`,
      `${of.fields}.le`,
    ]);
    expect(await refused({ type: 'date', properties: { ge: 1e15 } })).toEqual([422, `${of.fields}.ge`]);
    expect(await refused(select(undefined))).toEqual([422, `${of.fields}.options`]);
    expect(await refused(select([]))).toEqual([422, `${of.fields}.options`]);
    expect(await refused(select('s'))).toEqual([422, `${of.fields}.options`]);
    expect(await refused(select([{ value: 's', label: '' }]))).toEqual([422, `${of.fields}.options.0.label`]);
    expect(await refused(select([{ value: '', label: 'S' }, { label: 'M' }]))).toEqual([
      422,
      `${of.fields}.options.0.value`,
      `${of.fields}.options.1.value`,
    ]);
    expect(await refused(select(Array.from({ length: 501 }, (_, n) => ({ value: `${n}`, label: `${n}` }))))).toEqual([
      422,
      `${of.fields}.options`,
    ]);
    expect(await refused({ metadata: many })).toEqual([422, 'body.metadata']);
    expect(await refused({ metadata: { a: {} } })).toEqual([422, 'body.metadata']);
    expect(await refused({ organization_id: organizationId('fields') })).toEqual([422, 'body.organization_id']);
    expect(await lastFact(running.ports.store, before)).toBeUndefined();
    expect((await create({ slug: 'fine' })).status).toBe(201);
  });

  it('are hidden from other tenants, who may use the same slugs', async () => {
    const { body } = await create({ slug: 'tenant' });
    const other = polar(running.url, 'seller-fields_other');
    await expect(other.customFields.get({ id: body.id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
    await expect(other.customFields.delete({ id: body.id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
    await expect(
      other.customFields.update({ id: body.id, customFieldUpdate: { type: 'text', slug: 'taken' } }),
    ).rejects.toMatchObject({ error: 'ResourceNotFound' });
    expect((await other.customFields.list({ organizationId: organizationId('fields') })).result.items).toEqual([]);
    expect((await create({ slug: 'tenant' }, 'seller-fields_other')).status).toBe(201);
    expect((await create({ slug: 'taken' })).status).toBe(201);
    expect((await create({ slug: 'reader' }, 'reader-fields')).status).toBe(403);
    const user = { organization_id: organizationId('fields_other') };
    expect((await create({ ...user, slug: 'user' }, 'user-fields+fields_other')).body.organization_id).toBe(
      user.organization_id,
    );
    expect((await create({ slug: 'user' }, 'user-fields')).paths).toEqual(['body.organization_id']);
    const reader = running.app.get(CustomFieldReader);
    const scope = { organizationIds: [organizationId('fields_other')] };
    expect(await reader.live([body.id], scope)).toEqual([]);
    expect(await reader.live([body.id], { organizationIds: [organizationId('fields')] })).toMatchObject([
      { id: body.id },
    ]);
  });
});
