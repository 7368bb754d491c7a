import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { features } from '../../../src/app.module.ts';
import { OperatorActions, operatorNamed } from '../../../src/app/operator/actions.ts';
import { readEvents } from '../../../src/app/operator/events.ts';
import { projectionsOf } from '../../../src/app/operator/projections.ts';
import { BanUser, DeleteUser, UnbanUser, VerifyEmail } from '../../../src/features/accounts/users/user.commands.ts';
import { outboxEntry } from '../../../src/features/delivery/emails/mailer.ts';
import { Claims } from '../../../src/kernel/writing/claim.ts';
import { Codec } from '../../../src/kernel/writing/codec.ts';
import { startContext, type Command, type Context } from '../../../src/kernel/writing/command.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { organizationToken } from '../../support/accounts.ts';
import { browser, type Browser } from '../../support/auth-client.ts';
import { operated } from '../../support/operator.ts';

/** Nothing personal remains of an erased user (docs/EVENTS_AND_STREAMS.md#erasing-a-person). */
const PASSWORD = 'correct horse';
const HEADERS = { 'user-agent': 'Zanzibar/7.0 (Quagga)', 'x-forwarded-for': '203.0.113.77' };
/** Personal values of each user, in any case. */
const TRACES = /zebulon|yarrow|zanzibar|quagga|203\.0\.113\.77/i;

interface Person {
  id: string;
  email: string;
  browser: Browser;
  /** The user's key, as it is sealed in the Vault. */
  key: string;
  mails: string[];
}

let app: TestApp;
let bystander: Browser;
let people: Person[];

beforeAll(async () => {
  app = await startApp({ whole: true, env: { TRUST_PROXY: '1' } });
  bystander = browser(app);
  await bystander.client.signUp.email({ email: 'bystander@example.com', password: PASSWORD, name: 'Bystander' });
  for (const slug of ['one', 'two']) await bystander.client.organization.create({ name: slug, slug });
  people = [await live(), await live(), await live()];
  const [byMail, byOperator, removedBefore] = people as [Person, Person, Person];
  // Found before the erasure, so that the tests show that it is gone.
  expect(JSON.stringify(await documents())).toMatch(TRACES);
  expect(JSON.stringify(await events())).toMatch(TRACES);
  await byMail.browser.client.deleteUser({ token: (await mailsOf(byMail.email)).at(-1)!.token });
  await operate(byOperator.email);
  await send(new DeleteUser({ userId: removedBefore.id }, context()));
  expect(JSON.stringify(await events())).toMatch(TRACES);
  await operate(removedBefore.id);
  await app.runtime.settled();
});
afterAll(() => app.close());

/** Everything that a user does, and that others do to them. */
async function live(): Promise<Person> {
  const me = browser(app);
  const [first, email] = [`zebulon-${newUuid()}@example.com`, `yarrow-${newUuid()}@example.com`];
  const ask = (path: string, body: object) => me.post(`/api/auth/${path}`, body, HEADERS);
  const up = await ask('sign-up/email', { email: first, password: PASSWORD, name: 'Zebulon Yarrow' });
  const { id } = ((await up.json()) as { user: { id: string } }).user;
  await ask('update-user', { name: 'Z. Yarrow', image: 'https://example.com/zebulon.png' });
  await ask('send-verification-email', { email: first });
  await ask('request-password-reset', { email: first.toUpperCase(), redirectTo: '/zebulon' });
  await ask('request-password-reset', { email: `yarrow-${newUuid()}@example.com` });
  // Its mail is only sent while the address is the user's.
  await app.runtime.settled();
  await ask('change-email', { newEmail: email });
  await ask('sign-in/email', { email: first, password: PASSWORD });
  await ask('sign-in/email', { email, password: PASSWORD });
  await send(new VerifyEmail({ userId: id }, context()));
  await ask('change-email', { newEmail: `yarrow-${newUuid()}@example.com` });
  await send(new BanUser({ userId: id, reason: 'Zebulon shouts', expiresAt: null }, context()));
  await send(new UnbanUser({ userId: id }, context()));
  await ask('sign-in/email', { email, password: PASSWORD });
  await invited(email, ask);
  await ask('delete-user', { password: PASSWORD });
  const { value: key } = (await app.ports.vault.getMany([`subject-key/user:${id}`])).values().next().value!;
  await mailsOf(email);
  const isAbout = ({ data }: { data: object }) =>
    [email, first, id].some((text) => JSON.stringify(data).includes(text));
  const scheduled = (await events()).filter(({ type }) => type === 'EmailScheduled').filter(isAbout);
  const mails = scheduled.map(({ data }) => data.emailId as string);
  expect(mails).toHaveLength(9);
  // A value that was never stored would prove nothing.
  expect(bytesOf('documents.db').toString('latin1')).toMatch(TRACES);
  expect(bytesOf('vault.db').includes(key)).toBe(true);
  return { id, email, browser: me, key, mails };
}

