import { newUuid } from '../../src/kernel/ids.ts';
import type { TestApp } from './app.ts';
import { within } from './until.ts';

type AppUrl = Pick<TestApp, 'url'>;

export interface Person {
  id: string;
  email: string;
  password: string;
  token: string;
  /** For the Cookie header. */
  cookie: string;
}

/** A new user, signed in. */
export async function signUp(app: AppUrl, given: Partial<{ email: string; name: string }> = {}): Promise<Person> {
  const email = given.email ?? `person-${newUuid()}@example.com`;
  const password = 'correct horse';
  const answer = await post(app, '/api/auth/sign-up/email', { email, password, name: given.name ?? 'Ada' });
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } };
  return { id: user.id, email, password, token, cookie: cookiesOf(answer) };
}

/** Creates an organization of the user, which becomes their active one. */
export async function createOrganization(
  app: AppUrl,
  cookie: string,
  given: Partial<{ name: string; slug: string }> = {},
): Promise<{ id: string; slug: string }> {
  const slug = given.slug ?? `org-${newUuid()}`;
  const body = { name: given.name ?? 'Nordlicht', slug };
  return (await post(app, '/api/auth/organization/create', body, cookie)).json() as Promise<{
    id: string;
    slug: string;
  }>;
}

/** A token of a new organization, with these scopes. */
export async function organizationToken(
  app: AppUrl,
  ...scopes: string[]
): Promise<{ token: string; tokenId: string; organizationId: string; cookie: string }> {
  const { cookie } = await signUp(app);
  const { id: organizationId } = await createOrganization(app, cookie);
  const created = await tokenOf(app, cookie, organizationId, ...scopes);
  return { ...created, organizationId, cookie };
}

/** A token of an existing organization. */
export async function tokenOf(
  app: AppUrl,
  cookie: string,
  organizationId: string,
  ...scopes: string[]
): Promise<{ token: string; tokenId: string }> {
  const body = { organization_id: organizationId, comment: 'test', scopes };
  const answer = await post(app, '/v1/organization-access-tokens/', body, cookie);
  const created = (await answer.json()) as { token: string; organization_access_token: { id: string } };
  return { token: created.token, tokenId: created.organization_access_token.id };
}

/** A POST of JSON from one of the program's own pages. */
export async function post(app: AppUrl, path: string, body: unknown, cookie?: string): Promise<Response> {
  const response = fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
  const answer = await within(response, `${path} to answer`);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** The cookies an answer sets, for the Cookie header of what follows. */
export function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .filter((pair) => !pair.endsWith('='))
    .join('; ');
}
