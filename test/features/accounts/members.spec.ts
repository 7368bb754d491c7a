import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { BanUser } from '../../../src/features/accounts/users/user.commands.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { browser } from '../../support/auth-client.ts';
import { operator } from './session-visitors.ts';
import { newOwner, joined, race, somebody, verifyAddress, type Somebody } from '../../support/members.ts';

interface Invitation {
  id: string;
  organizationId: string;
  email: string;
  role: string;
  status: string;
  inviterId: string;
  expiresAt: string;
  teamId: string | null;
}
interface Mail {
  to: string;
  subject: string;
  url: string;
  id: string;
  role: string;
  text: string;
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const refused = (
  status: number,
  message: string,
  code = message.toUpperCase().replaceAll(' ', '_').replaceAll('!', ''),
) => [status, { code, message }];
const NOT_FOUND = refused(400, 'Invitation not found');
const NOT_FOUND_TO_READ = refused(400, 'Invitation not found!');
const NOT_THE_RECIPIENT = refused(403, 'You are not the recipient of the invitation');
type Member = Somebody & { memberId: string };
type Owner = Awaited<ReturnType<typeof newOwner>>;
const MEMBER_NOT_FOUND = refused(400, 'Member not found');
const ONLY_OWNER = refused(400, 'You cannot leave the organization as the only owner');
const BARE = [401, ''];

const invite = (owner: Somebody, email: string, more: object = {}) =>
  owner.do<Invitation>('invite-member', { email, role: 'member', ...more });
const ban = (userId: string) =>
  app.app.get(CommandBus).execute(new BanUser({ userId, reason: 'x', expiresAt: null }, operator(app)));
const address = () => `person-${newUuid()}@example.com`;
const mailsTo = async (to: string): Promise<Mail[]> =>
  (await fetch(`${app.url}/sandbox/outbox?kind=invitation&to=${encodeURIComponent(to)}`)).json() as Promise<Mail[]>;

describe('an invitation', () => {
  it('is returned, listed and mailed', async () => {
    const owner = await newOwner(app);
    const email = address();
    const { data } = await owner.client.organization.inviteMember({
      email: email.toUpperCase(),
      role: ['admin', 'member'],
    });
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{32}$/),
      organizationId: owner.organizationId,
      email,
      role: 'admin,member',
      status: 'pending',
      teamId: null,
      inviterId: owner.id,
      expiresAt: expect.any(Date),
    });
    const days = (data!.expiresAt.getTime() - Date.parse(app.clock.now())) / 86_400_000;
    expect(Math.round(days * 100) / 100).toBe(2);
    expect((await owner.client.organization.listInvitations()).data).toEqual([data]);
    expect((await owner.client.organization.getFullOrganization()).data!.invitations).toEqual([data]);
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'Join Nordlicht',
      url: `${app.url}/accept-invitation/${data!.id}?email=${encodeURIComponent(email)}`,
      id: data!.id,
      role: 'admin,member',
    });
    expect(mail!.text).toContain(owner.email);
  });

  it('has its address sealed in the log with the invitee’s key', async () => {
    const owner = await newOwner(app);
    const email = address();
    await invite(owner, email);
    const stored = await app.ports.store.read(`organization-${owner.organizationId}`);
    expect(JSON.stringify(stored)).not.toContain(email);
    expect(stored.at(-1)!.data.email).toEqual({
      $sealed: [expect.stringMatching(/^email:[0-9a-f]{64}\/[0-9A-Za-z]{32}$/), expect.any(String), expect.any(String)],
    });
  });

  it('can be read by an invitee who signs up later', async () => {
    const owner = await newOwner(app);
    const email = address();
    const { id } = await invite(owner, email);
    const visitor = browser(app);
    const query = `/api/auth/organization/get-invitation?id=${id}`;
    expect(await (await visitor.fetch(query)).json()).toEqual({
      code: 'NOT_AUTHENTICATED',
      message: 'Not authenticated',
    });
    const person = await somebody(app, email.toUpperCase());
    const { data } = await person.client.organization.getInvitation({ query: { id } });
    expect(data).toMatchObject({
      id,
      email,
      status: 'pending',
      organizationName: 'Nordlicht',
      organizationSlug: owner.slug,
      inviterEmail: owner.email,
    });
    const accepted = (await person.client.organization.acceptInvitation({ invitationId: id })).data!;
    expect(accepted).toMatchObject({
      invitation: { id, status: 'accepted' },
      member: { organizationId: owner.organizationId, userId: person.id, role: 'member', teamId: null },
    });
    expect(await person.active()).toBe(owner.organizationId);
    expect((await person.client.organization.list()).data).toHaveLength(1);
    expect((await owner.client.organization.listInvitations()).data).toMatchObject([{ id, status: 'accepted' }]);
  });

  it('is readable by its recipient only', async () => {
    const owner = await newOwner(app);
    const person = await somebody(app);
    const stranger = await somebody(app);
    const { id: invitationId } = await invite(owner, person.email);
    for (const other of [owner, stranger]) {
      expect(await other.see(`get-invitation?id=${invitationId}`)).toEqual(NOT_THE_RECIPIENT);
      expect(await other.ask('accept-invitation', { invitationId })).toEqual(NOT_THE_RECIPIENT);
      expect(await other.ask('reject-invitation', { invitationId })).toEqual(NOT_THE_RECIPIENT);
    }
  });

  it.each(['', 'x', 'a'.repeat(32), '0'.repeat(32), '../../etc'])('does not exist with id %j', async (invitationId) => {
    const me = await somebody(app);
    expect(await me.ask('accept-invitation', { invitationId })).toEqual(NOT_FOUND);
    expect(await me.ask('reject-invitation', { invitationId })).toEqual(NOT_FOUND_TO_READ);
    expect(await me.ask('cancel-invitation', { invitationId })).toEqual(NOT_FOUND);
    expect(await me.see(`get-invitation?id=${encodeURIComponent(invitationId)}`)).toEqual(NOT_FOUND_TO_READ);
  });

  it('cannot be accepted once rejected', async () => {
    const owner = await newOwner(app);
    const person = await somebody(app);
    const { id: invitationId } = await invite(owner, person.email);
    const [status, answer] = await person.ask('reject-invitation', { invitationId });
    expect([status, answer]).toMatchObject([
      200,
      { invitation: { id: invitationId, status: 'rejected' }, member: null },
    ]);
    expect(await person.ask('accept-invitation', { invitationId })).toEqual(NOT_FOUND);
    expect(await person.ask('reject-invitation', { invitationId })).toEqual(NOT_FOUND_TO_READ);
    expect(await person.see(`get-invitation?id=${invitationId}`)).toEqual(NOT_FOUND_TO_READ);
  });

  it('can be canceled with permission, whatever its status', async () => {
    const owner = await newOwner(app);
    const member = await joined(app, owner);
    const person = await somebody(app);
    const { id: invitationId } = await invite(owner, person.email);
    expect(await member.ask('cancel-invitation', { invitationId })).toEqual(
      refused(403, 'You are not allowed to cancel this invitation'),
    );
    expect(await person.ask('cancel-invitation', { invitationId })).toEqual(MEMBER_NOT_FOUND);
    const canceled = await owner.client.organization.cancelInvitation({ invitationId });
    expect(canceled.data).toMatchObject({ id: invitationId, status: 'canceled' });
    expect(await person.ask('accept-invitation', { invitationId })).toEqual(NOT_FOUND);
    expect((await owner.ask('cancel-invitation', { invitationId }))[0]).toBe(200);
  });

  it('expires after two days of business time', async () => {
    const owner = await newOwner(app);
    const person = await somebody(app);
    const { id: invitationId } = await invite(owner, person.email);
    app.clock.advance({ seconds: 172_799 });
    expect((await person.see(`get-invitation?id=${invitationId}`))[0]).toBe(200);
    app.clock.advance({ seconds: 1 });
    expect(await person.see(`get-invitation?id=${invitationId}`)).toEqual(NOT_FOUND_TO_READ);
    expect(await person.ask('accept-invitation', { invitationId })).toEqual(NOT_FOUND);
    expect((await owner.ask('invite-member', { email: person.email, role: 'member' }))[0]).toBe(200);
  });

  it.each([
    ['has left', (_: Owner, admin: Member, organizationId: string) => admin.do('leave', { organizationId })],
    ['was removed', (owner: Owner, { email }: Member) => owner.do('remove-member', { memberIdOrEmail: email })],
    [
      'was demoted',
      (owner: Owner, { memberId }: Member) => owner.do('update-member-role', { memberId, role: 'member' }),
    ],
    ['was banned', (_: Owner, { id: userId }: Member) => ban(userId)],
  ] as const)('can be neither read nor accepted once its inviter %s, only rejected', async (_, end) => {
    const owner = await newOwner(app);
    const admin = await joined(app, owner, { role: 'admin' });
    const person = await somebody(app);
    const { id: invitationId } = await invite(admin, person.email, { role: 'admin' });
    expect((await person.see(`get-invitation?id=${invitationId}`))[0]).toBe(200);
    await end(owner, admin, owner.organizationId);
    const GONE = refused(400, 'Inviter is no longer a member of the organization');
    expect(await person.see(`get-invitation?id=${invitationId}`)).toEqual(GONE);
    expect(await person.ask('accept-invitation', { invitationId })).toEqual(GONE);
    expect((await person.ask('reject-invitation', { invitationId }))[0]).toBe(200);
  });

  it('makes an owner only of who has shown that the address is theirs', async () => {
    const owner = await newOwner(app);
    const admin = await joined(app, owner, { role: 'admin' });
    const email = address();
    await invite(owner, email, { role: 'owner' });
    const [, all] = (await admin.see('list-invitations')) as [number, Invitation[]];
    const { id: invitationId } = all.find((one) => one.email === email)!;
    const UNVERIFIED = refused(403, 'Email verification required before accepting or rejecting invitation');
    const sock = await somebody(app);
    // Changed at once, because the first address is not verified either.
    expect((await sock.client.changeEmail({ newEmail: email })).error).toBeNull();
    expect(await sock.ask('accept-invitation', { invitationId })).toEqual(UNVERIFIED);
    expect((await sock.see(`get-invitation?id=${invitationId}`))[0]).toBe(200);
    await verifyAddress(app, { ...sock, email });
    expect(await sock.ask('accept-invitation', { invitationId })).toMatchObject([200, { member: { role: 'owner' } }]);
    const other = await somebody(app);
    const second = await invite(owner, other.email, { role: ['member', 'owner'] });
    expect(await other.ask('accept-invitation', { invitationId: second.id })).toEqual(UNVERIFIED);
    const third = await invite(owner, other.email, { role: 'admin', resend: true });
    expect((await other.ask('accept-invitation', { invitationId: third.id }))[0]).toBe(200);
  });

  it('is listed while pending for a user with a verified address, for newer clients', async () => {
    const owner = await newOwner(app);
    const person = await somebody(app);
    const { id } = await invite(owner, person.email);
    expect(await person.see('list-user-invitations')).toEqual([200, []]);
    await verifyAddress(app, person);
    expect(await person.see('list-user-invitations')).toMatchObject([
      200,
      [{ id, status: 'pending', organizationId: owner.organizationId, organizationName: 'Nordlicht' }],
    ]);
    await person.do('reject-invitation', { invitationId: id });
    expect(await person.see('list-user-invitations')).toEqual([200, []]);
  });

  it('is shown while pending only to members who may invite or cancel', async () => {
    const owner = await newOwner(app);
    const { organizationId } = owner;
    const member = await joined(app, owner);
    const admin = await joined(app, owner, { role: 'admin' });
    const waiting = await invite(owner, `person-${newUuid()}@example.com`);
    const seenBy = async (person: Somebody) => {
      const [, listed] = (await person.see(`list-invitations?organizationId=${organizationId}`)) as [0, Invitation[]];
      const [, full] = await person.see(`get-full-organization?organizationId=${organizationId}`);
      const [, active] = await person.ask('set-active', { organizationId });
      const lists = [listed, ...[full, active].map((one) => (one as { invitations: Invitation[] }).invitations)];
      return lists.map((list) => list.map(({ status }) => status).sort());
    };
    const answered = ['accepted', 'accepted'];
    const all = [...answered, 'pending'];
    expect(await seenBy(owner)).toEqual([all, all, all]);
    expect(await seenBy(admin)).toEqual([all, all, all]);
    expect(await seenBy(member)).toEqual([answered, answered, answered]);
    const { data } = await member.client.organization.getFullOrganization({ query: { organizationId } });
    expect(JSON.stringify(data)).not.toContain(waiting.id);
  });
});

