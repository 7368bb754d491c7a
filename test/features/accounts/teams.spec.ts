import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app.ts';
import { browser } from '../../support/auth-client.ts';
import { newOwner, joined, race, somebody, type Somebody } from '../../support/members.ts';

interface Team {
  id: string;
  name: string;
  organizationId: string;
  createdAt: string;
  updatedAt: string | null;
}
type Owner = Somebody & { organizationId: string };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ages: true });
});
afterAll(() => app.close());

const refused = (status: number, message: string, code = message.toUpperCase().replaceAll(' ', '_')) => [
  status,
  { code, message },
];
const NO_ACTIVE = refused(400, 'No active organization');
const TEAM_NOT_FOUND = refused(400, 'Team not found');
const TEAM_FULL = refused(403, 'Team member limit reached');

const createTeam = (owner: Somebody, name = 'Editors') => owner.do<Team>('create-team', { name });
const teamsOf = async (who: Somebody) => (await who.see('list-teams'))[1] as Team[];
const myTeam = async (who: Somebody) => (await who.client.organization.getActiveMember()).data!.teamId;

describe('a team', () => {
  it('exists from the start, with the creator in it', async () => {
    const owner = await newOwner(app);
    const [team, ...others] = await teamsOf(owner);
    expect(others).toEqual([]);
    expect(team).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{32}$/),
      name: 'Nordlicht',
      organizationId: owner.organizationId,
      createdAt: expect.any(String),
      updatedAt: null,
    });
    expect(await myTeam(owner)).toBe(team!.id);
  });

  it('can be created, renamed and removed', async () => {
    const owner = await newOwner(app);
    const made = (await owner.client.organization.createTeam({ name: 'Editors' })).data!;
    expect(made).toMatchObject({ name: 'Editors', organizationId: owner.organizationId });
    expect(made.updatedAt).toEqual(made.createdAt);
    expect((await owner.client.organization.getFullOrganization()).data!.teams).toHaveLength(2);
    const renamed = await owner.client.organization.updateTeam({ teamId: made.id, data: { name: 'Readers' } });
    expect(renamed.data).toEqual({ ...made, name: 'Readers' });
    expect(await owner.ask('update-team', { teamId: made.id, data: {} })).toMatchObject([200, { name: 'Readers' }]);
    expect((await owner.client.organization.listTeams()).data).toMatchObject([
      { name: 'Nordlicht' },
      { name: 'Readers' },
    ]);
    const removed = await owner.client.organization.removeTeam({ teamId: made.id });
    expect(removed.data).toEqual({ message: 'Team removed successfully.' });
    expect(await teamsOf(owner)).toHaveLength(1);
  });

  it('may have an empty name', async () => {
    const owner = await newOwner(app);
    expect((await createTeam(owner, '')).name).toBe('');
    const [status] = await owner.ask('update-team', { teamId: (await teamsOf(owner))[0]!.id, data: { name: '' } });
    expect(status).toBe(400);
  });

  it('gets the members who are invited to it, and releases them when it is removed', async () => {
    const owner = await newOwner(app);
    const { id: teamId } = await createTeam(owner);
    const member = await joined(app, owner, { teamId });
    expect(await myTeam(member)).toBe(teamId);
    const waiting = await somebody(app);
    const invited = await owner.client.organization.inviteMember({ email: waiting.email, role: 'member', teamId });
    expect(invited.data!.teamId).toBe(teamId);
    await owner.do('remove-team', { teamId });
    expect(await myTeam(member)).toBeNull();
    expect((await owner.client.organization.listInvitations()).data!.at(-1)!.teamId).toBeNull();
    const accepted = await waiting.do<{ member: object }>('accept-invitation', { invitationId: invited.data!.id });
    expect(accepted.member).toMatchObject({ teamId: null });
  });

  it('is rejected in the order of the contract', async () => {
    const owner = await newOwner(app);
    const member = await joined(app, owner);
    const stranger = await somebody(app);
    const { organizationId } = owner;
    const teamId = (await teamsOf(owner))[0]!.id;
    expect(await stranger.ask('create-team', { name: 'x' })).toEqual(NO_ACTIVE);
    expect(await stranger.ask('create-team', { name: 'x', organizationId })).toEqual(
      refused(403, 'You are not allowed to invite users to this organization'),
    );
    expect(await member.ask('create-team', { name: 'x' })).toEqual(
      refused(403, 'You are not allowed to create teams in this organization'),
    );
    const NOT_TO_UPDATE = refused(403, 'You are not allowed to update this team');
    expect(await stranger.ask('update-team', { teamId, data: { name: 'x' } })).toEqual(NO_ACTIVE);
    expect(await stranger.ask('update-team', { teamId, data: { name: 'x', organizationId } })).toEqual(NOT_TO_UPDATE);
    expect(await member.ask('update-team', { teamId, data: { name: 'x' } })).toEqual(NOT_TO_UPDATE);
    expect(await owner.ask('update-team', { teamId: 'x', data: { name: 'x' } })).toEqual(TEAM_NOT_FOUND);
    const NOT_TO_DELETE = refused(403, 'You are not allowed to delete this team');
    expect(await stranger.ask('remove-team', { teamId })).toEqual(NO_ACTIVE);
    expect(await stranger.ask('remove-team', { teamId, organizationId })).toEqual(NOT_TO_DELETE);
    expect(await owner.ask('remove-team', { teamId })).toEqual(NOT_TO_DELETE);
    expect(await member.ask('remove-team', { teamId })).toEqual(
      refused(403, 'You are not allowed to delete teams in this organization'),
    );
    expect(await owner.ask('remove-team', { teamId: 'x' })).toEqual(TEAM_NOT_FOUND);
    const admin = await joined(app, owner, { role: 'admin' });
    expect(await admin.ask('remove-team', { teamId })).toEqual(refused(400, 'Unable to remove last team'));
  });

  it('of another organization does not exist', async () => {
    const [owner, foreigner] = [await newOwner(app), await newOwner(app)];
    const { id: teamId } = await createTeam(owner);
    expect(await foreigner.ask('update-team', { teamId, data: { name: 'x' } })).toEqual(TEAM_NOT_FOUND);
    await createTeam(foreigner);
    expect(await foreigner.ask('remove-team', { teamId })).toEqual(TEAM_NOT_FOUND);
    expect(await foreigner.ask('add-team-member', { teamId, userId: foreigner.id })).toEqual(TEAM_NOT_FOUND);
    expect(await foreigner.ask('set-active-team', { teamId })).toEqual(TEAM_NOT_FOUND);
  });

  it('is listed for members of the active organization, whatever the request names', async () => {
    const [owner, foreigner] = [await newOwner(app), await newOwner(app)];
    const named = `list-teams?organizationId=${owner.organizationId}`;
    expect(await owner.see(named)).toMatchObject([200, [{ organizationId: owner.organizationId }]]);
    expect(await foreigner.see(named)).toMatchObject([200, [{ organizationId: foreigner.organizationId }]]);
    const stranger = await somebody(app);
    expect(await stranger.see(named)).toEqual([403, '']);
    expect(await stranger.see('list-teams')).toEqual(NO_ACTIVE);
  });
});

