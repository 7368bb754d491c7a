import type { Scope } from '../../../src/app/http/callers/scopes.ts';
import { demandNone, type Cast } from '../../simulation/cast.ts';
import { ApiClient, demand, isKnown } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { Person, SimulatedUsers } from './users.simulation.ts';

/** An organization that was acknowledged, with a program that calls the API for it. */
export interface Seller {
  organizationId: string;
  slug: string;
  owner: Person;
  api: ApiClient;
}

const WRITTEN = [
  'products',
  'benefits',
  'license_keys',
  'files',
  'custom_fields',
  'meters',
  'events',
  'discounts',
  'customers',
  'checkouts',
  'checkout_links',
  'subscriptions',
  'webhooks',
] as const;
const SCOPES: readonly Scope[] = [
  ...WRITTEN.map((of) => `${of}:write` as const),
  ...WRITTEN.map((of) => `${of}:read` as const),
  'orders:read',
  'customer_sessions:write',
  // Of tax rates.
  'organizations:write',
];
const MOST_SELLERS = 3;
/** Few, so that different people want the same. */
const SLUGS = 12;

/** People who create organizations, invite others and join them. */
export class SimulatedOrganizations implements Cast {
  readonly sellers: Seller[] = [];

  constructor(
    private readonly world: World,
    private readonly users: SimulatedUsers,
  ) {}

  readonly actions = [
    { name: 'create an organization', weight: 2, run: () => this.create() },
    { name: 'invite somebody', weight: 2, run: () => this.invite() },
    { name: 'accept an invitation', weight: 2, run: () => this.accept() },
    { name: 'leave or remove a member', weight: 1, run: () => this.part() },
  ];

  readonly invariants = [() => this.checkOwners(), () => this.checkSellers()];

  async prologue(): Promise<void> {
    while (this.sellers.length < 2) await this.create();
  }

  /** Someone who sells. */
  anySeller(): Seller | undefined {
    return this.sellers.length > 0 ? this.world.random.pick(this.sellers) : undefined;
  }

  private async create(): Promise<void> {
    const owner = await this.users.somebody();
    if (!owner || this.sellers.length >= MOST_SELLERS) return;
    const slug = `shop-${this.world.random.between(0, SLUGS)}`;
    const created = await owner.browser.request('POST', '/api/auth/organization/create', { name: 'Nordlicht', slug });
    // 404: the session ended meanwhile.
    demand(created, 'the creation of an organization', 200, 400, 401, 404, 409);
    if (created.status !== 200) return;
    const organizationId = (created.body as { id: string }).id;
    const token = await this.tokenOf(owner, organizationId);
    if (token) this.sellers.push({ organizationId, slug, owner, api: new ApiClient(this.world, token) });
  }

  private async tokenOf({ browser }: Person, organizationId: string): Promise<string | undefined> {
    const body = { organization_id: organizationId, comment: 'simulation', scopes: SCOPES };
    const answer = await browser.request('POST', '/v1/organization-access-tokens/', body);
    return answer.status === 201 ? (answer.body as { token: string }).token : undefined;
  }

  private async invite(): Promise<void> {
    const [seller, guest] = [this.anySeller(), this.world.random.pick([undefined, ...this.users.people])];
    if (!seller || !guest) return;
    const { owner, organizationId } = seller;
    const role = this.world.random.pick(['member', 'admin', 'owner']);
    const body = { organizationId, email: guest.email, role };
    const answer = await owner.browser.request('POST', '/api/auth/organization/invite-member', body);
    // Already a member or invited, or the owner has signed out or left.
    demand(answer, 'an invitation', 200, 400, 401, 403, 409);
  }

  private async accept(): Promise<void> {
    const mails = [...this.world.servers.mails.received.values()].filter(({ kind }) => kind === 'invitation');
    if (mails.length === 0) return;
    const { to, about } = this.world.random.pick(mails);
    const guest = this.users.people.find(({ email }) => email === to);
    if (!guest || !(await this.users.enter(guest))) return;
    const accept = () =>
      guest.browser.request('POST', '/api/auth/organization/accept-invitation', { invitationId: about.invitationId });
    const answers = await Promise.all(this.world.random.chance(0.3) ? [accept(), accept()] : [accept()]);
    for (const answer of answers) demand(answer, 'an accepted invitation', 200, 400, 401, 403, 409);
  }

  private async part(): Promise<void> {
    const seller = this.anySeller();
    const person = this.world.random.chance(0.5) ? seller?.owner : await this.users.somebody();
    if (!seller || !person) return;
    const { organizationId } = seller;
    const answer = await person.browser.request('POST', '/api/auth/organization/leave', { organizationId });
    if (isKnown(answer)) demand(answer, 'leaving an organization', 200, 400, 401, 403, 409);
  }

  private async checkOwners(): Promise<void> {
    const members = new Map<string, Map<string, string>>();
    const twice: string[] = [];
    for (const { type, data } of await this.world.events()) {
      const { organizationId, memberId, userId, role } = data as Record<string, string>;
      const of = members.get(organizationId!) ?? new Map<string, string>();
      if (type === 'MemberAdded' && [...of.keys()].some((key) => key.startsWith(`${userId} `)))
        twice.push(`${userId} in ${organizationId}`);
      if (type === 'MemberAdded' || type === 'MemberRoleChanged') of.set(`${userId} ${memberId}`, role!);
      if (type === 'MemberRemoved') of.delete(`${userId} ${memberId}`);
      if (type.startsWith('Member')) members.set(organizationId!, of);
    }
    demandNone('nobody is twice a member of an organization', twice);
    const without = [...members].filter(
      ([, of]) => ![...of.values()].some((role) => role.split(',').includes('owner')),
    );
    demandNone(
      'every organization has an owner',
      without.map(([id]) => id),
    );
  }

  private async checkSellers(): Promise<void> {
    const missing: string[] = [];
    for (const { api, organizationId } of this.sellers) {
      const found = await api.get<{ items: unknown[] }>('/v1/products/?limit=1');
      if (!found) missing.push(organizationId);
    }
    demandNone('every organization that was acknowledged exists, and its token opens it', missing);
  }
}
