import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOrganization, organizationToken, post, signUp, type Person } from '../../support/accounts.ts';
import { startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let owner: Person;
let organization: { id: string; slug: string };
let teamId: string;
beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app, { email: 'olga@example.com', name: 'Olga Owner' });
  organization = await createOrganization(app, owner.cookie);
  const named = { organizationId: organization.id, name: 'Editors' };
  teamId = ((await (await post(app, '/api/auth/organization/create-team', named, owner.cookie)).json()) as Id).id;
  await join('bo@example.com', 'Bo', { role: 'admin,member', teamId });
  await join('cleo@elsewhere.example.com', 'cleo', { role: 'member' });
});
afterAll(() => app.close());

interface Id {
  id: string;
}

async function join(email: string, name: string, as: { role: string; teamId?: string }): Promise<void> {
  const invitation = { ...as, email, organizationId: organization.id };
  const invited = await post(app, '/api/auth/organization/invite-member', invitation, owner.cookie);
  const { id: invitationId } = (await invited.json()) as Id;
  const { cookie } = await signUp(app, { email, name });
  await post(app, '/api/auth/organization/accept-invitation', { invitationId }, cookie);
}

interface People {
  items: { user: { name: string }; teams: { teamId: string }[] }[];
  pagination: { total_count: number; max_page: number };
}

async function people(query: string, headers: Record<string, string> = { cookie: owner.cookie }): Promise<Response> {
  return fetch(`${app.url}/api/ledger/people?organization_id=${organization.id}${query}`, { headers });
}

async function names(query: string): Promise<string[]> {
  return ((await (await people(query)).json()) as People).items.map(({ user }) => user.name);
}

describe('the people of an organization', () => {
  it('are sorted by joining, name, address or role', async () => {
    expect(await names('')).toEqual(['Olga Owner', 'Bo', 'cleo']);
    expect(await names('&sorting=name')).toEqual(['Bo', 'cleo', 'Olga Owner']);
    expect(await names('&sorting=-email')).toEqual(['Olga Owner', 'cleo', 'Bo']);
    expect(await names('&sorting=role')).toEqual(['Bo', 'cleo', 'Olga Owner']);
  });

  it('are found by part of a name or address, by role, and by team', async () => {
    expect(await names('&query=CLEO')).toEqual(['cleo']);
    expect(await names('&query=elsewhere')).toEqual(['cleo']);
    expect(await names('&role=member')).toEqual(['Bo', 'cleo']);
    expect(await names(`&team_id=${teamId}`)).toEqual(['Bo']);
    expect(await names('&query=bo&role=owner')).toEqual([]);
  });

  it('are paged, each with all of their teams', async () => {
    const page = (await (await people('&limit=2&page=2&sorting=name')).json()) as People;
    expect(page.pagination).toEqual({ total_count: 3, max_page: 2 });
    expect(page.items.map(({ user }) => user.name)).toEqual(['Olga Owner']);
    const [bo] = ((await (await people('&query=bo')).json()) as People).items;
    expect(bo!.teams.map((team) => team.teamId)).toEqual([teamId]);
  });

  it('are shown to members only, not to tokens', async () => {
    const { cookie } = await signUp(app);
    expect(await (await people('', { cookie })).json()).toMatchObject({ items: [] });
    const { token } = await organizationToken(app, 'organizations:read');
    const refused = await people('', { authorization: `Bearer ${token}` });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: 'NotPermitted' });
  });
});
