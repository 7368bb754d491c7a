import { describe, expect, it } from '@jest/globals';
import { scopesOfRole } from '../../../src/app/http/callers/scopes.ts';
import { accessTokenProcess } from '../../../src/features/accounts/access-tokens/access-token.process.ts';
import { invitationProjection } from '../../../src/features/accounts/organizations/invitations/invitation.projection.ts';
import { memberProjection } from '../../../src/features/accounts/organizations/members/member.projection.ts';
import { SendInvitationMail } from '../../../src/features/accounts/organizations/invitations/invitation.commands.ts';
import { invitationMailProcess } from '../../../src/features/accounts/organizations/invitations/invitation.process.ts';
import { CompleteDeletion } from '../../../src/features/accounts/organizations/organization.commands.ts';
import { organizationDecider } from '../../../src/features/accounts/organizations/organization.decider.ts';
import {
  deletionProcess,
  ownsSlug,
  quotaProcess,
  slugClaimProcess,
} from '../../../src/features/accounts/organizations/organization.process.ts';
import { exceeds } from '../../../src/features/accounts/organizations/members/permission.rules.ts';
import { isSelling } from '../../../src/features/accounts/organizations/organization.rules.ts';
import {
  idWithin,
  organizationIdIn,
  type OrganizationEvent,
} from '../../../src/features/accounts/organizations/organization.events.ts';
import { teamProjection } from '../../../src/features/accounts/organizations/teams/team.projection.ts';
import { checkoutClosingProcess } from '../../../src/features/billing/checkouts/checkout.process.ts';
import { endpointDeletionProcess } from '../../../src/features/delivery/webhooks/webhook.process.ts';
import { ConfirmClaim, type Claim } from '../../../src/kernel/writing/claim.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';

const ids = { organizationId: 'o1' };
const slugClaim = { kind: 'organization-slug', digest: 'd1' };
const rules = {
  creatorRole: 'owner',
  roles: {},
  membershipLimit: 3,
  invitationLimit: 2,
  invitationTtl: 60,
  maxTeams: 2,
  maxTeamMembers: 1,
  allowRemovingAllTeams: false,
};
const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: {
    ...ids,
    slug: 'acme',
    slugClaim,
    createdBy: 'u1',
    name: 'Acme',
    avatarUrl: null,
    metadata: null,
    email: null,
    website: null,
    socials: [],
    details: null,
    featureSettings: { issueFundingEnabled: false, usageBasedBillingEnabled: false },
    subscriptionSettings: {
      allowMultipleSubscriptions: false,
      allowCustomerUpdates: true,
      prorationBehavior: 'prorate',
    },
  },
};
const member = (userId: string, role: string, more: object = {}): OrganizationEvent => ({
  type: 'MemberAdded',
  data: { ...ids, memberId: `m-${userId}`, userId, role, ...more },
});
const team = (teamId: string): OrganizationEvent => ({
  type: 'TeamCreated',
  data: { ...ids, teamId, name: teamId, isDefault: false },
});
const until = addSeconds(NOW, 60);
const invited = (invitationId: string, digest: string, more: object = {}): OrganizationEvent => ({
  type: 'InvitationCreated',
  data: {
    ...ids,
    invitationId,
    email: `${digest}@example.com`,
    emailDigest: digest,
    role: 'member',
    teamId: null,
    inviterId: 'u1',
    expiresAt: until,
    ...more,
  },
});
const past = [created, member('u1', 'owner'), member('u2', 'admin')];
const given = specOf(organizationDecider);

describe('leaving an organization', () => {
  const leave = (userId: string, because?: 'user_deleted') =>
    ({ type: 'LeaveOrganization', data: { ...ids, userId, because, rules } }) as const;
  const removed = (userId: string, reason: 'left' | 'removed' | 'user_deleted'): OrganizationEvent => ({
    type: 'MemberRemoved',
    data: { ...ids, memberId: `m-${userId}`, userId, reason },
  });

  it('removes the member', () =>
    given(...past)
      .when(leave('u2'))
      .then(removed('u2', 'left')));
  it('records that the account is deleted', () =>
    given(...past)
      .when(leave('u2', 'user_deleted'))
      .then(removed('u2', 'user_deleted')));
  it('is rejected the second time', () =>
    given(...past, removed('u2', 'left'))
      .when(leave('u2'))
      .thenRefused('MEMBER_NOT_FOUND'));
  it('is rejected for the only owner', () =>
    given(...past)
      .when(leave('u1'))
      .thenRefused('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER'));
  it('is possible for one of two owners', () =>
    given(...past, member('u3', 'member,owner'))
      .when(leave('u1'))
      .then(removed('u1', 'left')));
  it('is rejected if the organization does not exist', () => given().when(leave('u1')).thenRefused('MEMBER_NOT_FOUND'));
  it('keeps the last member with the creator’s role, whichever that is', () =>
    given(...past)
      .when({ ...leave('u2'), data: { ...leave('u2').data, rules: { ...rules, creatorRole: 'admin' } } })
      .then(removed('u2', 'left')));
});

