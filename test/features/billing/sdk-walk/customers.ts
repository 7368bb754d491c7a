import { expect } from '@jest/globals';
import { CustomerCreate$outboundSchema } from '@polar-sh/sdk/models/components/customercreate.js';
import { CustomersDeleteRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersdelete.js';
import { CustomersDeleteExternalRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersdeleteexternal.js';
import { CustomersGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersget.js';
import { CustomersGetExternalRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersgetexternal.js';
import { CustomersGetStateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersgetstate.js';
import { CustomersGetStateExternalRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersgetstateexternal.js';
import { CustomersListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerslist.js';
import { CustomersUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersupdate.js';
import { CustomersUpdateExternalRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersupdateexternal.js';
import { type Method, fresh, seller, shop, user } from './client.ts';
import { ONE_TYPE, address, customer, metadata, noAddress, taxId } from './entities.ts';
import { type List, nulls, schemaAt, walkFilter, walkList, walkMetadata } from './lists.ts';

const person = (): {
  metadata: object;
  name: string;
  billingAddress: typeof address;
  taxId: string[];
  email: string;
} => ({
  metadata,
  name: 'Ann',
  billingAddress: address,
  taxId,
  email: `${fresh()}@example.com`,
});
const shownPerson = { name: 'Ann', taxId, metadata, billingAddress: { ...address, state: 'US-CA' } };

export const customers: Record<string, Method> = {
  list: {
    request: CustomersListRequest$outboundSchema,
    async walk() {
      const tagged = await customer({ name: 'Needle', metadata: { tier: 'gold', seats: 3, vip: true } });
      const other = await customer({ metadata: { tier: 'silver' } });
      const list = seller.customers.list.bind(seller.customers) as List;
      await walkList(list, this.request, 2);
      await walkFilter(list, 'email', tagged.email, [tagged.id]);
      await walkFilter(list, 'query', 'needl', [tagged.id]);
      await walkFilter(list, 'organizationId', shop.organizationId, [other.id], { email: other.email });
      await walkMetadata(list, tagged.id, other.id);
    },
  },
  create: {
    request: CustomerCreate$outboundSchema,
    except: { taxId: ONE_TYPE },
    async walk() {
      const about = { externalId: fresh('ext'), organizationId: shop.organizationId };
      const created = await user.customers.create({ ...person(), ...about } as never);
      expect(created).toMatchObject({ ...shownPerson, ...about });
      await seller.customers.create({ ...nulls(this.request), email: `${fresh()}@example.com` });
      await seller.customers.create({ email: `${fresh()}@example.com`, billingAddress: noAddress });
    },
  },
  get: {
    request: CustomersGetRequest$outboundSchema,
    walk: async () => void (await seller.customers.get({ id: (await customer()).id })),
  },
  update: {
    request: CustomersUpdateRequest$outboundSchema,
    except: { 'customerUpdate.taxId': ONE_TYPE },
    async walk() {
      const { id } = await seller.customers.create({ email: `${fresh()}@example.com` });
      const update = (customerUpdate: object) => seller.customers.update({ id, customerUpdate });
      const externalId = fresh('ext');
      expect(await update({ ...person(), externalId })).toMatchObject({ ...shownPerson, externalId });
      await update({ billingAddress: noAddress });
      const { externalId: _, ...nothing } = nulls(schemaAt(this.request, 'customerUpdate')) as { externalId: null };
      expect(await update(nothing)).toMatchObject({ name: null, billingAddress: null, taxId: null, externalId });
      const { id: unnamed } = await seller.customers.create({ email: `${fresh()}@example.com` });
      await seller.customers.update({ id: unnamed, customerUpdate: { externalId: null } });
    },
  },
  delete: {
    request: CustomersDeleteRequest$outboundSchema,
    walk: async () => void (await seller.customers.delete({ id: (await customer()).id })),
  },
  getExternal: {
    request: CustomersGetExternalRequest$outboundSchema,
    async walk() {
      const { id, externalId } = await customer();
      expect(await seller.customers.getExternal({ externalId: externalId! })).toMatchObject({ id });
    },
  },
  updateExternal: {
    request: CustomersUpdateExternalRequest$outboundSchema,
    except: { 'customerUpdateExternalID.taxId': ONE_TYPE },
    async walk() {
      const { externalId } = await customer();
      const update = (customerUpdateExternalID: object) =>
        seller.customers.updateExternal({ externalId: externalId!, customerUpdateExternalID });
      expect(await update(person())).toMatchObject(shownPerson);
      await update({ billingAddress: noAddress });
      const nothing = nulls(schemaAt(this.request, 'customerUpdateExternalID'));
      expect(await update(nothing)).toMatchObject({ name: null, billingAddress: null, taxId: null });
    },
  },
  deleteExternal: {
    request: CustomersDeleteExternalRequest$outboundSchema,
    async walk() {
      await seller.customers.deleteExternal({ externalId: (await customer()).externalId! });
    },
  },
  getState: {
    request: CustomersGetStateRequest$outboundSchema,
    async walk() {
      const { id } = await customer();
      expect(await seller.customers.getState({ id })).toMatchObject({ id, activeSubscriptions: [] });
    },
  },
  getStateExternal: {
    request: CustomersGetStateExternalRequest$outboundSchema,
    async walk() {
      const { id, externalId } = await customer();
      expect(await seller.customers.getStateExternal({ externalId: externalId! })).toMatchObject({ id });
    },
  },
};