describe('members of teams, for newer clients', () => {
  it('can be in several teams; older clients see the first', async () => {
    const owner = await newOwner(app);
    const member = await joined(app, owner);
    const [first, second] = [await createTeam(owner, 'First'), await createTeam(owner, 'Second')];
    const added = await owner.do('add-team-member', { teamId: first.id, userId: member.id });
    expect(added).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{32}$/),
      teamId: first.id,
      userId: member.id,
      createdAt: expect.any(String),
    });
    expect(await owner.do('add-team-member', { teamId: first.id, userId: member.id })).toEqual(added);
    await owner.do('add-team-member', { teamId: second.id, userId: member.id });
    expect(await myTeam(member)).toBe(first.id);
    expect(await member.see('list-user-teams')).toMatchObject([200, [{ id: first.id }, { id: second.id }]]);
    expect(await member.see(`list-team-members?teamId=${first.id}`)).toEqual([200, [added]]);
    expect(await owner.do('remove-team-member', { teamId: first.id, userId: member.id })).toEqual({
      message: 'Team member removed successfully.',
    });
    expect(await myTeam(member)).toBe(second.id);
  });

  it('are shown with their first team, or none, in every response', async () => {
    const owner = await newOwner(app);
    const { organizationId } = owner;
    const { id: teamId } = await createTeam(owner);
    const [inTeam, inNone] = [await joined(app, owner, { teamId }), await joined(app, owner)];
    type Shown = { id: string; teamId: string | null };
    const seen = async (path: string) => ((await owner.see(path))[1] as { members: Shown[] }).members;
    const active = await owner.do<{ members: Shown[] }>('set-active', { organizationId });
    for (const all of [await seen('get-full-organization'), await seen('list-members'), active.members])
      expect(all.slice(1).map((one) => [one.id, one.teamId])).toEqual([
        [inTeam.memberId, teamId],
        [inNone.memberId, null],
      ]);
    const people = await owner.fetch(`/api/ledger/people?organization_id=${organizationId}`);
    const { items } = (await people.json()) as { items: Shown[] };
    expect(items.slice(1).map((one) => one.teamId)).toEqual([teamId, null]);
    const change = { memberId: inTeam.memberId, role: 'admin' };
    expect(await owner.do('update-member-role', change)).toMatchObject({ teamId });
    expect(await owner.do('remove-member', { memberIdOrEmail: inTeam.memberId })).toMatchObject({ member: { teamId } });
    expect(await inNone.do('leave', { organizationId })).toMatchObject({ teamId: null });
  });

  it('are added and removed with permission', async () => {
    const owner = await newOwner(app);
    const [member, stranger] = [await joined(app, owner), await somebody(app)];
    const { id: teamId } = await createTeam(owner);
    const NOT_A_MEMBER = refused(400, 'User is not a member of the organization');
    const body = { teamId, userId: member.id };
    expect(await stranger.ask('add-team-member', body)).toEqual(NO_ACTIVE);
    expect(await stranger.ask('add-team-member', { ...body, organizationId: owner.organizationId })).toEqual(
      NOT_A_MEMBER,
    );
    expect(await member.ask('add-team-member', body)).toEqual(
      refused(403, 'You are not allowed to create a new team member'),
    );
    expect(await owner.ask('add-team-member', { teamId, userId: stranger.id })).toEqual(NOT_A_MEMBER);
    expect(await owner.ask('add-team-member', { teamId: 'x', userId: member.id })).toEqual(TEAM_NOT_FOUND);
    const NOT_IN_TEAM = refused(400, 'User is not a member of the team');
    expect(await member.ask('remove-team-member', body)).toEqual(
      refused(403, 'You are not allowed to remove a team member'),
    );
    expect(await owner.ask('remove-team-member', body)).toEqual(NOT_IN_TEAM);
    expect(await member.see(`list-team-members?teamId=${teamId}`)).toEqual(NOT_IN_TEAM);
    expect(await member.see('list-team-members')).toEqual(refused(400, 'You do not have an active team'));
  });

  it('can make one of their teams active', async () => {
    const owner = await newOwner(app);
    const member = await joined(app, owner);
    const { id: teamId, name } = await createTeam(owner);
    expect(await member.ask('set-active-team', { teamId })).toEqual(refused(403, 'User is not a member of the team'));
    await owner.do('add-team-member', { teamId, userId: member.id });
    expect(await member.ask('set-active-team', { teamId })).toMatchObject([200, { id: teamId, name }]);
    expect(member.set[0]).toContain('better-auth.session_token=');
    expect(await member.see('list-team-members')).toMatchObject([200, [{ userId: member.id }]]);
    expect(await member.ask('set-active-team', {})).toMatchObject([200, { id: teamId }]);
    expect(await member.ask('set-active-team', { teamId: null })).toEqual([200, null]);
    expect(await member.ask('set-active-team', {})).toEqual([200, null]);
  });
});

