import { expect } from '@jest/globals';
import { BenefitType } from '@polar-sh/sdk/models/components/benefittype.js';
import { BenefitCreate$outboundSchema } from '@polar-sh/sdk/models/components/benefitcreate.js';
import { BenefitsDeleteRequest$outboundSchema } from '@polar-sh/sdk/models/operations/benefitsdelete.js';
import { BenefitsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/benefitsget.js';
import { BenefitsGrantsRequest$outboundSchema } from '@polar-sh/sdk/models/operations/benefitsgrants.js';
import { BenefitsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/benefitslist.js';
import { BenefitsUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/benefitsupdate.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { newUuid } from '../../../../src/kernel/ids.ts';
import { PNG, uploadFile } from '../../../support/uploads.ts';
import { type Method, fresh, seller, shop, user } from './client.ts';
import { benefit, metadata, meter } from './entities.ts';
import { type List, ids, walkFilter, walkList } from './lists.ts';
import { buyerOfTwo } from './portal-customers.ts';

/** What the seller's form connects at a pretend platform. */
async function connectedAt(flow: 'discord/bot' | 'github/installation', code: string): Promise<URLSearchParams> {
  const headers = { authorization: `Bearer ${shop.bearer.replace('seller', 'user')}` };
  const redirected = async (path: string, query: Record<string, string>) => {
    const address = `${shop.url}/v1/integrations/${flow}/${path}?${new URLSearchParams(query).toString()}`;
    const answer = await fetch(address, { headers, redirect: 'manual' });
    return new URL(answer.headers.get('location')!).searchParams;
  };
  const begun = await redirected('authorize', { organization_id: shop.organizationId, return_to: '/' });
  return redirected('callback', { code, state: begun.get('state')! });
}

/** The properties of each type: those that are needed, and others. */
async function benefitProperties() {
  const guildToken = (await connectedAt('discord/bot', fresh('club'))).get('guild_token')!;
  const repositoryOwner = fresh('owner');
  await connectedAt('github/installation', repositoryOwner);
  const about = { service: 'downloadable', mime_type: 'application/pdf', name: 'a.pdf' };
  const { id } = await uploadFile(shop.url, { authorization: `Bearer ${shop.bearer}` }, about, PNG);
  const { id: meterId } = await meter();
  const none = { prefix: null, expires: null, activations: null, limitUsage: null };
  const keysFor = (timeframe: string) => ({
    ...{ prefix: 'APP', limitUsage: 3, expires: { ttl: 1, timeframe } },
    activations: { limit: 2, enableCustomerAdmin: true },
  });
  return {
    custom: [{ note: 'Hi' }, { note: null }],
    discord: [
      { guildToken, roleId: '1' },
      { guildToken, roleId: '2' },
    ],
    github_repository: ['pull', 'triage', 'push', 'maintain', 'admin'].map((permission) => ({
      ...{ repositoryOwner, repositoryName: 'docs', permission },
    })),
    downloadables: [{ files: [id] }, { files: [id], archived: { [id]: true } }],
    license_keys: [none, ...['year', 'month', 'day'].map(keysFor)],
    meter_credit: [true, false].map((rollover) => ({ meterId, units: 100, rollover })),
  };
}

export const benefits: Record<string, Method> = {
  list: {
    request: BenefitsListRequest$outboundSchema,
    async walk() {
      const [one, other] = [
        await benefit(),
        await seller.benefits.create({ type: 'license_keys', description: 'Heron', properties: {} }),
      ];
      const list = seller.benefits.list.bind(seller.benefits) as List;
      await walkList(list, this.request, 2);
      await walkFilter(list, 'query', 'hero', [other.id]);
      for (const typeFilter of Object.values(BenefitType))
        await ids(list, { typeFilter }).then((found) => expect(found.includes(one.id)).toBe(typeFilter === 'custom'));
      expect(await ids(list, { typeFilter: ['license_keys', 'discord'], query: 'heron' })).toEqual([other.id]);
      expect(await ids(list, { organizationId: newUuid() })).toEqual([]);
      expect(await ids(list, { organizationId: [shop.organizationId], query: 'heron' })).toEqual([other.id]);
    },
  },
  create: {
    request: BenefitCreate$outboundSchema,
    async walk() {
      for (const [type, all] of Object.entries(await benefitProperties()))
        for (const [at, properties] of all.entries()) {
          // Access to a repository is given by a person.
          const by = type === 'github_repository' ? user : seller;
          const organizationId = by === user ? shop.organizationId : null;
          const given = { type, description: `Benefit ${at}`, properties, metadata, organizationId };
          expect(await by.benefits.create(given as never)).toMatchObject({
            type,
            description: `Benefit ${at}`,
            metadata,
          });
        }
    },
  },
  get: {
    request: BenefitsGetRequest$outboundSchema,
    async walk() {
      const { id } = await benefit();
      expect(await seller.benefits.get({ id })).toMatchObject({ id, type: 'custom', properties: { note: 'Hi' } });
      await expect(seller.benefits.get({ id: newUuid() })).rejects.toBeInstanceOf(ResourceNotFound);
    },
  },
  update: {
    request: BenefitsUpdateRequest$outboundSchema,
    async walk() {
      for (const [type, [first, ...others]] of Object.entries(await benefitProperties())) {
        const by = type === 'github_repository' ? user : seller;
        const organizationId = by === user ? shop.organizationId : null;
        const { id } = await by.benefits.create({
          type,
          description: 'Before',
          properties: first,
          organizationId,
        } as never);
        const update = (changes: object) =>
          by.benefits.update({ id, requestBody: { type, ...changes } as never }) as Promise<object>;
        expect(await update({ description: 'After', metadata })).toMatchObject({ description: 'After', metadata });
        for (const properties of [...others, first, null]) await update({ description: null, properties });
      }
    },
  },
  delete: {
    request: BenefitsDeleteRequest$outboundSchema,
    async walk() {
      const { id } = await benefit();
      expect(await seller.benefits.delete({ id })).toBeUndefined();
      await expect(seller.benefits.delete({ id })).rejects.toBeInstanceOf(ResourceNotFound);
    },
  },
  grants: {
    request: BenefitsGrantsRequest$outboundSchema,
    async walk() {
      const { benefitId: id, customerId, subscriptionId } = await buyerOfTwo();
      const grants = ((request: object) => seller.benefits.grants({ id, ...request })) as List;
      await walkList(grants, this.request, 2);
      await walkFilter(grants, 'customerId', customerId, await ids(grants, {}));
      expect(await ids(grants, { customerId: newUuid() })).toEqual([]);
      await shop.seller.subscriptions.revoke({ id: subscriptionId });
      await shop.settled();
      const [revoked] = await ids(grants, { isGranted: false });
      expect(await ids(grants, { isGranted: true })).not.toContain(revoked);
    },
  },
};