describe('roles', () => {
  const roles = {
    billing: { invitation: ['create', 'cancel'] },
    hr: { member: ['create', 'update', 'delete'], organization: [] },
    clerk: { invoice: ['pay'] },
    chief: { organization: ['update', 'delete'] },
    twin: {
      organization: ['update'],
      member: ['create', 'update', 'delete'],
      invitation: ['create', 'cancel'],
      team: ['create', 'update', 'delete'],
    },
  };
  const ruled = { ...rules, creatorRole: 'founder', roles };
  const names = ['founder', 'owner', 'admin', 'member', ...Object.keys(roles)];

  it.each([
    ['owner', []],
    ['founder', []],
    ['admin', ['founder', 'owner', 'clerk', 'chief']],
    ['twin', ['founder', 'owner', 'admin', 'clerk', 'chief']],
    ['billing', ['founder', 'owner', 'admin', 'hr', 'clerk', 'chief', 'twin']],
    ['hr', ['founder', 'owner', 'admin', 'billing', 'clerk', 'chief', 'twin']],
    ['hr,billing', ['founder', 'owner', 'admin', 'clerk', 'chief', 'twin']],
    ['admin,clerk', ['founder', 'owner', 'chief']],
    ['member', ['founder', 'owner', 'admin', 'billing', 'hr', 'clerk', 'chief', 'twin']],
    ['gone', ['founder', 'owner', 'admin', 'billing', 'hr', 'clerk', 'chief', 'twin']],
  ])('that exceed %s', (other, exceeding) => {
    expect(names.filter((name) => exceeds(name, other, ruled))).toEqual(exceeding);
    expect(exceeds(other, other, ruled)).toBe(false);
    for (const name of names) expect(exceeds(`member,${name}`, other, ruled)).toBe(exceeding.includes(name));
  });
  it('with more scopes exceed all others', () => {
    for (const [name, other] of names.flatMap((one) => names.map((two) => [one, two] as const))) {
      const isWider = [...scopesOfRole(name)].some((scope) => !scopesOfRole(other).has(scope));
      if (isWider && other !== 'founder')
        expect([name, other, exceeds(name, other, ruled)]).toEqual([name, other, true]);
    }
  });

  const staff = [
    created,
    member('u1', 'owner'),
    member('u2', 'admin'),
    member('u3', 'billing'),
    member('u4', 'hr'),
    member('u5', 'member'),
    member('u6', 'clerk'),
  ];
  const invite = (userId: string, role: string) =>
    ({
      type: 'InviteMember',
      data: {
        ...{ ...ids, userId, role, invitationId: 'i9', email: 'd9@example.com', emailDigest: 'd9' },
        ...{ invitedUserId: undefined, teamId: null, resend: false, rules: ruled },
      },
    }) as const;
  const update = (userId: string, target: string, role: string) =>
    ({ type: 'UpdateMemberRole', data: { ...ids, userId, memberId: `m-${target}`, role, rules: ruled } }) as const;
  const remove = (userId: string, target: string) =>
    ({ type: 'RemoveMember', data: { ...ids, userId, target: { memberId: `m-${target}` }, rules: ruled } }) as const;
  const changed = (userId: string, role: string): OrganizationEvent => ({
    type: 'MemberRoleChanged',
    data: { ...ids, memberId: `m-${userId}`, userId, role },
  });

  it.each([
    ['u3', 'admin'],
    ['u3', 'member,hr'],
    ['u3', 'clerk'],
    ['u2', 'owner'],
    ['u2', 'founder'],
    ['u2', 'clerk'],
  ])('are not what %s invites with if they exceed their own: %s', (userId, role) =>
    given(...staff)
      .when(invite(userId, role))
      .thenRefused('YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE'),
  );
  it.each([
    ['u3', 'member'],
    ['u3', 'billing'],
    ['u2', 'admin,hr'],
    ['u1', 'clerk,owner'],
  ])('are what %s invites with otherwise: %s', (userId, role) =>
    given(...staff)
      .when(invite(userId, role))
      .then(invited('i9', 'd9', { role, inviterId: userId })),
  );
  it.each([
    ['u4', 'u4', 'admin'],
    ['u4', 'u5', 'billing'],
    ['u4', 'u2', 'member'],
    ['u4', 'u3', 'member'],
    ['u2', 'u6', 'member'],
    ['u2', 'u1', 'member'],
  ])('are not changed by %s if that of %s exceeds their own before or after: %s', (userId, target, role) =>
    given(...staff)
      .when(update(userId, target, role))
      .thenRefused('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER'),
  );
  it.each([
    ['u4', 'u5', 'hr'],
    ['u4', 'u4', 'member'],
    ['u2', 'u3', 'admin'],
    ['u1', 'u2', 'clerk'],
  ])('are changed by %s otherwise, that of %s to %s', (userId, target, role) =>
    given(...staff)
      .when(update(userId, target, role))
      .then(changed(target, role)),
  );
  it('protect members whose role exceeds that of who removes them', () => {
    for (const [userId, target] of [
      ['u4', 'u2'],
      ['u4', 'u3'],
      ['u2', 'u6'],
    ] as const)
      given(...staff)
        .when(remove(userId, target))
        .thenRefused('YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER');
    given(...staff)
      .when(remove('u4', 'u1'))
      .thenRefused('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER');
    given(...staff)
      .when(remove('u4', 'u5'))
      .then({ type: 'MemberRemoved', data: { ...ids, memberId: 'm-u5', userId: 'u5', reason: 'removed' } });
  });
});