describe('inviting is rejected', () => {
  const NOT_ALLOWED = refused(403, 'You are not allowed to invite users to this organization');

  it('in the order of the contract', async () => {
    const owner = await newOwner(app);
    const admin = await joined(app, owner, { role: 'admin' });
    const member = await joined(app, owner);
    const stranger = await somebody(app);
    const body = { email: address(), role: 'member', organizationId: owner.organizationId };
    expect(await member.ask('invite-member', { ...body, email: 'nobody' })).toEqual(
      refused(400, 'Invalid body parameters', 'VALIDATION_ERROR'),
    );
    expect(await stranger.ask('invite-member', { email: address(), role: 'member' })).toEqual(
      refused(400, 'Organization not found'),
    );
    for (const organizationId of [owner.organizationId, newUuid(), 'nowhere'])
      expect(await stranger.ask('invite-member', { ...body, organizationId })).toEqual(MEMBER_NOT_FOUND);
    expect(await member.ask('invite-member', body)).toEqual(NOT_ALLOWED);
    expect(await owner.ask('invite-member', { ...body, role: 'boss' })).toEqual(refused(400, 'Role not found'));
    expect(await owner.ask('invite-member', { ...body, role: [] })).toEqual(refused(400, 'Role not found'));
    for (const role of ['owner', 'member,owner', ['member', 'owner']])
      expect(await admin.ask('invite-member', { ...body, role })).toEqual(
        refused(403, 'you are not allowed to invite user with this role'),
      );
    for (const email of [member.email, member.email.toUpperCase()])
      expect(await owner.ask('invite-member', { ...body, email })).toEqual(
        refused(400, 'User is already a member of this organization'),
      );
    await owner.do('invite-member', body);
    expect(await owner.ask('invite-member', { ...body, email: body.email.toUpperCase() })).toEqual(
      refused(400, 'User is already invited to this organization'),
    );
    expect(await owner.ask('invite-member', { ...body, email: address(), teamId: 'x' })).toEqual(
      refused(400, 'Team not found'),
    );
    expect(await owner.ask('invite-member', { ...body, email: address(), role: 'owner,admin' })).toMatchObject([
      200,
      {},
    ]);
  });

  it('for impossible addresses', async () => {
    const owner = await newOwner(app);
    for (const email of ['', 'a@b', `${'x'.repeat(65)}@example.com`, 7])
      expect((await owner.ask('invite-member', { email, role: 'member' }))[1]).toMatchObject({
        code: 'VALIDATION_ERROR',
      });
  });

  it('for a pending address unless resend is set, which replaces the invitation', async () => {
    const owner = await newOwner(app);
    const person = await somebody(app);
    const first = await invite(owner, person.email);
    const second = await invite(owner, person.email, { resend: true });
    expect(second.id).not.toBe(first.id);
    expect(await mailsTo(person.email)).toHaveLength(2);
    const listed = (await owner.see('list-invitations'))[1] as Invitation[];
    expect(Object.fromEntries(listed.map(({ id, status }) => [id, status]))).toEqual({
      [first.id]: 'canceled',
      [second.id]: 'pending',
    });
    expect(await person.ask('accept-invitation', { invitationId: first.id })).toEqual(
      refused(400, 'Invitation not found'),
    );
    await person.do('accept-invitation', { invitationId: second.id });
    expect((await owner.client.organization.getFullOrganization()).data!.members).toHaveLength(2);
  });

  it('that was sent again, or to an address that they took meanwhile, once its person is removed', async () => {
    const owner = await newOwner(app);
    const person = await somebody(app);
    const first = await invite(owner, person.email);
    const second = await invite(owner, person.email, { resend: true });
    await person.do('accept-invitation', { invitationId: second.id });
    const newEmail = address();
    const third = await invite(owner, newEmail);
    expect((await person.client.changeEmail({ newEmail })).error).toBeNull();
    await owner.do('remove-member', { memberIdOrEmail: newEmail });
    for (const { id: invitationId } of [first, second, third]) {
      expect((await person.ask('accept-invitation', { invitationId }))[0]).toBe(400);
      expect((await person.see(`get-invitation?id=${invitationId}`))[0]).toBe(400);
    }
  });
});

