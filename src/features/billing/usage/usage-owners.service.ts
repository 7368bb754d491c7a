import { Injectable } from '@nestjs/common';
import { Gathering } from '../../../kernel/coordination/gathering.ts';
import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import type { CustomerDocument } from '../customers/customer.projection.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import type { UsageOwner } from './usage.events.ts';
import type { OwnedUsage } from './usage-chunks.rules.ts';
import type { UsageInput } from './usage-input.rules.ts';

/** How long it may be unknown here that a customer was deleted: they are not looked up for each call of a busy program. */
const KNOWN_MS = 2_000;
const KNOWN_CUSTOMERS = 50_000;
/** Ids of one lookup, counted for each call. */
const LOOKED_UP_AT_ONCE = 2_000;

interface Lookup {
  organizationId: string;
  ids: ReadonlySet<string>;
}

/** Whose usage a list asks for; undefined asks for all. */
export interface NamedOwners {
  customerIds: readonly string[] | undefined;
  externalCustomerIds: readonly string[] | undefined;
}

/** Whose usage it is: events name their customer by id, or by an external id that may have no customer yet. */
@Injectable()
export class UsageOwners {
  private readonly known = new Map<string, { customerId: string; until: number }>();
  /** Calls of an organization that come together look their customers up together. */
  private readonly lookups = new Gathering<Lookup, ReadonlySet<string>>(
    (lookups) => this.listed(lookups),
    ({ ids }) => ids.size / LOOKED_UP_AT_ONCE,
  );

  constructor(private readonly customers: CustomerReader) {}

  /** @throws InvalidInput at each event whose customer the organization does not have */
  async owned(organizationId: string, inputs: readonly UsageInput[]): Promise<OwnedUsage[]> {
    const [byId, byExternalId] = await Promise.all([
      this.existing(organizationId, idsIn(inputs, 'customerId')),
      this.withExternalIds(organizationId, idsIn(inputs, 'externalCustomerId')),
    ]);
    const errors: FieldError[] = [];
    const owned = inputs.map((input, index): OwnedUsage => {
      const { customerId, externalCustomerId } = input;
      if (externalCustomerId !== undefined) return { input, owner: byExternalId.get(externalCustomerId)! };
      if (!byId.has(customerId!))
        errors.push({
          loc: ['body', 'events', index, 'customer_id'],
          msg: 'Customer does not exist.',
          type: 'value_error',
        });
      return { input, owner: { customerId: customerId!, externalKey: null, externalId: null } };
    });
    if (errors.length > 0) throw new InvalidInput(errors);
    return owned;
  }

  /**
   * The keys under which usage of customers is found: each has their own, and that of their external id, for what was reported before they
   * existed. undefined if a list names no customer.
   */
  async named(
    { customerIds, externalCustomerIds }: NamedOwners,
    organizationIds: readonly string[],
  ): Promise<string[] | undefined> {
    const byId = customerIds && (await this.keysOfCustomers(customerIds, organizationIds));
    const byExternalId = externalCustomerIds && (await this.keysOfExternalIds(externalCustomerIds, organizationIds));
    return byId && byExternalId ? byId.filter((key) => byExternalId.includes(key)) : (byId ?? byExternalId);
  }

  /** The customer with an external id now. */
  async customerNow(organizationId: string, externalId: string | null): Promise<string | undefined> {
    return externalId === null ? undefined : (await this.customers.byExternalId(organizationId, externalId))?.id;
  }

  private async keysOfCustomers(ids: readonly string[], organizationIds: readonly string[]): Promise<string[]> {
    const customers = [...(await this.customers.find(ids)).values()];
    return customers.flatMap(({ id, organization_id, external_id }) => {
      if (!organizationIds.includes(organization_id)) return [];
      return external_id === null ? [id] : [id, this.customers.digestOfExternalId(organization_id, external_id)];
    });
  }

  private async keysOfExternalIds(ids: readonly string[], organizationIds: readonly string[]): Promise<string[]> {
    const pairs = ids.flatMap((id) => organizationIds.map((organizationId) => [organizationId, id] as const));
    const keys = pairs.map(async (pair) => {
      const customer = await this.customers.byExternalId(...pair);
      return [this.customers.digestOfExternalId(...pair), ...(customer ? [customer.id] : [])];
    });
    return [...new Set((await Promise.all(keys)).flat())];
  }

  /** The organization's customers among those asked for, now or by other calls. */
  private async existing(organizationId: string, ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (ids.size === 0) return ids;
    const listed = await this.lookups.add(organizationId, { organizationId, ids });
    const others = [...ids].filter((id) => !listed.has(id));
    if (others.length === 0) return listed;
    // Their read model may be behind. Each call looks for its own, because it reads a stream for each that does not exist.
    return new Set([...listed, ...theirs(organizationId, await this.customers.named(others))]);
  }

  private async listed(lookups: readonly Lookup[]): Promise<ReadonlySet<string>[]> {
    const { organizationId } = lookups[0]!;
    const found = await this.customers.find(new Set(lookups.flatMap(({ ids }) => [...ids])));
    const listed = new Set(theirs(organizationId, found));
    return lookups.map(() => listed);
  }

  private async withExternalIds(
    organizationId: string,
    externalIds: ReadonlySet<string>,
  ): Promise<Map<string, Omit<UsageOwner, 'details'>>> {
    const owners = [...externalIds].map(async (externalId) => {
      const externalKey = this.customers.digestOfExternalId(organizationId, externalId);
      const customerId = await this.customerWith(externalKey, organizationId, externalId);
      return [externalId, { customerId, externalKey, externalId }] as const;
    });
    return new Map(await Promise.all(owners));
  }

  private async customerWith(key: string, organizationId: string, externalId: string): Promise<string | null> {
    const known = this.known.get(key);
    if (known && performance.now() < known.until) return known.customerId;
    this.known.delete(key);
    const customer = await this.customers.byExternalId(organizationId, externalId);
    if (!customer) return null;
    if (this.known.size >= KNOWN_CUSTOMERS) this.known.delete(this.known.keys().next().value!);
    this.known.set(key, { customerId: customer.id, until: performance.now() + KNOWN_MS });
    return customer.id;
  }
}

/** The ids of an organization's customers who are not deleted. */
function theirs(organizationId: string, found: ReadonlyMap<string, CustomerDocument>): string[] {
  const customers = [...found.values()];
  return customers.filter((one) => one.organization_id === organizationId && !one.deleted_at).map(({ id }) => id);
}

function idsIn(inputs: readonly UsageInput[], field: 'customerId' | 'externalCustomerId'): Set<string> {
  return new Set(inputs.flatMap((input) => input[field] ?? []));
}