describe('an invitation', () => {
  const invite = (more: object = {}, changed: object = {}) =>
    ({
      type: 'InviteMember',
      data: {
        ...ids,
        userId: 'u1',
        invitationId: 'i9',
        email: 'd9@example.com',
        emailDigest: 'd9',
        invitedUserId: undefined,
        role: 'member',
        teamId: null,
        resend: false,
        ...more,
        rules: { ...rules, ...changed },
      },
    }) as const;
  const accept = (invitationId: string, emailDigest: string, now = NOW, more: object = {}) =>
    ({
      type: 'AcceptInvitation',
      data: {
        ...ids,
        userId: 'u9',
        invitationId,
        emailDigest,
        isVerified: false,
        isInviterBanned: false,
        memberId: 'm-u9',
        rules,
        ...more,
      },
      now,
    }) as const;

  it('expires after the configured time', () =>
    given(...past)
      .when(invite())
      .then(invited('i9', 'd9')));
  it('does not count once it has expired', () =>
    given(...past, invited('i1', 'd9', { expiresAt: NOW }))
      .when(invite())
      .then(invited('i9', 'd9')));
  it('is rejected at the limit', () =>
    given(...past, invited('i1', 'd1'), invited('i2', 'd2'))
      .when(invite())
      .thenRefused('INVITATION_LIMIT_REACHED'));
  const canceled = (...invitationIds: string[]) =>
    invitationIds.map((invitationId) => ({ type: 'InvitationCanceled', data: { ...ids, invitationId } }) as const);
  it('replaces the earlier one when it is sent again', () =>
    given(...past, invited('i1', 'd1'), invited('i2', 'd9'))
      .when(invite({ resend: true }))
      .then(...canceled('i2'), invited('i9', 'd9')));
  it('ends with the others to its address when it is accepted', () =>
    given(...past, invited('i1', 'd9'), invited('i2', 'd1'), invited('i3', 'd9', { role: 'admin' }))
      .when(accept('i1', 'd9'))
      .then(
        { type: 'InvitationAccepted', data: { ...ids, invitationId: 'i1', userId: 'u9' } },
        member('u9', 'member', { invitationId: 'i1' }),
        ...canceled('i3'),
      ));
  it.each([
    ['removed', 'u1', { type: 'RemoveMember', data: { target: { memberId: 'm-u9' } } }],
    ['removed', 'u1', { type: 'RemoveMember', data: { target: { userId: 'u9' } } }],
    ['left', 'u9', { type: 'LeaveOrganization', data: {} }],
    ['user_deleted', 'u9', { type: 'LeaveOrganization', data: { because: 'user_deleted' } }],
  ] as const)('ends when the member with its address is gone: %s', (reason, userId, { type, data }) => {
    const member9 = member('u9', 'member', { invitationId: 'i0' });
    const intent = { type, data: { ...ids, userId, emailDigest: 'd9', rules, ...data } };
    given(...past, member9, invited('i1', 'd1'), invited('i2', 'd9'), invited('i3', 'd9', { expiresAt: NOW }))
      .when(intent as never)
      .then({ type: 'MemberRemoved', data: { ...ids, memberId: 'm-u9', userId: 'u9', reason } }, ...canceled('i2'));
  });
  it('adds a member to its team', () =>
    given(...past, team('t1'), invited('i1', 'd9', { teamId: 't1' }))
      .when(accept('i1', 'd9'))
      .then(
        { type: 'InvitationAccepted', data: { ...ids, invitationId: 'i1', userId: 'u9' } },
        member('u9', 'member', { teamIds: ['t1'], invitationId: 'i1' }),
      ));
  it('stays pending if the team is full', () =>
    given(...past, team('t1'), member('u3', 'member', { teamIds: ['t1'] }), invited('i1', 'd9', { teamId: 't1' }))
      .when({ ...accept('i1', 'd9'), data: { ...accept('i1', 'd9').data, rules: { ...rules, membershipLimit: 9 } } })
      .thenRefused('TEAM_MEMBER_LIMIT_REACHED'));
  it('adds to no team once the team is removed', () =>
    given(...past, team('t1'), invited('i1', 'd9', { teamId: 't1' }), {
      type: 'TeamRemoved',
      data: { ...ids, teamId: 't1' },
    })
      .when(accept('i1', 'd9'))
      .then(
        { type: 'InvitationAccepted', data: { ...ids, invitationId: 'i1', userId: 'u9' } },
        member('u9', 'member', { invitationId: 'i1' }),
      ));
  it('has expired at the instant of its expiry', () =>
    given(...past, invited('i1', 'd9'))
      .when(accept('i1', 'd9', until))
      .thenRefused('INVITATION_NOT_FOUND'));
  it('can be accepted by its recipient only', () =>
    given(...past, invited('i1', 'd1'))
      .when(accept('i1', 'd9'))
      .thenRefused('YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION'));
  const roleOf = (userId: string, role: string): OrganizationEvent => ({
    type: 'MemberRoleChanged',
    data: { ...ids, memberId: `m-${userId}`, userId, role },
  });
  const gone: OrganizationEvent = {
    type: 'MemberRemoved',
    data: { ...ids, memberId: 'm-u2', userId: 'u2', reason: 'removed' },
  };
  it.each([
    ['was removed', 'member', [gone]],
    ['may no longer invite', 'member', [roleOf('u2', 'member')]],
    ['may no longer invite with its role', 'admin', [roleOf('u2', 'billing')]],
  ])('is over once its inviter %s', (_, role, since) => {
    const roles = { billing: { invitation: ['create', 'cancel'] } };
    const more = { rules: { ...rules, roles }, isVerified: true };
    const sent = [...past, invited('i1', 'd9', { inviterId: 'u2', role })];
    const accepted = [
      { type: 'InvitationAccepted', data: { ...ids, invitationId: 'i1', userId: 'u9' } },
      member('u9', role, { invitationId: 'i1' }),
    ] as OrganizationEvent[];
    const refused = 'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION';
    given(...sent)
      .when(accept('i1', 'd9', NOW, more))
      .then(...accepted);
    given(...sent, ...since)
      .when(accept('i1', 'd9', NOW, more))
      .thenRefused(refused);
    given(...sent)
      .when(accept('i1', 'd9', NOW, { ...more, isInviterBanned: true }))
      .thenRefused(refused);
  });
  describe.each([
    ['without more roles', {}, ['owner', 'founder']],
    [
      'with a role that invites',
      { billing: { invitation: ['create', 'cancel'] } },
      ['owner', 'founder', 'admin', 'hr'],
    ],
    [
      'with a role that only cancels',
      { clerk: { invitation: ['cancel'] } },
      ['owner', 'founder', 'admin', 'hr', 'member', 'clerk'],
    ],
    ['with a role that sees none', { clerk: { invoice: ['pay'] } }, ['owner', 'founder', 'clerk']],
  ] as const)('%s', (_, more, needing) => {
    const hr = { member: ['create', 'update', 'delete'] };
    const wide = { ...rules, creatorRole: 'founder', roles: { hr, ...more } };
    const names = ['owner', 'founder', 'admin', 'hr', 'member', ...Object.keys(more)];

    it.each(names)('needs a verified address if somebody sees it who could not have sent it: as %s', (role) => {
      const pending = [created, member('u1', 'owner'), invited('i1', 'd9', { role: `member,${role}` })];
      const added = [
        { type: 'InvitationAccepted', data: { ...ids, invitationId: 'i1', userId: 'u9' } },
        member('u9', `member,${role}`, { invitationId: 'i1' }),
      ] as OrganizationEvent[];
      const unverified = given(...pending).when(accept('i1', 'd9', NOW, { rules: wide }));
      if ((needing as readonly string[]).includes(role))
        unverified.thenRefused('EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION');
      else unverified.then(...added);
      given(...pending)
        .when(accept('i1', 'd9', NOW, { rules: wide, isVerified: true }))
        .then(...added);
    });
  });
  it('is mailed by a process', () =>
    expect(invitationMailProcess.react(recorded(invited('i1', 'd1') as never))).toEqual([
      { command: SendInvitationMail, data: { ...ids, invitationId: 'i1' }, target: '' },
    ]));
});