it.each([
  ['create-team', { name: 'x' }],
  ['update-team', { teamId: 'x', data: {} }],
  ['remove-team', { teamId: 'x' }],
  ['add-team-member', { teamId: 'x', userId: 'x' }],
  ['remove-team-member', { teamId: 'x', userId: 'x' }],
])('%s is rejected without a session, after a malformed body', async (call, body) => {
  const visitor = browser(app);
  const answer = await visitor.post(`/api/auth/organization/${call}`, body);
  expect([answer.status, await answer.text()]).toEqual([401, '']);
  const wrong = await visitor.post(`/api/auth/organization/${call}`, {});
  expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([400, 'VALIDATION_ERROR']);
});

describe('with limits', () => {
  let strict: TestApp;
  let owner: Owner;
  beforeAll(async () => {
    strict = await startApp({
      env: {
        ORG_LIMIT: '3',
        ORG_INVITATION_LIMIT: '3',
        ORG_INVITATION_TTL: '60',
        ORG_CREATION_EMAILS: '@example\\.com$',
        ORG_MAX_TEAMS: '3',
        ORG_MAX_TEAM_MEMBERS: '2',
        ORG_ALLOW_REMOVING_ALL_TEAMS: 'on',
        ORG_DEFAULT_TEAM: 'off',
        ORG_DELETION: 'off',
        ORG_ROLES:
          '{"billing":{"invitation":["create","cancel"],"invoice":["pay"]},"hr":{"member":["create","update","delete"]}}',
      },
    });
    owner = await newOwner(strict);
  });
  afterAll(() => strict.close());

  it('an organization starts without a team', async () => {
    const fresh = await newOwner(strict);
    expect(await teamsOf(fresh)).toEqual([]);
    expect(await myTeam(fresh)).toBeNull();
  });

  it('only configured addresses create organizations', async () => {
    const other = await somebody(strict, 'x@example.org');
    expect(await other.ask('create', { name: 'x', slug: 'x-y-z' })).toEqual(
      refused(403, 'You are not allowed to create a new organization'),
    );
  });

  it('nobody gives a role that exceeds their own, nor changes or removes who has one', async () => {
    const fresh = await newOwner(strict);
    const { organizationId } = fresh;
    const [billing, hr] = [
      await joined(strict, fresh, { role: 'billing' }),
      await joined(strict, fresh, { role: 'hr' }),
    ];
    const sock = { email: `sock-${fresh.id}@example.com`, organizationId };
    for (const role of ['admin', ['member', 'admin'], 'hr', 'owner'])
      expect(await billing.ask('invite-member', { ...sock, role })).toEqual(
        refused(403, 'you are not allowed to invite user with this role'),
      );
    for (const [{ memberId }, role] of [
      [hr, 'admin'],
      [hr, ['hr', 'billing']],
      [billing, 'member'],
    ] as const)
      expect(await hr.ask('update-member-role', { memberId, role, organizationId })).toEqual(
        refused(403, 'You are not allowed to update this member'),
      );
    expect(await hr.ask('remove-member', { memberIdOrEmail: billing.email, organizationId })).toEqual(
      refused(401, 'You are not allowed to delete this member'),
    );
    await billing.do('invite-member', { ...sock, role: 'member' });
  });

  it('50 parallel requests create as many organizations as allowed', async () => {
    const me = await somebody(strict);
    const found = (index: number) => me.ask('create', { name: 'x', slug: `limit-${me.id.toLowerCase()}-${index}` });
    const result = await race(found);
    expect(result).toEqual({ won: 3, codes: ['403 YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS'] });
    expect((await me.client.organization.list()).data).toHaveLength(3);
    expect(await found(99)).toEqual(refused(403, 'You have reached the maximum number of organizations'));
  });

  it('organizations that the user has left and rejected requests do not count', async () => {
    const me = await newOwner(strict);
    const slug = (name: string) => `left-${name}-${me.id.toLowerCase()}`;
    for (let index = 0; index < 5; index++) expect((await me.ask('create', { name: 'x', slug: me.slug }))[0]).toBe(400);
    await me.do('create', { name: 'x', slug: slug('a') });
    const { id } = await me.do<{ id: string }>('create', { name: 'x', slug: slug('b') });
    expect((await me.ask('create', { name: 'x', slug: slug('c') }))[0]).toBe(403);
    await joined(strict, { ...me, organizationId: id }, { role: 'owner' });
    await me.do('leave', { organizationId: id });
    expect((await me.ask('create', { name: 'x', slug: slug('c') }))[0]).toBe(200);
  });

  it('organizations that the user was invited to count, too', async () => {
    const me = await somebody(strict);
    for (let index = 0; index < 3; index++) {
      const other = await newOwner(strict);
      const { id } = await other.do<{ id: string }>('invite-member', { email: me.email, role: 'member' });
      await me.do('accept-invitation', { invitationId: id });
    }
    expect((await me.ask('create', { name: 'x', slug: `in-${me.id.toLowerCase()}` }))[0]).toBe(403);
  });

  it('50 parallel requests create as many teams as allowed, and all can be removed', async () => {
    const fresh = await newOwner(strict);
    const result = await race((index) => fresh.ask('create-team', { name: `Team ${index}` }));
    expect(result).toEqual({ won: 3, codes: ['400 YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS'] });
    for (const { id: teamId } of await teamsOf(fresh)) await fresh.do('remove-team', { teamId });
    expect(await teamsOf(fresh)).toEqual([]);
  });

  it('50 parallel requests create as many invitations as allowed', async () => {
    const fresh = await newOwner(strict);
    const result = await race((index) =>
      fresh.ask('invite-member', { email: `i${index}@example.com`, role: 'member' }),
    );
    expect(result).toEqual({ won: 3, codes: ['403 INVITATION_LIMIT_REACHED'] });
    strict.clock.advance({ seconds: 60 });
    expect((await fresh.ask('invite-member', { email: 'later@example.com', role: 'member' }))[0]).toBe(200);
  });

  it('inviting again cancels the earlier invitation, even at the limit', async () => {
    const fresh = await newOwner(strict);
    const emails = [1, 2, 3].map((index) => `again${index}-${fresh.id}@example.com`);
    for (const email of emails) await fresh.do('invite-member', { email, role: 'member' });
    await fresh.do('invite-member', { email: emails[0], role: 'member', resend: true });
    const [, all] = (await fresh.see('list-invitations')) as [number, { status: string }[]];
    expect(all.map(({ status }) => status).sort()).toEqual(['canceled', 'pending', 'pending', 'pending']);
  });

  it('a team takes as many members as allowed, and an invitation to a full one stays pending', async () => {
    const fresh = await newOwner(strict);
    const { id: teamId } = await createTeam(fresh);
    const people = [await joined(strict, fresh), await joined(strict, fresh)];
    const late = await somebody(strict);
    const { id: invitationId } = await fresh.do<{ id: string }>('invite-member', {
      email: late.email,
      role: 'member',
      teamId,
    });
    const ids = [fresh.id, ...people.map(({ id }) => id)];
    const result = await race((index) => fresh.ask('add-team-member', { teamId, userId: ids[index % 3] }));
    expect(result.codes).toEqual(['403 TEAM_MEMBER_LIMIT_REACHED']);
    const { members } = (await fresh.client.organization.getFullOrganization()).data!;
    expect(members.filter((member) => member.teamId === teamId)).toHaveLength(2);
    expect(await late.ask('accept-invitation', { invitationId })).toEqual(TEAM_FULL);
    expect(await late.see(`get-invitation?id=${invitationId}`)).toMatchObject([200, { status: 'pending' }]);
    expect(await fresh.ask('invite-member', { email: 'other@example.com', role: 'member', teamId })).toEqual(TEAM_FULL);
  });

  it('custom roles have their permissions, and read access by the billing contract', async () => {
    const fresh = await newOwner(strict);
    const clerk = await joined(strict, fresh, { role: 'billing' });
    const may = (permissions: object) => clerk.do<{ success: boolean }>('has-permission', { permissions });
    expect((await may({ invoice: ['pay'], invitation: ['create'] })).success).toBe(true);
    expect((await may({ member: ['update'] })).success).toBe(false);
    expect((await clerk.ask('invite-member', { email: `c-${clerk.id}@example.com`, role: 'billing' }))[0]).toBe(200);
    const path = `/v1/organizations/${fresh.organizationId}`;
    expect((await clerk.fetch(path)).status).toBe(200);
    const patch = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"name":"Taken over"}' };
    expect((await clerk.fetch(path, patch)).status).toBe(403);
  });

  it('no organization can be deleted', async () => {
    const { organizationId } = owner;
    const stranger = await somebody(strict);
    const member = await joined(strict, owner);
    expect(await stranger.ask('delete', { organizationId })).toEqual(
      refused(400, 'User is not a member of the organization'),
    );
    expect(await member.ask('delete', { organizationId })).toEqual(
      refused(403, 'You are not allowed to delete this organization'),
    );
    expect(await owner.ask('delete', { organizationId })).toEqual([403, '']);
    expect((await owner.client.organization.list()).data).toHaveLength(1);
  });
});