/** Invitations into both organizations of the bystander: the user joins one and invites a friend; the other stays pending. */
async function invited(email: string, ask: (path: string, body: object) => Promise<Response>): Promise<void> {
  const { organization } = bystander.client;
  const [joined, other] = (await organization.list()).data!;
  const invitation = { email, role: 'admin' as const, organizationId: joined!.id };
  const { id: invitationId } = (await organization.inviteMember(invitation)).data!;
  await organization.inviteMember({ ...invitation, organizationId: other!.id });
  // Their mails are only sent while they are pending.
  await app.runtime.settled();
  expect((await ask('organization/accept-invitation', { invitationId })).status).toBe(200);
  const friend = { email: `friend-${newUuid()}@example.com`, role: 'member', organizationId: joined!.id };
  expect((await ask('organization/invite-member', friend)).status).toBe(200);
  await app.runtime.settled();
}

function isFriend(address: unknown): boolean {
  return String(address).startsWith('friend-');
}

function context(): Context {
  return startContext({ kind: 'operator', id: 'test' }, app.clock);
}

function send(command: Command): Promise<unknown> {
  return app.app.get(CommandBus).execute(command as never);
}

async function operate(user: string): Promise<void> {
  const said: string[] = [];
  const request = { action: 'erase', args: { user }, actor: operatorNamed('test') };
  await app.app
    .get(OperatorActions)
    .get('erase')
    .run(request, (line) => said.push(line));
  expect(said.join()).not.toMatch(TRACES);
}

async function mailsOf(to?: string): Promise<{ to: string; token: string }[]> {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
  return (await (await fetch(`${app.url}/sandbox/outbox${query}`)).json()) as { to: string; token: string }[];
}

/** The documents of every read model. */
async function documents(): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const projection of projectionsOf(features))
    for await (const { document } of app.ports.documents.each(collectionOf(projection))) found.push(document);
  return found;
}

/** The whole log, decrypted as far as keys exist. */
async function events(): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const stored = [];
  for await (const event of readEvents(app.ports.store)) stored.push(event);
  return app.app.get(Codec).open(stored);
}

function bytesOf(...names: string[]): Buffer {
  const files = readdirSync(app.config.dataDir).filter((file) => names.some((name) => file.startsWith(name)));
  return Buffer.concat(files.map((file) => readFileSync(join(app.config.dataDir, file))));
}