describe('the deletion of an organization', () => {
  const start = (userId: string, cause: 'asked' | 'user_deleted' = 'asked') =>
    ({ type: 'StartDeletion', data: { ...ids, userId, deletionId: 'x1', cause, rules } }) as const;
  const complete = (isHeld: boolean, deletionId = 'x1') =>
    ({ type: 'CompleteDeletion', data: { ...ids, deletionId, isHeld, rules } }) as const;
  const started = (cause: 'asked' | 'user_deleted' = 'asked'): OrganizationEvent => ({
    type: 'OrganizationDeletionStarted',
    data: { ...ids, deletionId: 'x1', cause },
  });
  const gone: OrganizationEvent = { type: 'OrganizationDeleted', data: { ...ids, createdBy: 'u1' } };
  const stays: OrganizationEvent = { type: 'OrganizationDeletionRefused', data: { ...ids, deletionId: 'x1' } };

  it('starts once', () => {
    given(...past)
      .when(start('u1'))
      .then(started());
    given(...past, started())
      .when(start('u1'))
      .then();
  });
  it('requires the permission', () =>
    given(...past)
      .when(start('u2'))
      .thenRefused('YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION'));
  it('with an account requires that there are no other members', () => {
    given(...past)
      .when(start('u1', 'user_deleted'))
      .thenRefused('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER');
    given(created, member('u1', 'member')).when(start('u1', 'user_deleted')).then(started('user_deleted'));
    given(created, member('u1', 'owner'), started('user_deleted'), member('u2', 'owner'))
      .when(complete(false))
      .then(stays);
  });
  it('is completed or refused, depending on holds', () => {
    given(...past, started())
      .when(complete(false))
      .then(gone);
    given(...past, started())
      .when(complete(true))
      .then(stays);
  });
  it('ignores facts gathered for an earlier one', () => {
    given(...past, started())
      .when(complete(false, 'x0'))
      .then();
    given(...past, started(), stays)
      .when(complete(false))
      .then();
    given(...past, started(), gone)
      .when(complete(false))
      .then();
  });
  it('stops sales from its start until it is refused', () => {
    const selling = (...events: OrganizationEvent[]) => isSelling(fold(organizationDecider, [...past, ...events]));
    expect([selling(), selling(started()), selling(started(), stays), selling(started(), gone)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
  it('is completed by a process', () => {
    expect(deletionProcess.react(recorded(started() as never))).toEqual([
      { command: CompleteDeletion, data: { ...ids, deletionId: 'x1' }, target: '' },
    ]);
  });
  it('is followed up by each feature that belongs to organizations', () => {
    const followers = [accessTokenProcess, endpointDeletionProcess, checkoutClosingProcess];
    const steps = followers.flatMap(({ react }) => react(recorded(gone as never)));
    expect(steps.map(({ command, data }) => [command.name, data])).toEqual([
      ['RevokeAccessTokensOf', ids],
      ['DeleteWebhookEndpointsOf', ids],
      ['CloseCheckoutsOf', ids],
    ]);
  });
  it('releases the creator’s quota', () => {
    expect(quotaProcess.react(recorded(gone as never))).toMatchObject([
      { data: { userId: 'u1', organizationId: 'o1' } },
    ]);
  });
});

describe('read models of an organization', () => {
  const all = [
    member('u1', 'owner', { teamIds: ['t1'] }),
    team('t1'),
    team('t2'),
    { type: 'TeamMemberAdded', data: { ...ids, teamId: 't2', memberId: 'm-u1', userId: 'u1' } },
    invited('i1', 'd1', { teamId: 't1' }),
  ] as OrganizationEvent[];
  const after = (...more: OrganizationEvent[]) => {
    const events = [...all, ...more].map((event) => recorded(event)) as never[];
    return {
      members: documentsOf(memberProjection, events),
      invitations: documentsOf(invitationProjection, events),
      teams: documentsOf(teamProjection, events),
    };
  };

  it('list each member’s teams, in order', () => {
    expect(after().members['m-u1']!.teamIds).toEqual(['t1', 't2']);
    const without = after({ type: 'TeamRemoved', data: { ...ids, teamId: 't1' } });
    expect(without.members['m-u1']!.teamIds).toEqual(['t2']);
    expect(without.invitations['i1']!.teamId).toBeNull();
    expect(Object.keys(without.teams)).toEqual(['t2']);
  });
  it('are empty once it is deleted', () =>
    expect(after({ type: 'OrganizationDeleted', data: { ...ids, createdBy: 'u1' } })).toEqual({
      members: {},
      invitations: {},
      teams: {},
    }));
  it('blank the address of an erased person', () => {
    const [document] = Object.values(after().invitations);
    expect(document!.subjects).toEqual(['email:d1/i1']);
    expect(invitationProjection.blank!(document!, 'email:d1/i1').email).toBe('erased+i1@invalid');
    expect(invitationProjection.blank!(document!, 'email:d1/i2').email).toBe('d1@example.com');
  });
});

describe('the slug of an organization', () => {
  const other = { kind: 'organization-slug', digest: 'd2' };
  const moved = (slug: string, claim: Claim): OrganizationEvent => ({
    type: 'OrganizationUpdated',
    data: { ...ids, slug, slugClaim: claim },
  });
  const gone: OrganizationEvent = { type: 'OrganizationDeleted', data: { ...ids, createdBy: 'u1' } };
  const owns = (...events: OrganizationEvent[]) => {
    const past = events.map((event) => recorded(event));
    return [ownsSlug(past, slugClaim), ownsSlug(past, other)];
  };
  const move = (slug: string, claim: Claim) =>
    ({
      type: 'UpdateOrganizationProfile',
      data: { ...ids, userId: 'u1', slug: { text: slug, claim }, rules },
    }) as const;

  it('is owned for good', () => {
    expect(owns(created)).toEqual([true, false]);
    expect(owns(created, moved('other', other))).toEqual([true, true]);
    expect(owns(created, moved('other', other), gone)).toEqual([true, true]);
  });
  it('is confirmed by a process, and never released', () => {
    const owner = 'organization-o1';
    expect(slugClaimProcess.react(recorded(moved('other', other) as never))).toEqual([
      { command: ConfirmClaim, data: { claim: other, owner }, target: '' },
    ]);
    expect(slugClaimProcess.handles).not.toContain('OrganizationDeleted');
  });
  it('can be taken back, but is one of at most 20', () => {
    const claims = Array.from({ length: 19 }, (_, at) => ({ kind: 'organization-slug', digest: `more-${at}` }));
    const all = [...past, ...claims.map((claim, at) => moved(`more-${at}`, claim))];
    given(...all.slice(0, -1))
      .when(move('other', other))
      .then(moved('other', other));
    given(...all)
      .when(move('other', other))
      .thenRefused('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_SLUGS');
    given(...all)
      .when(move('acme', slugClaim))
      .then(moved('acme', slugClaim));
  });
  it('is rejected if its claim was forfeited', () => {
    given(...past, { type: 'ClaimForfeited', data: other })
      .when(move('other', other))
      .thenRefused('ClaimForfeited');
  });
});

describe('an id within an organization', () => {
  it('contains the organization’s id', () => {
    for (let round = 0; round < 100; round++) {
      const organizationId = newUuid();
      const id = idWithin(organizationId, newUuid(), 'team');
      expect(id).toMatch(/^[0-9A-Za-z]{32}$/);
      expect(organizationIdIn(id)).toBe(organizationId);
    }
  });
  it.each(['', 'x', 'z'.repeat(32), `${'0'.repeat(31)}-`])('cannot be %j', (text) =>
    expect(organizationIdIn(text)).toBeUndefined(),
  );
});
