import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/reading/documents.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { anyOf } from '../../../app/http/lists/filters.ts';
import type { NamedEntity } from '../../../app/reading/named-entities.ts';
import type { SearchedEntity } from '../../../app/reading/related-search.ts';
import type { Related } from '../../../app/reading/related-sorting.ts';
import { Claims, type Claim } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { normalEmail } from '../../../kernel/folding.ts';
import type { Address } from '../address.ts';
import { usageStartProjection } from '../usage/usage-start.projection.ts';
import { customerOwns } from './customer.claims.ts';
import { EMAIL_CLAIM, EXTERNAL_ID_CLAIM, customerStream, type CustomerEvent } from './customer.events.ts';
import { customerProjection, type CustomerDocument } from './customer.projection.ts';
import type { Customer } from './customers.dto.ts';

/** Sorts lists of what customers bought by the customer's e-mail. */
export const customersByEmail: Related = { projection: customerProjection, key: 'customer_id', field: 'email_key' };

/** The folded texts that customers are found by. */
export const CUSTOMER_SEARCH = ['email_lower', 'name_lower', 'billing_names_lower'] as const;

/** Finds purchases by the customer's e-mail or names. */
export const searchedCustomers: SearchedEntity = {
  projection: customerProjection,
  key: 'customer_id',
  fields: CUSTOMER_SEARCH,
  order: ['created_at', ...CUSTOMER_SEARCH],
};

const EXTERNAL_ID = 'external_customer_id';

/** Finds what a customer has by the seller's own id of them; for lists with the filter below. */
export const customersByExternalId: NamedEntity = {
  filter: EXTERNAL_ID,
  projection: customerProjection,
  field: 'external_id',
  key: 'customer_id',
};
export const externalCustomerFilter = { [EXTERNAL_ID]: anyOf(EXTERNAL_ID) };

@Injectable()
export class CustomerPresenter {
  constructor(
    private readonly documents: Documents,
    private readonly claims: Claims,
  ) {}

  async present(document: CustomerDocument): Promise<Customer> {
    return (await this.shown([document]))(document);
  }

  async presentAll(documents: readonly CustomerDocument[]): Promise<Customer[]> {
    return documents.map(await this.shown(documents));
  }

  /** Presents these customers, of whom it has read all that it needs. */
  async shown(documents: Iterable<CustomerDocument>): Promise<(document: CustomerDocument) => Customer> {
    const keys = [...documents].flatMap((document) => this.keysOf(document));
    const starts = await this.documents.getMany(usageStartProjection, keys, 'any');
    return (document) => {
      const { email_key, email_lower, name_lower, billing_names_lower, metadata_entries, subjects, ...customer } =
        document;
      const used = this.keysOf(document).flatMap((key) => starts.get(key)?.at ?? []);
      const first_user_event_at = used.sort()[0] ?? null;
      return { ...customer, type: 'individual', billing_name: customer.name, first_user_event_at };
    };
  }

  /** Usage is reported by their id, or by their external id, even before they exist. */
  private keysOf({ id, external_id, organization_id }: CustomerDocument): string[] {
    return external_id === null ? [id] : [id, externalIdClaim(this.claims, organization_id, external_id).digest];
  }
}

function externalIdClaim(claims: Claims, organizationId: string, externalId: string): Claim {
  return claims.claim(EXTERNAL_ID_CLAIM, organizationId, externalId);
}

@Injectable()
export class CustomerReader {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
    private readonly claims: Claims,
  ) {}

  /** By the ids that documents of an authorized caller name; includes deleted ones. */
  find(ids: Iterable<string>): Promise<Map<string, CustomerDocument>> {
    return this.documents.getMany(customerProjection, ids, 'any');
  }

  /** The same; those that the read model lacks are folded. */
  named(ids: Iterable<string>): Promise<Map<string, CustomerDocument>> {
    return this.documents.named(customerProjection, ids, (id) => this.folded(id, 'any'));
  }

  /** Folded from its stream, for decisions; includes deleted ones. */
  async folded(customerId: string, scope: TenantScope): Promise<CustomerDocument | undefined> {
    return project(customerProjection, await this.executor.history<CustomerEvent>(customerStream(customerId), scope));
  }

  /** Billing address and name that the customer was given after an instant; undefined if they have not changed since. */
  async billingSetSince(
    customerId: string,
    since: Instant,
  ): Promise<{ address?: Address | undefined; name?: string | undefined }> {
    const events = await this.executor.load<CustomerEvent>(customerStream(customerId), 'any');
    const updates = events.flatMap(({ type, data, metadata }) =>
      type === 'CustomerUpdated' && metadata.occurredAt > since ? [data] : [],
    );
    const address = updates.findLast(({ billingAddress }) => billingAddress !== undefined)?.billingAddress;
    const name = updates.findLast((update) => update.name !== undefined)?.name;
    return { address: address ?? undefined, name: name ?? undefined };
  }

  /** The organization's customer with an e-mail, ignoring case; found by its claim, for decisions. */
  byEmail(organizationId: string, email: string): Promise<CustomerDocument | undefined> {
    return this.byClaim(EMAIL_CLAIM, organizationId, normalEmail(email));
  }

  /** The organization's customer with an external id; found by its claim, for decisions. */
  byExternalId(organizationId: string, externalId: string): Promise<CustomerDocument | undefined> {
    return this.byClaim(EXTERNAL_ID_CLAIM, organizationId, externalId);
  }

  /** What an external id is known by where no personal data may be. */
  digestOfExternalId(organizationId: string, externalId: string): string {
    return externalIdClaim(this.claims, organizationId, externalId).digest;
  }

  /** The id of the caller's customer with an external id. @throws NotFound */
  async idOfExternal(externalId: string, caller: Caller): Promise<string> {
    const customer = await this.ofExternal(externalId, caller);
    if (!customer) throw new NotFound();
    return customer.id;
  }

  /** The caller's customer with an external id. */
  async ofExternal(externalId: string, { organizationIds }: Caller): Promise<CustomerDocument | undefined> {
    for (const organizationId of organizationIds) {
      const customer = await this.byExternalId(organizationId, externalId);
      if (customer) return customer;
    }
    return undefined;
  }

  /** Ignores a claim that is only held: its owner may still fail to take the value. */
  private async byClaim(kind: string, organizationId: string, value: string): Promise<CustomerDocument | undefined> {
    const claim = this.claims.claim(kind, organizationId, value);
    const owner = await this.claims.owner(claim);
    if (owner === undefined) return undefined;
    const events = await this.executor.load<CustomerEvent>(owner, { organizationIds: [organizationId] });
    return customerOwns(events, claim) ? project(customerProjection, events) : undefined;
  }
}

@Injectable()
export class CustomerQueries extends resource(customerProjection, CustomerPresenter, {
  where: { eq: ['deleted_at', null] },
  isHidden: ({ deleted_at }) => deleted_at !== null,
}) {}
