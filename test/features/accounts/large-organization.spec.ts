import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { organizationDecider } from '../../../src/features/accounts/organizations/organization.decider.ts';
import {
  organizationStream,
  type OrganizationEvent,
} from '../../../src/features/accounts/organizations/organization.events.ts';
import { VAULT } from '../../../src/app/tokens.ts';
import { deriveText, newUuid } from '../../../src/kernel/ids.ts';
import type { Vault } from '../../../src/kernel/ports/vault.ts';
import { startContext, type Command } from '../../../src/kernel/writing/command.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { Executor } from '../../../src/kernel/writing/execute.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { joined, newOwner, somebody, type Somebody } from '../../support/members.ts';
import { memberAdded, invited } from './organization-growth.ts';

type Owner = Somebody & { organizationId: string };

const snapshot = organizationDecider.snapshot!;

describe('an organization that is read from a snapshot', () => {
  let app: TestApp;
  let owner: Owner;
  let member: Somebody & { memberId: string };

  /** More events than a snapshot waits for, as other processes would have appended them. */
  const grow = async (events: readonly OrganizationEvent[]): Promise<void> => {
    const executor = app.app.get(Executor);
    const stream = organizationStream(owner.organizationId);
    for (let at = 0; at < events.length; at += 500) {
      const { revision } = await executor.history(stream, 'any');
      const context = {
        ...startContext({ kind: 'user', id: owner.id }, app.clock),
        organizationId: owner.organizationId,
      };
      await executor.append(stream, events.slice(at, at + 500), revision, {
        context,
        id: `grown:${newUuid()}`,
      } as Command);
    }
  };
  const current = () =>
    app.app.get(Executor).state(organizationDecider, organizationStream(owner.organizationId), 'any');

  beforeAll(async () => {
    app = await startApp({ env: { ORG_MEMBERSHIP_LIMIT: '5000', ORG_TEAMS: 'on' } });
    owner = await newOwner(app);
    member = await joined(app, owner);
    await grow(Array.from({ length: 1_200 }, (_, at) => memberAdded(owner.organizationId, at)));
    await grow([invited(owner.organizationId, owner.id, 1)]);
    await current();
  });
  afterAll(() => app.close());

  it('has no whole history left', async () => {
    const { history, state } = await current();
    expect(history.startsAfter).toBeDefined();
    expect(state.status === 'active' && state.members.size).toBe(1_202);
  });

  it('answers writes with what was written long ago and what is new', async () => {
    const { organizationId } = owner;
    const role = await owner.do('update-member-role', { memberId: member.memberId, role: 'admin', organizationId });
    expect(role).toMatchObject({
      id: member.memberId,
      userId: member.id,
      role: 'admin',
      createdAt: expect.any(String),
    });
    const team = await owner.do<{ id: string }>('create-team', { name: 'Support', organizationId });
    expect(team).toMatchObject({ name: 'Support', organizationId });
    expect(await owner.do('add-team-member', { teamId: team.id, userId: member.id })).toMatchObject({
      teamId: team.id,
      userId: member.id,
    });
    expect(await owner.do('update', { organizationId, data: { name: 'Südlicht' } })).toMatchObject({
      name: 'Südlicht',
    });
  });

  it('takes invitations, shows them and lets people join and leave', async () => {
    const { organizationId } = owner;
    const person = await somebody(app);
    const invitation = await owner.do<{ id: string }>('invite-member', {
      email: person.email,
      role: 'member',
      organizationId,
    });
    expect(invitation).toMatchObject({ email: person.email, status: 'pending', inviterId: owner.id });
    expect(await person.see(`get-invitation?id=${invitation.id}`)).toMatchObject([
      200,
      { id: invitation.id, inviterEmail: owner.email },
    ]);
    const accepted = await person.do('accept-invitation', { invitationId: invitation.id });
    expect(accepted).toMatchObject({
      invitation: { status: 'accepted' },
      member: { userId: person.id, role: 'member' },
    });
    expect(await person.ask('accept-invitation', { invitationId: invitation.id })).toMatchObject([400, {}]);
    expect(await owner.do('cancel-invitation', { invitationId: invitation.id })).toMatchObject({ status: 'canceled' });
    expect(await person.do('leave', { organizationId })).toMatchObject({
      userId: person.id,
      user: { email: person.email },
    });
    expect(await owner.ask('remove-member', { memberIdOrEmail: person.email, organizationId })).toMatchObject([
      400,
      {},
    ]);
    const other = await joined(app, owner);
    const removed = await owner.do('remove-member', { memberIdOrEmail: other.memberId, organizationId });
    expect(removed).toMatchObject({ member: { id: other.memberId, userId: other.id, role: 'member' } });
  });

  it('has nothing of an invited person in its snapshot', async () => {
    const vault = app.app.get<Vault>(VAULT);
    const keys = await vault.list('snapshot/', 'snapshot0', 1_000);
    const rows = [...(await vault.getMany(keys)).values()].map(({ value }) => value);
    expect(rows.some((row) => row.includes(deriveText('user', '700')))).toBe(true);
    expect(rows.filter((row) => row.includes('@example.com'))).toEqual([]);
  });

  it('decides the same once its snapshots are deleted', async () => {
    const vault = app.app.get<Vault>(VAULT);
    for (const key of await vault.list('snapshot/', 'snapshot0', 1_000)) await vault.delete(key);
    const { state } = await current();
    const whole = fold(
      organizationDecider,
      await app.app.get(Executor).load<OrganizationEvent>(organizationStream(owner.organizationId), 'any'),
    );
    expect(snapshot.encode!(state)).toEqual(snapshot.encode!(whole));
  });
});
