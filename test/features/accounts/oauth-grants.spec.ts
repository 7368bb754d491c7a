import { describe, expect, it } from '@jest/globals';
import { LiveOAuthGrants } from '../../../src/features/accounts/oauth/oauth-grants.service.ts';
import { oauthGrantStream, type OAuthGrantEvent } from '../../../src/features/accounts/oauth/oauth-grant.events.ts';
import { MembershipReader } from '../../../src/features/accounts/organizations/members/memberships.queries.ts';
import type { organizationDecider } from '../../../src/features/accounts/organizations/organization.decider.ts';
import {
  organizationStream,
  type OrganizationEvent,
} from '../../../src/features/accounts/organizations/organization.events.ts';
import { userStream, type UserEvent } from '../../../src/features/accounts/users/user.events.ts';
import type { AnyProjection } from '../../../src/kernel/reading/projection.ts';
import { addDays } from '../../../src/kernel/ports/clock.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { documentsOf, NOW, recorded } from '../../support/given.ts';
import { ManualClock } from '../../support/kernel.ts';

type Event = OAuthGrantEvent | OrganizationEvent | UserEvent;

const ids = { organizationId: 'o1' };
const anna = { ...ids, memberId: 'm1', userId: 'anna' };
const registered: UserEvent = {
  type: 'UserRegistered',
  data: {
    ...{ userId: 'anna', email: 'anna@example.com', emailClaim: { kind: 'user-email', digest: 'd1' } },
    ...{ name: 'Anna', image: null, role: 'user', emailVerified: true },
  },
};
const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: {
    ...{ ...ids, slug: 'acme', slugClaim: { kind: 'organization-slug', digest: 'd2' }, createdBy: 'ben', name: 'Acme' },
    ...{ avatarUrl: null, metadata: null, email: null, website: null, socials: [], details: null },
    featureSettings: { issueFundingEnabled: false, usageBasedBillingEnabled: false },
    subscriptionSettings: {
      ...{ allowMultipleSubscriptions: false, allowCustomerUpdates: true, prorationBehavior: 'prorate' },
    },
  },
};
const joined = (role: string): OrganizationEvent => ({ type: 'MemberAdded', data: { ...anna, role } });
const changed = (role: string): OrganizationEvent => ({ type: 'MemberRoleChanged', data: { ...anna, role } });
const removed: OrganizationEvent = { type: 'MemberRemoved', data: { ...anna, reason: 'removed' } };
const banned = (expiresAt: string | null): UserEvent => ({
  type: 'UserBanned',
  data: { userId: 'anna', reason: 'Spam', expiresAt, at: NOW },
});
const allowed = (organizationId: string | null): OAuthGrantEvent => ({
  type: 'OAuthAccessGranted',
  data: {
    ...{ grantId: 'g1', clientId: 'c1', userId: 'anna', organizationId, scopes: ['products:read'] },
    subject: organizationId === null ? 'user' : 'organization',
  },
});
const forAnna = allowed(null);
const forAcme = allowed('o1');

/** What an app may do after these events of its grant, its giver and their organization; undefined: nothing. */
async function scopesAfter(
  grant: OAuthGrantEvent,
  organization: OrganizationEvent[],
  ofUser: UserEvent[] = [],
  ofClient = ['products:read'],
) {
  const log = new Map<string, Event[]>([
    [oauthGrantStream('g1'), [grant]],
    [organizationStream('o1'), [created, ...organization]],
    [userStream('anna'), [registered, ...ofUser]],
  ]);
  const historyOf = (stream: string) => log.get(stream)!.map((event) => recorded(event, { stream }));
  const fresh = {
    load: async (projection: AnyProjection, id: string, stream: string) =>
      documentsOf(projection, historyOf(stream))[id],
  };
  const executor = {
    state: async (decider: typeof organizationDecider, stream: string) => ({
      state: fold(decider, historyOf(stream) as never),
    }),
  };
  const memberships = new MembershipReader({} as never, fresh as never, executor as never);
  const clients = { byId: async () => ({ scopes: ofClient }) } as never;
  const grants = new LiveOAuthGrants(fresh as never, clients, memberships, new ManualClock());
  return (await grants.byId('g1'))?.scopes;
}

const hasAccess = async (...after: Parameters<typeof scopesAfter>) => (await scopesAfter(...after)) !== undefined;

describe('an app', () => {
  it.each(['owner', 'admin', 'member,admin'])('acts for an organization while its giver is %s', async (role) =>
    expect(await hasAccess(forAcme, [joined(role)])).toBe(true),
  );

  it('loses its access to an organization while its giver is demoted', async () => {
    expect(await hasAccess(forAcme, [joined('admin'), changed('member')])).toBe(false);
    expect(await hasAccess(forAcme, [joined('admin'), changed('member'), changed('admin')])).toBe(true);
  });

  it('loses its access to an organization once its giver is removed', async () =>
    expect(await hasAccess(forAcme, [joined('owner'), removed])).toBe(false));

  it('keeps its access to a user whatever their role in organizations is', async () =>
    expect(await hasAccess(forAnna, [joined('owner'), changed('member')])).toBe(true));

  it.each([
    ['a user', forAnna],
    ['an organization', forAcme],
  ])('has no access to %s while its giver is banned', async (_, grant) => {
    expect(await hasAccess(grant, [joined('owner')], [banned(null)])).toBe(false);
    expect(await hasAccess(grant, [joined('owner')], [banned(addDays(NOW, 1))])).toBe(false);
    expect(await hasAccess(grant, [joined('owner')], [banned(NOW)])).toBe(true);
  });

  it('may do no more than its client may ask for now', async () => {
    expect(await scopesAfter(forAcme, [joined('owner')])).toEqual(['products:read']);
    expect(await scopesAfter(forAcme, [joined('owner')], [], ['openid', 'orders:read'])).toEqual([]);
  });
});