describe('a member', () => {
  it('is shown with their user', async () => {
    const owner = await newOwner(app);
    const member = await joined(app, owner);
    const { data } = await member.client.organization.getActiveMember();
    expect(data).toMatchObject({
      id: member.memberId,
      organizationId: owner.organizationId,
      userId: member.id,
      role: 'member',
      teamId: null,
      user: { id: member.id, name: 'Ada', email: member.email, image: null },
    });
    await member.client.organization.setActive({ organizationId: null });
    expect(await member.see('get-active-member')).toEqual([200, null]);
  });

  it('can leave, which clears the active organization and closes other sessions’ access', async () => {
    const owner = await newOwner(app);
    const member = await joined(app, owner);
    const elsewhere = browser(app);
    await elsewhere.client.signIn.email({ email: member.email, password: 'correct horse' });
    await elsewhere.client.organization.setActive({ organizationId: owner.organizationId });
    const { data } = await member.client.$fetch<{ id: string; user: object }>('/organization/leave', {
      method: 'POST',
      body: { organizationId: owner.organizationId },
    });
    expect(data).toMatchObject({ id: member.memberId, user: { email: member.email } });
    expect(await member.active()).toBeNull();
    expect(await member.ask('leave', { organizationId: owner.organizationId })).toEqual(MEMBER_NOT_FOUND);
    const full = await elsewhere.client.organization.getFullOrganization();
    expect(full.error).toMatchObject({ status: 403, code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION' });
    const answer = await elsewhere.fetch(`/v1/organizations/${owner.organizationId}`);
    expect(answer.status).toBe(404);
  });

  it('is not found if they have left the active organization', async () => {
    const owner = await newOwner(app);
    const member = await joined(app, owner);
    await owner.do('remove-member', { memberIdOrEmail: member.memberId });
    expect(await member.see('get-active-member')).toEqual(MEMBER_NOT_FOUND);
    expect(await member.ask('has-permission', { permissions: { member: ['create'] } })).toEqual(
      refused(401, 'User is not a member of the organization'),
    );
  });

  it('can be removed by id or by address, in any case', async () => {
    const owner = await newOwner(app);
    const [first, second] = [await joined(app, owner), await joined(app, owner, { role: 'admin' })];
    expect((await owner.client.organization.removeMember({ memberIdOrEmail: first.memberId })).data).toMatchObject({
      member: { id: first.memberId, user: { email: first.email } },
    });
    expect(
      (await owner.client.organization.removeMember({ memberIdOrEmail: second.email.toUpperCase() })).data,
    ).toMatchObject({ member: { id: second.memberId, role: 'admin' } });
    expect((await owner.client.organization.getFullOrganization()).data!.members).toHaveLength(1);
  });

  it('cannot be removed without permission, nor from another organization', async () => {
    const owner = await newOwner(app);
    const [admin, member] = [await joined(app, owner, { role: 'admin' }), await joined(app, owner)];
    const foreigner = await newOwner(app);
    const NOT_ALLOWED = refused(401, 'You are not allowed to delete this member');
    expect(await member.ask('remove-member', { memberIdOrEmail: admin.memberId })).toEqual(NOT_ALLOWED);
    expect(await member.ask('remove-member', { memberIdOrEmail: member.memberId })).toEqual(NOT_ALLOWED);
    expect(await foreigner.ask('remove-member', { memberIdOrEmail: member.memberId })).toEqual(MEMBER_NOT_FOUND);
    const inOthers = { memberIdOrEmail: member.memberId, organizationId: owner.organizationId };
    expect(await foreigner.ask('remove-member', inOthers)).toEqual(MEMBER_NOT_FOUND);
    expect(await owner.ask('remove-member', { memberIdOrEmail: 'nobody@example.com' })).toEqual(MEMBER_NOT_FOUND);
    expect(await admin.ask('remove-member', { memberIdOrEmail: owner.email })).toEqual(ONLY_OWNER);
    expect(await owner.ask('remove-member', { memberIdOrEmail: owner.email })).toEqual(ONLY_OWNER);
    const nobody = await somebody(app);
    expect(await nobody.ask('remove-member', { memberIdOrEmail: 'x' })).toEqual(refused(400, 'No active organization'));
    await admin.do('remove-member', { memberIdOrEmail: admin.memberId });
    expect(await admin.active()).toBeNull();
  });

  it('has the roles that a permitted member assigns', async () => {
    const owner = await newOwner(app);
    const [admin, member] = [await joined(app, owner, { role: 'admin' }), await joined(app, owner)];
    const NOT_ALLOWED = refused(403, 'You are not allowed to update this member');
    const [memberId, { organizationId }] = [member.memberId, owner];
    const change = (who: Somebody, role: unknown, id = memberId) =>
      who.ask('update-member-role', { memberId: id, role, organizationId });
    const { data } = await owner.client.organization.updateMemberRole({
      memberId,
      role: ['member', 'admin'],
      organizationId,
    });
    expect(data).toMatchObject({ id: memberId, role: 'member,admin' });
    expect((await member.client.organization.getActiveMember()).data!.role).toBe('member,admin');
    expect(await change(admin, 'member')).toMatchObject([200, { role: 'member' }]);
    expect(await change(member, 'admin')).toEqual(NOT_ALLOWED);
    for (const role of ['owner', 'member,owner']) expect(await change(admin, role)).toEqual(NOT_ALLOWED);
    const { members } = (await owner.client.organization.getFullOrganization()).data!;
    const ownersId = members.find(({ userId }) => userId === owner.id)!.id;
    expect(await change(admin, 'member', ownersId)).toEqual(NOT_ALLOWED);
    expect(await change(owner, 'boss')).toEqual(refused(400, 'Role not found'));
    expect(await change(owner, [])).toEqual([400, '']);
    expect(await change(owner, '')).toEqual([400, '']);
    expect(await change(owner, 'member', 'x')).toEqual(MEMBER_NOT_FOUND);
    expect(await change(await somebody(app), 'member')).toEqual(MEMBER_NOT_FOUND);
    expect(await (await somebody(app)).ask('update-member-role', { memberId, role: 'admin' })).toEqual(
      refused(400, 'No active organization'),
    );
  });

  it('keeps their role if an owner of another organization tries to change it', async () => {
    const [owner, foreigner] = [await newOwner(app), await newOwner(app)];
    const member = await joined(app, owner);
    const change = { memberId: member.memberId, role: 'admin' };
    expect(await foreigner.ask('update-member-role', change)).toEqual(MEMBER_NOT_FOUND);
    expect((await member.client.organization.getActiveMember()).data!.role).toBe('member');
  });

  it('stays the owner if they are the only one, even with another role', async () => {
    const owner = await newOwner(app);
    const { members } = (await owner.client.organization.getFullOrganization()).data!;
    const memberId = members[0]!.id;
    await owner.do('update-member-role', { memberId, role: ['owner', 'admin'] });
    expect(await owner.ask('update-member-role', { memberId, role: 'admin' })).toEqual(ONLY_OWNER);
    expect(await owner.ask('leave', { organizationId: owner.organizationId })).toEqual(ONLY_OWNER);
    const second = await joined(app, owner, { role: 'member,owner' });
    await owner.do('update-member-role', { memberId, role: 'admin' });
    expect(await second.ask('leave', { organizationId: owner.organizationId })).toEqual(ONLY_OWNER);
    await owner.do('leave', { organizationId: owner.organizationId });
  });
});

describe('permissions', () => {
  const TABLE: [resource: string, action: string, allowed: string[]][] = [
    ['organization', 'update', ['owner', 'admin']],
    ['organization', 'delete', ['owner']],
    ...['create', 'update', 'delete'].map((action): [string, string, string[]] => [
      'member',
      action,
      ['owner', 'admin'],
    ]),
    ...['create', 'cancel'].map((action): [string, string, string[]] => ['invitation', action, ['owner', 'admin']]),
    ...['create', 'update', 'delete'].map((action): [string, string, string[]] => ['team', action, ['owner', 'admin']]),
    ['organization', 'fly', []],
    ['invoice', 'pay', []],
    ['toString', 'call', []],
  ];
  const asks = async (who: Somebody, body: object) =>
    (await who.do<{ success: boolean }>('has-permission', body)).success;

  it('are those of the contract’s table', async () => {
    const owner = await newOwner(app);
    const people = {
      owner,
      admin: await joined(app, owner, { role: 'admin' }),
      member: await joined(app, owner),
    };
    for (const [resource, action, allowed] of TABLE)
      for (const [role, person] of Object.entries(people))
        expect([resource, action, role, await asks(person, { permissions: { [resource]: [action] } })]).toEqual([
          resource,
          action,
          role,
          allowed.includes(role),
        ]);
  });

  it('must come from one role: several roles do not add up', async () => {
    const owner = await newOwner(app);
    const both = await joined(app, owner, { role: 'member,admin' });
    expect(await asks(both, { permissions: { member: ['create', 'delete'], invitation: ['cancel'] } })).toBe(true);
    expect(await asks(both, { permissions: { member: ['create'], organization: ['delete'] } })).toBe(false);
    expect(await asks(both, { permissions: {} })).toBe(false);
    expect(await asks(both, { permission: { member: ['create'] } })).toBe(true);
  });

  it('are checked in either of two fields', async () => {
    const owner = await newOwner(app);
    for (const body of [
      {},
      { permissions: {}, permission: {} },
      { permissions: { member: 'create' } },
      { permissions: [] },
      { permissions: { constructor: ['call'] } },
    ])
      expect(await owner.ask('has-permission', body)).toEqual(
        refused(400, 'Invalid body parameters', 'VALIDATION_ERROR'),
      );
    const nobody = await somebody(app);
    expect(await nobody.ask('has-permission', { permissions: {} })).toEqual(refused(400, 'No active organization'));
    const foreign = { permissions: {}, organizationId: owner.organizationId };
    expect(await nobody.ask('has-permission', foreign)).toEqual(
      refused(401, 'User is not a member of the organization'),
    );
  });
});

describe('lists of members, for newer clients', () => {
  it('are paged, sorted and filtered', async () => {
    const owner = await newOwner(app);
    app.clock.advance({ seconds: 1 });
    const admin = await joined(app, owner, { role: 'admin' });
    app.clock.advance({ seconds: 1 });
    const member = await joined(app, owner);
    const list = async (query: string) => {
      const [status, body] = await member.see(`list-members?${query}`);
      const { members, total } = body as { members: { userId: string; user: object }[]; total: number };
      return { status, ids: members.map(({ userId }) => userId), total, members };
    };
    const all = await list('');
    expect(all).toMatchObject({ status: 200, ids: [owner.id, admin.id, member.id], total: 3 });
    expect(all.members[1]).toMatchObject({ role: 'admin', user: { email: admin.email } });
    expect(await list('limit=1&offset=1')).toMatchObject({ ids: [admin.id], total: 3 });
    expect(await list('sortBy=createdAt&sortDirection=desc')).toMatchObject({ ids: [member.id, admin.id, owner.id] });
    expect(await list('sortBy=role')).toMatchObject({ ids: [admin.id, member.id, owner.id] });
    expect(await list('filterField=role&filterValue=admin')).toMatchObject({ ids: [admin.id], total: 1 });
    expect(await list('filterField=role&filterOperator=ne&filterValue=admin')).toMatchObject({ total: 2 });
    expect(await list('filterField=role&filterOperator=contains&filterValue=m')).toMatchObject({ total: 2 });
    expect(await list(`filterField=userId&filterValue=${member.id}`)).toMatchObject({ ids: [member.id] });
    for (const query of ['sortBy=email', 'limit=x', 'filterField=role&filterOperator=like&filterValue=a'])
      expect((await member.see(`list-members?${query}`))[1]).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('are for members, and so are roles', async () => {
    const owner = await newOwner(app);
    const member = await joined(app, owner);
    const stranger = await somebody(app);
    const { organizationId } = owner;
    expect(await member.see('get-active-member-role')).toEqual([200, { role: 'member' }]);
    expect(await member.see(`get-active-member-role?userId=${owner.id}`)).toEqual([200, { role: 'owner' }]);
    expect(await stranger.see('get-active-member-role')).toEqual(refused(400, 'No active organization'));
    const NOT_A_MEMBER = refused(403, 'User is not a member of the organization');
    expect(await stranger.see(`get-active-member-role?organizationId=${organizationId}`)).toEqual(NOT_A_MEMBER);
    expect(await member.see(`get-active-member-role?userId=${stranger.id}`)).toEqual(NOT_A_MEMBER);
    expect(await stranger.see(`list-members?organizationId=${organizationId}`)).toEqual(
      refused(403, 'You are not a member of this organization'),
    );
    expect(await stranger.see('list-members')).toEqual(refused(400, 'No active organization'));
    expect(await stranger.see(`list-invitations?organizationId=${organizationId}`)).toEqual(
      refused(403, 'You are not a member of this organization'),
    );
    expect(await stranger.see('list-invitations')).toEqual(refused(400, 'Organization ID is required'));
  });
});

describe('in parallel', () => {
  it('one of two leaving owners stays', async () => {
    const owner = await newOwner(app);
    const second = await joined(app, owner, { role: 'owner' });
    const { organizationId } = owner;
    const result = await race((index) => (index % 2 ? owner : second).ask('leave', { organizationId }));
    expect(result.won).toBe(1);
    const stayed = [owner, second].map((one) => one.see(`get-active-member-role?organizationId=${organizationId}`));
    expect((await Promise.all(stayed)).filter(([status]) => status === 200)).toEqual([[200, { role: 'owner' }]]);
  });

  it.each([
    ['give up the role', (owner: Member) => [owner.memberId, 'member']],
    ['take the role from each other', (_: Member, other: Member) => [other.memberId, 'member']],
  ] as const)('one of two owners stays when they %s', async (_, change) => {
    const creator = await newOwner(app);
    const { members } = (await creator.client.organization.getFullOrganization()).data!;
    const owner = { ...creator, memberId: members[0]!.id };
    const second = await joined(app, owner, { role: 'owner' });
    const { organizationId } = owner;
    const result = await race((index) => {
      const [me, other] = index % 2 ? [owner, second] : [second, owner];
      const [memberId, role] = change(me, other);
      return me.ask('update-member-role', { memberId, role, organizationId });
    });
    expect(result.won).toBeGreaterThanOrEqual(1);
    const roles = [owner, second].map((one) => one.see(`get-active-member-role?organizationId=${organizationId}`));
    const owners = (await Promise.all(roles)).filter(([, body]) => (body as { role: string }).role === 'owner');
    expect(owners).toHaveLength(1);
  });

  it('one of two owners stays when they remove each other', async () => {
    const creator = await newOwner(app);
    const { members } = (await creator.client.organization.getFullOrganization()).data!;
    const owner = { ...creator, memberId: members[0]!.id };
    const second = await joined(app, owner, { role: 'owner' });
    const { organizationId } = owner;
    const result = await race((index) => {
      const [me, other] = index % 2 ? [owner, second] : [second, owner];
      return me.ask('remove-member', { memberIdOrEmail: other.memberId, organizationId });
    });
    expect(result.won).toBe(1);
    const stayed = [owner, second].map((one) => one.see(`get-active-member-role?organizationId=${organizationId}`));
    expect((await Promise.all(stayed)).filter(([status]) => status === 200)).toEqual([[200, { role: 'owner' }]]);
  });

  it('an invitation is accepted once', async () => {
    const owner = await newOwner(app);
    const person = await somebody(app);
    const { id: invitationId } = await invite(owner, person.email);
    const result = await race(() => person.ask('accept-invitation', { invitationId }));
    expect(result).toEqual({ won: 1, codes: ['400 INVITATION_NOT_FOUND'] });
  });

  it('no invitation is accepted after its inviter was removed', async () => {
    const owner = await newOwner(app);
    const admin = await joined(app, owner, { role: 'admin' });
    const people = await Promise.all(Array.from({ length: 20 }, () => somebody(app)));
    const ids: string[] = [];
    for (const { email } of people) ids.push((await invite(admin, email)).id);
    const accept = async (index: number) => {
      // While the others accept, and so that one certainly comes too late.
      if (index === 0) await owner.do('remove-member', { memberIdOrEmail: admin.email });
      return people[index]!.ask('accept-invitation', { invitationId: ids[index] });
    };
    const { won } = await race(accept, people.length);
    const types = (await app.ports.store.read(`organization-${owner.organizationId}`)).map(({ type }) => type);
    // The admin has accepted one, too.
    expect(types.filter((type) => type === 'InvitationAccepted')).toHaveLength(won + 1);
    expect(types.lastIndexOf('InvitationAccepted')).toBeLessThan(types.indexOf('MemberRemoved'));
  });

  it('two invitations of one user create one membership, of which one was replaced', async () => {
    const owner = await newOwner(app);
    const person = await somebody(app);
    const both = [await invite(owner, person.email), await invite(owner, person.email, { resend: true })];
    const result = await race((index) => person.ask('accept-invitation', { invitationId: both[index % 2]!.id }));
    expect(result.won).toBe(1);
    expect((await owner.client.organization.getFullOrganization()).data!.members).toHaveLength(2);
  });

  it('an address is invited once', async () => {
    const owner = await newOwner(app);
    const email = address();
    const result = await race(() => owner.ask('invite-member', { email, role: 'member' }));
    expect(result).toEqual({ won: 1, codes: ['400 USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION'] });
    expect(await mailsTo(email)).toHaveLength(1);
  });
});

it.each([
  ['invite-member', { email: 'a@example.com', role: 'member' }],
  ['accept-invitation', { invitationId: 'x' }],
  ['reject-invitation', { invitationId: 'x' }],
  ['cancel-invitation', { invitationId: 'x' }],
  ['leave', { organizationId: 'x' }],
  ['remove-member', { memberIdOrEmail: 'x' }],
  ['update-member-role', { memberId: 'x', role: 'member' }],
  ['has-permission', { permissions: {} }],
  ['delete', { organizationId: 'x' }],
])('%s is rejected without a session, after a malformed body', async (call, body) => {
  const visitor = browser(app);
  const answer = await visitor.post(`/api/auth/organization/${call}`, body);
  expect([answer.status, await answer.text()]).toEqual(BARE);
  const wrong = await visitor.post(`/api/auth/organization/${call}`, {});
  expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([400, 'VALIDATION_ERROR']);
});

it.each([
  'get-active-member',
  'list-invitations',
  'list-members',
  'get-active-member-role',
  'list-user-invitations',
  'get-organization',
])('%s is rejected without a session', async (call) => {
  const answer = await browser(app).fetch(`/api/auth/organization/${call}`);
  expect([answer.status, await answer.text()]).toEqual(BARE);
});

it('update without a session is rejected with USER_NOT_FOUND', async () => {
  const answer = await browser(app).post('/api/auth/organization/update', { data: { name: 'x' } });
  expect([answer.status, await answer.json()]).toEqual([401, { code: 'USER_NOT_FOUND', message: 'User not found' }]);
});
