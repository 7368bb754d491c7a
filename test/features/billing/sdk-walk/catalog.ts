import { expect } from '@jest/globals';
import { CustomFieldCreate$outboundSchema } from '@polar-sh/sdk/models/components/customfieldcreate.js';
import { DiscountCreate$outboundSchema } from '@polar-sh/sdk/models/components/discountcreate.js';
import { FileCreate$outboundSchema } from '@polar-sh/sdk/models/components/filecreate.js';
import { ProductCreate$outboundSchema } from '@polar-sh/sdk/models/components/productcreate.js';
import { CustomFieldsDeleteRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customfieldsdelete.js';
import { CustomFieldsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customfieldsget.js';
import { CustomFieldsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customfieldslist.js';
import { CustomFieldsUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customfieldsupdate.js';
import { DiscountsDeleteRequest$outboundSchema } from '@polar-sh/sdk/models/operations/discountsdelete.js';
import { DiscountsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/discountsget.js';
import { DiscountsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/discountslist.js';
import { DiscountsUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/discountsupdate.js';
import { FilesDeleteRequest$outboundSchema } from '@polar-sh/sdk/models/operations/filesdelete.js';
import { FilesListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/fileslist.js';
import { FilesUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/filesupdate.js';
import { FilesUploadedRequest$outboundSchema } from '@polar-sh/sdk/models/operations/filesuploaded.js';
import { ProductsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/productsget.js';
import { ProductsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/productslist.js';
import { ProductsUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/productsupdate.js';
import { ProductsUpdateBenefitsRequest$outboundSchema } from '@polar-sh/sdk/models/operations/productsupdatebenefits.js';
import { createHash } from 'node:crypto';
import { PNG } from '../../../support/uploads.ts';
import { type Method, authorization, fresh, post, seller, shop, user } from './client.ts';
import { FIELD_PROPERTIES, FIELD_TYPES, benefit, customField, discount, metadata, meter, product } from './entities.ts';
import { type List, nulls, schemaAt, walkFilter, walkList } from './lists.ts';

const sha256 = createHash('sha256').update(PNG).digest('base64');
const file = (service = 'product_media', changes: object = {}) =>
  seller.files.create({
    service,
    name: 'cover.png',
    mimeType: 'image/png',
    size: PNG.length,
    upload: { parts: [{ number: 1, chunkStart: 0, chunkEnd: PNG.length }] },
    ...changes,
  } as never);
async function uploaded(changes: object = {}, checksumSha256Base64: string | null = null) {
  const { id, upload } = await file('product_media', changes);
  const [part] = upload.parts;
  const put = await fetch(part!.url, { method: 'PUT', body: PNG, headers: part!.headers });
  const parts = [{ number: 1, checksumEtag: put.headers.get('etag')!, checksumSha256Base64 }];
  return seller.files.uploaded({ id, fileUploadCompleted: { id: upload.id, path: upload.path, parts } });
}

export const products: Record<string, Method> = {
  list: {
    request: ProductsListRequest$outboundSchema,
    async walk() {
      const { id: benefitId } = await benefit();
      const [plain, monthly] = [await product(), await product({ name: 'Needle', recurringInterval: 'month' })];
      await seller.products.updateBenefits({ id: plain.id, productBenefitsUpdate: { benefits: [benefitId] } });
      const archived = await product();
      await seller.products.update({ id: archived.id, productUpdate: { isArchived: true } });
      const list = seller.products.list.bind(seller.products) as List;
      await walkList(list, this.request, 3);
      const both = [plain.id, monthly.id];
      await walkFilter(list, 'id', plain.id, [plain.id]);
      await walkFilter(list, 'id', both, both);
      await walkFilter(list, 'query', 'needl', [monthly.id]);
      await walkFilter(list, 'benefitId', benefitId, [plain.id]);
      await walkFilter(list, 'isArchived', true, [archived.id], { id: [...both, archived.id] });
      await walkFilter(list, 'isArchived', false, both, { id: [...both, archived.id] });
      await walkFilter(list, 'isRecurring', true, [monthly.id], { id: both });
      await walkFilter(list, 'isRecurring', false, [plain.id], { id: both });
      await walkFilter(list, 'organizationId', shop.organizationId, both, { id: both });
    },
  },
  create: {
    request: ProductCreate$outboundSchema,
    async walk() {
      const media = await uploaded();
      const [counted, field] = [await meter(), await customField()];
      const amountType = 'metered_unit' as const;
      const metered = { amountType, priceCurrency: 'usd', meterId: counted.id, unitAmount: '0.5', capAmount: 1_000 };
      const everything = await user.products.create({
        metadata,
        name: 'Everything',
        description: 'All of it',
        recurringInterval: 'month',
        prices: [metered, { amountType: 'fixed', priceAmount: 900, priceCurrency: 'usd' }],
        medias: [media.id],
        attachedCustomFields: [{ customFieldId: field.id, required: true }],
        organizationId: shop.organizationId,
      });
      expect(everything).toMatchObject({
        metadata,
        description: 'All of it',
        prices: [{ priceAmount: 900 }, { unitAmount: '0.5', capAmount: 1_000, meter: { name: counted.name } }],
        medias: [{ id: media.id }],
        attachedCustomFields: [{ customFieldId: field.id, required: true, order: 0 }],
      });
      const nothing = nulls(this.request);
      const limits = { minimumAmount: 500, maximumAmount: 9_000, presetAmount: 1_500 };
      expect(
        (await product({ ...nothing, prices: [{ amountType: 'custom', priceCurrency: 'usd', ...limits }] })).prices,
      ).toMatchObject([limits]);
      await product({
        prices: [{ amountType: 'custom', minimumAmount: null, maximumAmount: null, presetAmount: null }],
      });
      await product({
        prices: [{ amountType: 'free' }],
        attachedCustomFields: [{ customFieldId: field.id, required: false }],
      });
      await product({ recurringInterval: 'year', prices: [{ ...metered, unitAmount: 3, capAmount: null }] });
    },
  },
  get: {
    request: ProductsGetRequest$outboundSchema,
    walk: async () => void (await seller.products.get({ id: (await product()).id })),
  },
  update: {
    request: ProductsUpdateRequest$outboundSchema,
    async walk() {
      const [media, counted, field] = [await uploaded(), await meter(), await customField()];
      const sold = await product({ recurringInterval: 'month' });
      const update = (productUpdate: object, id = sold.id) => seller.products.update({ id, productUpdate });
      const [{ id: priceId } = { id: '' }] = sold.prices;
      const metered = { amountType: 'metered_unit', priceCurrency: 'usd', meterId: counted.id, unitAmount: '1.5' };
      const attachedCustomFields = [{ customFieldId: field.id, required: true }];
      const changed = await update({
        metadata,
        name: 'Changed',
        description: 'Anew',
        recurringInterval: 'month',
        isArchived: true,
        prices: [{ id: priceId }, { ...metered, capAmount: 9 }],
        medias: [media.id],
        attachedCustomFields,
      });
      expect(changed).toMatchObject({
        metadata,
        name: 'Changed',
        description: 'Anew',
        isArchived: true,
        prices: [{ id: priceId }, { unitAmount: '1.5' }],
        medias: [{ id: media.id }],
        attachedCustomFields,
      });
      const kept = await update(nulls(schemaAt(this.request, 'productUpdate')));
      expect(kept).toMatchObject({ name: 'Changed', isArchived: true, prices: [{ id: priceId }, {}] });
      const limits = { minimumAmount: 500, maximumAmount: 9_000, presetAmount: 1_500 };
      const none = { minimumAmount: null, maximumAmount: null, presetAmount: null };
      await update({ isArchived: false, prices: [{ amountType: 'fixed', priceAmount: 800, priceCurrency: 'usd' }] });
      await update({
        prices: [
          { amountType: 'custom', priceCurrency: 'usd', ...limits },
          { ...metered, unitAmount: 2, capAmount: null },
        ],
      });
      await update({
        prices: [{ amountType: 'custom', ...none }],
        attachedCustomFields: [{ customFieldId: field.id, required: false }],
      });
      await update({ prices: [{ amountType: 'free' }] });
      await update({ recurringInterval: 'year' }, (await product({ recurringInterval: 'year' })).id);
    },
  },
  updateBenefits: {
    request: ProductsUpdateBenefitsRequest$outboundSchema,
    async walk() {
      const [{ id }, given] = [await product(), await benefit()];
      const changed = await seller.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [given.id] } });
      expect(changed.benefits).toMatchObject([{ id: given.id }]);
    },
  },
};

export const files: Record<string, Method> = {
  list: {
    request: FilesListRequest$outboundSchema,
    async walk() {
      const [one, two] = [await uploaded(), await uploaded()];
      const list = seller.files.list.bind(seller.files) as List;
      await walkList(list, this.request, 2);
      await walkFilter(list, 'ids', one.id, [one.id]);
      await walkFilter(list, 'ids', [one.id, two.id], [one.id, two.id]);
      await walkFilter(list, 'organizationId', shop.organizationId, [one.id], { ids: one.id });
    },
  },
  create: {
    request: FileCreate$outboundSchema,
    async walk() {
      const part = { number: 1, chunkStart: 0, chunkEnd: PNG.length };
      for (const service of ['downloadable', 'product_media', 'organization_avatar'] as const) {
        const created = await user.files.create({
          organizationId: shop.organizationId,
          name: 'cover.png',
          mimeType: 'image/png',
          size: PNG.length,
          checksumSha256Base64: sha256,
          upload: { parts: [{ ...part, checksumSha256Base64: sha256 }] },
          service,
          version: '1.0',
        });
        expect(created).toMatchObject({ service, version: '1.0', checksumSha256Base64: sha256, isUploaded: false });
        const upload = { parts: [{ ...part, checksumSha256Base64: null }] };
        await file(service, { ...nulls(this.request), upload });
      }
    },
  },
  uploaded: {
    request: FilesUploadedRequest$outboundSchema,
    async walk() {
      expect(await uploaded({}, sha256)).toMatchObject({ isUploaded: true, service: 'product_media' });
      await uploaded({}, null);
    },
  },
  update: {
    request: FilesUpdateRequest$outboundSchema,
    async walk() {
      const { id } = await uploaded();
      const update = (filePatch: object) => seller.files.update({ id, filePatch });
      expect(await update({ name: 'other.png', version: '2.0' })).toMatchObject({ name: 'other.png', version: '2.0' });
      expect(await update({ name: null, version: null })).toMatchObject({ name: 'other.png' });
    },
  },
  delete: {
    request: FilesDeleteRequest$outboundSchema,
    walk: async () => void (await seller.files.delete({ id: (await uploaded()).id })),
  },
};

export const customFields: Record<string, Method> = {
  list: {
    request: CustomFieldsListRequest$outboundSchema,
    async walk() {
      const own = async (type: (typeof FIELD_TYPES)[number]) => {
        const input = { type, slug: fresh('listed-'), name: `Find ${type}`, properties: FIELD_PROPERTIES[type] };
        return (await seller.customFields.create(input as never)).id;
      };
      const list = seller.customFields.list.bind(seller.customFields) as List;
      const created = new Map<string, string>();
      for (const type of FIELD_TYPES) created.set(type, await own(type));
      await walkList(list, this.request, 5);
      for (const [type, id] of created) await walkFilter(list, 'typeFilter', type, [id], { query: 'find' });
      const two = [created.get('date')!, created.get('select')!];
      await walkFilter(list, 'typeFilter', ['date', 'select'], two, { query: 'find' });
      await walkFilter(list, 'typeFilter', FIELD_TYPES, [...created.values()], { query: 'find' });
      await walkFilter(list, 'organizationId', shop.organizationId, [...created.values()], { query: 'find' });
    },
  },
  create: {
    request: CustomFieldCreate$outboundSchema,
    async walk() {
      for (const type of FIELD_TYPES) {
        const input = { type, name: 'Field', metadata, properties: FIELD_PROPERTIES[type] };
        const about = { slug: fresh('field'), organizationId: shop.organizationId };
        expect(await user.customFields.create({ ...input, ...about } as never)).toMatchObject({ ...input, ...about });
        await seller.customFields.create({ ...input, slug: fresh('field'), organizationId: null } as never);
      }
    },
  },
  get: {
    request: CustomFieldsGetRequest$outboundSchema,
    walk: async () => void (await seller.customFields.get({ id: (await customField()).id })),
  },
  update: {
    request: CustomFieldsUpdateRequest$outboundSchema,
    async walk() {
      for (const type of FIELD_TYPES) {
        const properties = FIELD_PROPERTIES[type];
        const input = { type, slug: fresh('field'), name: 'Field', properties };
        const { id } = await seller.customFields.create(input as never);
        const update = (changes: object) =>
          seller.customFields.update({ id, customFieldUpdate: { type, ...changes } as never });
        const changes = { metadata, name: 'Changed', slug: fresh('field'), properties };
        expect(await update(changes)).toMatchObject(changes);
        expect(await update({ name: null, slug: null, properties: null })).toMatchObject(changes);
      }
    },
  },
  delete: {
    request: CustomFieldsDeleteRequest$outboundSchema,
    walk: async () => void (await seller.customFields.delete({ id: (await customField()).id })),
  },
};

export const discounts: Record<string, Method> = {
  list: {
    request: DiscountsListRequest$outboundSchema,
    async walk() {
      const [one, two] = [await discount({ name: 'Seek me', code: fresh('LIST') }), await discount()];
      const list = seller.discounts.list.bind(seller.discounts) as List;
      await walkList(list, this.request, 2);
      await walkFilter(list, 'query', 'seek', [one.id]);
      await walkFilter(list, 'organizationId', shop.organizationId, [two.id], { query: two.name });
    },
  },
  create: {
    request: DiscountCreate$outboundSchema,
    except: {
      durationInMonths:
        'The client sends a repeating discount as the first member of its union, without its months; discounts.spec.ts creates them over HTTP.',
      'duration: repeating': 'As durationInMonths.',
    },
    async walk() {
      const { id: productId } = await product();
      const window = { startsAt: new Date('2030-01-01T00:00:00Z'), endsAt: new Date('2031-01-01T00:00:00Z') };
      const everything = { metadata, name: 'All', ...window, maxRedemptions: 3, products: [productId] };
      const kinds = [
        { type: 'fixed', amount: 500, currency: 'usd' },
        { type: 'percentage', basisPoints: 2_500 },
      ];
      for (const kind of kinds)
        for (const duration of ['once', 'forever']) {
          const code = fresh('CODE');
          const input = { ...kind, duration, ...everything, code, organizationId: shop.organizationId };
          const { products: _, ...shown } = input;
          const created = await user.discounts.create(input as never);
          expect(created).toMatchObject({ ...shown, products: [{ id: productId }], redemptionsCount: 0 });
          await seller.discounts.create({ ...kind, duration, ...nulls(this.request), name: 'Bare' } as never);
        }
    },
  },
  get: {
    request: DiscountsGetRequest$outboundSchema,
    walk: async () => void (await seller.discounts.get({ id: (await discount()).id })),
  },
  update: {
    request: DiscountsUpdateRequest$outboundSchema,
    async walk() {
      const { id: productId } = await product();
      const window = { startsAt: new Date('2030-01-01T00:00:00Z'), endsAt: new Date('2031-01-01T00:00:00Z') };
      const kinds = [
        { type: 'fixed', amount: 500, currency: 'usd' },
        { type: 'percentage', basisPoints: 2_500 },
      ];
      const update = (id: string, discountUpdate: object) => seller.discounts.update({ id, discountUpdate });
      for (const kind of kinds)
        for (const duration of ['once', 'forever']) {
          const { id } = await seller.discounts.create({ ...kind, duration, name: 'Before' } as never);
          const changes = { metadata, name: 'After', code: fresh('CODE'), ...window, maxRedemptions: 3 };
          const value = kind.type === 'fixed' ? { amount: 700, currency: 'usd' } : { basisPoints: 100 };
          const same = { type: kind.type, duration, ...value };
          expect(await update(id, { ...changes, ...same, products: [productId] })).toMatchObject({
            ...changes,
            ...same,
            products: [{ id: productId }],
          });
          const cleared = await update(id, nulls(schemaAt(this.request, 'discountUpdate')));
          expect(cleared).toMatchObject({ name: 'After', ...same, code: null, startsAt: null, endsAt: null });
        }
      const body = {
        name: 'Months',
        type: 'percentage',
        basis_points: 100,
        duration: 'repeating',
        duration_in_months: 3,
      };
      const repeating = (await (await post('/v1/discounts/', body)).json()) as { id: string };
      // The client drops the months of what it receives, too.
      const changed = await update(repeating.id, { duration: 'repeating', durationInMonths: 6 });
      expect(changed).toMatchObject({ duration: 'repeating' });
      const shown = await fetch(`${shop.url}/v1/discounts/${repeating.id}`, { headers: authorization() });
      expect(await shown.json()).toMatchObject({ duration: 'repeating', duration_in_months: 6 });
    },
  },
  delete: {
    request: DiscountsDeleteRequest$outboundSchema,
    walk: async () => void (await seller.discounts.delete({ id: (await discount()).id })),
  },
};
