import { expect } from '@jest/globals';
import { OrganizationCreate$outboundSchema } from '@polar-sh/sdk/models/components/organizationcreate.js';
import { OrganizationSocialPlatforms } from '@polar-sh/sdk/models/components/organizationsocialplatforms.js';
import { OrganizationsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/organizationsget.js';
import { OrganizationsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/organizationslist.js';
import { OrganizationsUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/organizationsupdate.js';
import { type Method, fresh, owner, seller, shop } from './client.ts';
import { type List, nulls, schemaAt, walkFilter, walkList } from './lists.ts';

const SOCIAL_URL: Record<OrganizationSocialPlatforms, string> = {
  x: 'https://x.com/stern',
  github: 'https://github.com/stern',
  facebook: 'https://facebook.com/stern',
  instagram: 'https://instagram.com/stern',
  youtube: 'https://youtube.com/stern',
  tiktok: 'https://tiktok.com/@stern',
  linkedin: 'https://linkedin.com/in/stern',
  other: 'https://social.example/@stern',
};
const organizationTerms = {
  avatarUrl: 'https://example.com/star.png',
  email: 'hello@example.com',
  website: 'https://example.com/',
  socials: Object.values(OrganizationSocialPlatforms).map((platform) => ({ platform, url: SOCIAL_URL[platform] })),
  featureSettings: { issueFundingEnabled: true, usageBasedBillingEnabled: true },
};
const details = {
  about: 'Star charts',
  productDescription: 'Charts by the month',
  intendedUse: 'Subscriptions',
  customerAcquisition: ['newsletter'],
  futureAnnualRevenue: 12_000,
  switching: true,
  previousAnnualRevenue: 9_000,
};
const SWITCHED_FROM = ['paddle', 'lemon_squeezy', 'gumroad', 'stripe', 'other', null] as const;
const SUBSCRIPTIONS = [
  { allowMultipleSubscriptions: true, allowCustomerUpdates: false, prorationBehavior: 'invoice' as const },
  { allowMultipleSubscriptions: false, allowCustomerUpdates: true, prorationBehavior: 'prorate' as const },
];

export const organizations: Record<string, Method> = {
  list: {
    request: OrganizationsListRequest$outboundSchema,
    async walk() {
      const create = () => owner.organizations.create({ name: fresh('Listed '), slug: fresh('listed-') });
      const [one] = [await create(), await create()];
      const list = owner.organizations.list.bind(owner.organizations) as List;
      await walkList(list, this.request, 2);
      await walkFilter(list, 'slug', one.slug, [one.id]);
    },
  },
  create: {
    request: OrganizationCreate$outboundSchema,
    async walk() {
      const about = () => ({ name: fresh('Nordlicht '), slug: fresh('nord-') });
      const created = await owner.organizations.create({
        ...about(),
        ...organizationTerms,
        details: { ...details, switchingFrom: 'paddle' },
        subscriptionSettings: SUBSCRIPTIONS[0]!,
      });
      expect(created).toMatchObject({ ...organizationTerms, subscriptionSettings: SUBSCRIPTIONS[0] });
      for (const switchingFrom of SWITCHED_FROM)
        await owner.organizations.create({ ...about(), details: { ...details, switchingFrom } });
      await owner.organizations.create({ ...about(), subscriptionSettings: SUBSCRIPTIONS[1]! });
      await owner.organizations.create({ ...nulls(this.request), ...about() });
    },
  },
  get: {
    request: OrganizationsGetRequest$outboundSchema,
    walk: async () => void (await seller.organizations.get({ id: shop.organizationId })),
  },
  update: {
    request: OrganizationsUpdateRequest$outboundSchema,
    async walk() {
      const { id } = await owner.organizations.create({ name: 'Before', slug: fresh('nord-') });
      const update = (organizationUpdate: object) => owner.organizations.update({ id, organizationUpdate });
      for (const subscriptionSettings of SUBSCRIPTIONS) {
        const changes = { name: fresh('After '), ...organizationTerms, subscriptionSettings };
        expect(await update({ ...changes, details: { ...details, switchingFrom: 'other' } })).toMatchObject(changes);
      }
      for (const switchingFrom of SWITCHED_FROM) await update({ details: { ...details, switchingFrom } });
      expect(await update(nulls(schemaAt(this.request, 'organizationUpdate')))).toMatchObject({
        name: expect.stringContaining('After'),
        avatarUrl: null,
        email: null,
        website: null,
        socials: [],
        featureSettings: organizationTerms.featureSettings,
        subscriptionSettings: SUBSCRIPTIONS[1],
      });
    },
  },
};
