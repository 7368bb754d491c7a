import { newUuid } from '../../src/kernel/ids.ts';
import type { TestApp } from './app.ts';
import { browser, type Browser } from './auth-client.ts';

const ORGANIZATION = '/api/auth/organization/';

/** A new signed-in user whose requests come from a browser. */
export interface Somebody extends Browser {
  id: string;
  email: string;
  /** POSTs to a route below `/api/auth/organization/`: status and JSON, `''` for an empty body. */
  ask(call: string, body: unknown): Promise<[status: number, body: unknown]>;
  /** GETs such a route. */
  see(call: string): Promise<[status: number, body: unknown]>;
  /** POSTs and returns the body. @throws unless the status is 200 */
  do<T = Record<string, never>>(call: string, body: unknown): Promise<T>;
  active(): Promise<string | null>;
}

export async function somebody(
  app: Pick<TestApp, 'url'>,
  email = `person-${newUuid()}@example.com`,
): Promise<Somebody> {
  const visitor = browser(app);
  const { data } = await visitor.client.signUp.email({ email, password: 'correct horse', name: 'Ada' });
  const ask = async (call: string, body: unknown) => answerOf(await visitor.post(ORGANIZATION + call, body));
  return {
    ...visitor,
    id: data!.user.id,
    email,
    ask,
    see: async (call) => answerOf(await visitor.fetch(ORGANIZATION + call)),
    async do<T>(call: string, body: unknown): Promise<T> {
      const [status, answer] = await ask(call, body);
      if (status !== 200) throw new Error(`${call} answered ${status}: ${JSON.stringify(answer)}`);
      return answer as T;
    },
    active: async () => (await visitor.client.getSession()).data!.session.activeOrganizationId ?? null,
  };
}

/** A new user with a new organization. */
export async function newOwner(
  app: Pick<TestApp, 'url'>,
): Promise<Somebody & { organizationId: string; slug: string }> {
  const person = await somebody(app);
  const slug = `org-${newUuid()}`;
  const { id } = await person.do<{ id: string }>('create', { name: 'Nordlicht', slug });
  return { ...person, organizationId: id, slug };
}

/** The user opens the link that verifies their address. */
export async function verifyAddress(app: Pick<TestApp, 'url'>, { client, email }: Somebody): Promise<void> {
  await client.sendVerificationEmail({ email });
  const mails = await fetch(`${app.url}/sandbox/outbox?kind=verify-email&to=${encodeURIComponent(email)}`);
  const [{ token }] = (await mails.json()) as [{ token: string }];
  await client.verifyEmail({ query: { token } });
}

/** A new user who has accepted an invitation of the owner. */
export async function joined(
  app: Pick<TestApp, 'url'>,
  owner: Somebody & { organizationId: string },
  invitation: { role?: string; teamId?: string } = {},
): Promise<Somebody & { memberId: string }> {
  const person = await somebody(app);
  // Some roles are given to verified addresses only.
  if (invitation.role !== undefined) await verifyAddress(app, person);
  const { organizationId } = owner;
  const body = { email: person.email, role: 'member', organizationId, ...invitation };
  const { id: invitationId } = await owner.do<{ id: string }>('invite-member', body);
  const { member } = await person.do<{ member: { id: string } }>('accept-invitation', { invitationId });
  return { ...person, memberId: member.id };
}

/** Runs fifty attempts in parallel: how many succeeded, and the codes of the others. */
export async function race(
  attempt: (index: number) => Promise<[status: number, body: unknown]>,
  count = 50,
): Promise<{ won: number; codes: string[] }> {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => attempt(index)));
  const lost = answers.filter(([status]) => status !== 200);
  const codes = lost.map(([status, body]) => `${status} ${(body as { code?: string }).code ?? ''}`);
  return { won: answers.length - lost.length, codes: [...new Set(codes)] };
}

async function answerOf(answer: Response): Promise<[number, unknown]> {
  const text = await answer.text();
  return [answer.status, text === '' ? '' : (JSON.parse(text) as unknown)];
}