describe('an erased user', () => {
  it('is in no read model', async () => {
    const found = await documents();
    expect(found.length).toBeGreaterThan(10);
    expect(JSON.stringify(found)).not.toMatch(TRACES);
  });

  it('is in no event, but the events stay', async () => {
    const found = await events();
    for (const { id } of people)
      expect(found.filter(({ type, data }) => type === 'UserRegistered' && data.userId === id)).toMatchObject([
        { data: { email: `erased+${id}@invalid`, name: '', image: null } },
      ]);
    const erased = found.flatMap(({ type, data }) => (type === 'SubjectErased' ? [data.subject as string] : []));
    expect(erased.filter((subject) => subject.startsWith('user:'))).toEqual(people.map(({ id }) => `user:${id}`));
    expect(erased.filter((subject) => subject.startsWith('email:'))).toHaveLength(2 * people.length);
    expect(JSON.stringify(found)).not.toMatch(TRACES);
  });

  it('is in no mail and no log line', async () => {
    expect(JSON.stringify(await mailsOf())).not.toMatch(TRACES);
    const kept = await app.ports.vault.getMany(people.flatMap(({ mails }) => mails.map(outboxEntry)));
    expect([...kept.keys()]).toEqual([]);
    expect(JSON.stringify(app.logged)).not.toMatch(TRACES);
  });

  it('is named in no mail to others, who keep theirs', async () => {
    expect((await mailsOf()).filter(({ to }) => isFriend(to))).toEqual([]);
    const scheduled = (await events()).filter(({ type, data }) => type === 'EmailScheduled' && isFriend(data.to));
    expect(scheduled).toHaveLength(people.length);
    for (const { data } of scheduled) expect(data).toMatchObject({ mentionedValues: {}, values: { role: 'member' } });
  });

  it('has no session and no address', async () => {
    const claims = app.app.get(Claims);
    for (const { browser: his, email } of people) {
      expect((await his.client.getSession()).data).toBeNull();
      expect(await claims.owner(claims.claim('user-email', 'global', email))).toBeUndefined();
    }
  });

  it('leaves other users untouched', async () => {
    expect((await bystander.client.getSession()).data!.user.name).toBe('Bystander');
  });

  it('is erased once, however often it is requested', async () => {
    const before = (await events()).filter(({ type }) => type === 'SubjectErased').length;
    await operate(people[0]!.id);
    expect((await events()).filter(({ type }) => type === 'SubjectErased')).toHaveLength(before);
    await expect(operate('nobody')).rejects.toMatchObject({ status: 404 });
  });

  it('is in no byte of the files, nor is their key', () => {
    expect(bytesOf('log.db', 'documents.db', 'vault.db').toString('latin1')).not.toMatch(TRACES);
    for (const { key } of people) expect(bytesOf('vault.db').includes(key)).toBe(false);
  });

  it('does not reappear in a rebuild', async () => {
    await operated(app.config.dataDir, 'projections', 'rebuild', '--all');
    expect((await documents()).length).toBeGreaterThan(10);
    expect(JSON.stringify(await documents())).not.toMatch(TRACES);
    expect(JSON.stringify(app.logged)).not.toMatch(TRACES);
  });

  it('is erased from their invitations, and can be invited again', async () => {
    const organizationId = (await bystander.client.organization.list()).data![0]!.id;
    const listed = await bystander.client.organization.listInvitations({ query: { organizationId } });
    const [his, friends] = [true, false].map((his) => listed.data!.filter(({ email }) => isFriend(email) !== his));
    expect(his!.map(({ email }) => email)).toEqual(his!.map(({ id }) => `erased+${id}@invalid`));
    expect([his!.length, friends!.length]).toEqual([people.length, people.length]);
    const again = people[0]!.email;
    await bystander.client.organization.inviteMember({ email: again, role: 'member', organizationId });
    expect(await mailsOf(again)).toHaveLength(1);
    const { data } = await bystander.client.organization.listInvitations({ query: { organizationId } });
    await bystander.client.organization.cancelInvitation({ invitationId: data!.at(-1)!.id });
    expect(data!.at(-1)!.email).toBe(again);
  });
});

/** Erased by processes, while the program goes on. */
describe('an erased customer', () => {
  const NAMES = /xanthippe|quixote|wolpertinger/i;

  it('is in no byte of the files, nor is the usage that was reported before they existed', async () => {
    const scopes = ['customers:write', 'customer_sessions:write', 'events:write'];
    const { token: seller } = await organizationToken(app, ...scopes);
    const call = async (token: string, method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${app.url}/v1/${path}`, { method, headers, body: body && JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return (answer.status === 204 ? {} : await answer.json()) as { id: string; token: string };
    };
    const external_id = `wolpertinger-${newUuid()}`;
    await call(seller, 'POST', 'events/ingest', { events: [{ name: 'calls', external_customer_id: external_id }] });
    const { id } = await call(seller, 'POST', 'customers', {
      email: `xanthippe-${newUuid()}@example.com`,
      name: 'Xanthippe',
      external_id,
      billing_address: { country: 'DE', line1: 'Quixote Street 1' },
    });
    await call(seller, 'PATCH', `customers/${id}`, { name: 'Xanthippe Quixote' });
    const { token: customer } = await call(seller, 'POST', 'customer-sessions', { customer_id: id });
    await call(customer, 'POST', 'customer-portal/customers/me/erasure-request', {});
    await app.runtime.settled();
    expect(bytesOf('documents.db').toString('latin1')).toMatch(NAMES);
    const { value: key } = (await app.ports.vault.getMany([`subject-key/customer:${id}`])).values().next().value!;
    expect(bytesOf('vault.db').includes(key)).toBe(true);
    await call(seller, 'DELETE', `customers/${id}`);
    await app.runtime.settled();
    expect(bytesOf('vault.db').includes(key)).toBe(false);
    expect(bytesOf('log.db', 'documents.db', 'vault.db').toString('latin1')).not.toMatch(NAMES);
  });
});