describe('without teams', () => {
  let without: TestApp;
  beforeAll(async () => {
    without = await startApp({
      env: { ORG_TEAMS: 'off', ORG_CREATOR_ROLE: 'admin', ORG_MEMBERSHIP_LIMIT: '10' },
    });
  });
  afterAll(() => without.close());

  it('team routes do not exist', async () => {
    const owner = await newOwner(without);
    for (const call of ['create-team', 'update-team', 'remove-team', 'add-team-member', 'set-active-team'])
      expect(await owner.ask(call, {})).toEqual([404, '']);
    for (const call of ['list-teams', 'list-user-teams', 'list-team-members'])
      expect(await owner.see(call)).toEqual([404, '']);
  });

  it('responses have no team fields', async () => {
    const owner = await newOwner(without);
    const created = await owner.do<{ members: object[] }>('create', {
      name: 'x',
      slug: `no-${owner.id.toLowerCase()}`,
    });
    expect(created.members[0]).not.toHaveProperty('teamId');
    expect((await owner.see('get-active-member'))[1]).not.toHaveProperty('teamId');
    const [, full] = (await owner.see('get-full-organization')) as [number, { members: object[] }];
    expect(full.members[0]).not.toHaveProperty('teamId');
    const invitation = await owner.do('invite-member', { email: 'a@example.com', role: 'member', teamId: 'x' });
    expect(invitation).not.toHaveProperty('teamId');
    expect(await owner.see('get-full-organization')).toMatchObject([200, { teams: null, invitations: [invitation] }]);
  });

  it('the creator has the configured role, whose last member cannot leave', async () => {
    const owner = await newOwner(without);
    const { members } = (await owner.client.organization.getFullOrganization()).data!;
    expect(members).toMatchObject([{ role: 'admin' }]);
    await joined(without, owner);
    expect(await owner.ask('leave', { organizationId: owner.organizationId })).toEqual(
      refused(400, 'You cannot leave the organization as the only owner'),
    );
  });

  it('50 parallel acceptances add as many members as allowed; the other invitations stay pending', async () => {
    const owner = await newOwner(without);
    const people = await Promise.all(Array.from({ length: 50 }, () => somebody(without)));
    const ids: string[] = [];
    for (const { email } of people)
      ids.push((await owner.do<{ id: string }>('invite-member', { email, role: 'member' })).id);
    const result = await race((index) => people[index]!.ask('accept-invitation', { invitationId: ids[index] }));
    expect(result).toEqual({ won: 9, codes: ['403 ORGANIZATION_MEMBERSHIP_LIMIT_REACHED'] });
    expect((await owner.client.organization.getFullOrganization()).data!.members).toHaveLength(10);
    const states = ((await owner.see('list-invitations'))[1] as { status: string }[]).map(({ status }) => status);
    expect(states.filter((status) => status === 'pending')).toHaveLength(41);
  });
});
