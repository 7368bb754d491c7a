import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Documents } from '../../../app/documents.ts';
import { findIn, type Caller } from '../../../app/http/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/list.ts';
import type { Related } from '../../../app/related-sorting.ts';
import { Claims } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { idOf } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { customerOwns, EMAIL_CLAIM, EXTERNAL_ID_CLAIM, normalEmail } from './customer.claims.ts';
import { customerStream, type Address, type CustomerEvent } from './customer.events.ts';
import { customerProjection, type CustomerDocument } from './customer.projection.ts';
import { customerStateProjection, type CustomerStateDocument } from './customer-state.projection.ts';
import type { Customer, CustomerState } from './customers.dto.ts';

export type { CustomerDocument } from './customer.projection.ts';
export type { CustomerStateDocument } from './customer-state.projection.ts';

export class GetCustomer extends Query<Customer> {
  constructor(
    readonly customerId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

export class ListCustomers extends Query<Page<Customer>> {
  constructor(
    readonly list: ListRequest,
    readonly caller: Caller,
  ) {
    super();
  }
}

export class GetCustomerState extends Query<CustomerState> {
  constructor(
    readonly customerId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Lists of what customers have can be sorted by the customer. */
export const customersByEmail: Related = { projection: customerProjection, key: 'customer_id', field: 'email_lower' };

@Injectable()
export class CustomerPresenter {
  present(document: CustomerDocument): Customer {
    const { email_lower, name_lower, metadata_entries, subjects, ...customer } = document;
    return customer;
  }
}

@Injectable()
export class CustomerStatePresenter {
  constructor(private readonly presenter: CustomerPresenter) {}

  present({ subscriptions, grants, ...customer }: CustomerStateDocument): CustomerState {
    return {
      ...this.presenter.present(customer),
      active_subscriptions: subscriptions.flatMap(({ status, ...subscription }) =>
        status === 'active' ? [{ ...subscription, status }] : [],
      ),
      granted_benefits: grants.flatMap(({ granted_at, ...grant }) =>
        granted_at === null ? [] : [{ ...grant, granted_at }],
      ),
      active_meters: [],
    };
  }
}

@Injectable()
export class CustomerReader {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
    private readonly claims: Claims,
  ) {}

  /** Customers as the read model has them, deleted ones too. */
  find(ids: Iterable<string>): Promise<Map<string, CustomerDocument>> {
    return this.documents.getMany(customerProjection, ids, 'any');
  }

  /** Customer states as the read model has them. */
  states(ids: Iterable<string>): Promise<Map<string, CustomerStateDocument>> {
    return this.documents.getMany(customerStateProjection, ids, 'any');
  }

  /** Folded from its stream, to decide by; deleted ones too. */
  async folded(customerId: string, scope: TenantScope): Promise<CustomerDocument | undefined> {
    return project(customerProjection, await this.executor.load<CustomerEvent>(customerStream(customerId), scope));
  }

  /** What an edit after some moment has left as billing address and name; undefined where no such edit set them. */
  async billingSetSince(
    customerId: string,
    since: Instant,
  ): Promise<{ address?: Address | undefined; name?: string | undefined }> {
    const events = await this.executor.load<CustomerEvent>(customerStream(customerId), 'any');
    const edits = events.flatMap(({ type, data, metadata }) =>
      type === 'CustomerUpdated' && metadata.occurredAt > since ? [data] : [],
    );
    const address = edits.findLast(({ billingAddress }) => billingAddress !== undefined)?.billingAddress;
    const name = edits.findLast((edit) => edit.name !== undefined)?.name;
    return { address: address ?? undefined, name: name ?? undefined };
  }

  /** The organization's customer with an e-mail, whatever its letters' case: by its claim, to decide by. */
  byEmail(organizationId: string, email: string): Promise<CustomerDocument | undefined> {
    return this.byClaim(EMAIL_CLAIM, organizationId, normalEmail(email));
  }

  /** The organization's customer with an external id: by its claim, to decide by. */
  byExternalId(organizationId: string, externalId: string): Promise<CustomerDocument | undefined> {
    return this.byClaim(EXTERNAL_ID_CLAIM, organizationId, externalId);
  }

  /** The id of the customer that one of the caller's organizations knows by an external id. @throws NotFound */
  async idOfExternal(externalId: string, { organizationIds }: Caller): Promise<string> {
    for (const organizationId of organizationIds) {
      const customer = await this.byExternalId(organizationId, externalId);
      if (customer) return customer.id;
    }
    throw new NotFound();
  }

  /** Somebody who only holds the value has not got it yet. */
  private async byClaim(kind: string, organizationId: string, value: string): Promise<CustomerDocument | undefined> {
    const claim = this.claims.claim(kind, organizationId, value);
    const owner = await this.claims.owner(claim);
    if (owner === undefined) return undefined;
    const events = await this.executor.load<CustomerEvent>(owner, 'any');
    return customerOwns(events, claim) ? this.folded(idOf(owner), { organizationIds: [organizationId] }) : undefined;
  }
}

/** The body of `customer.state_changed`. */
@Injectable()
export class CustomerStateWebhook {
  constructor(
    private readonly customers: CustomerReader,
    private readonly presenter: CustomerStatePresenter,
  ) {}

  async present(customerId: string): Promise<CustomerState | undefined> {
    const state = (await this.customers.states([customerId])).get(customerId);
    return state && this.presenter.present(state);
  }
}

@QueryHandler(GetCustomer)
export class GetCustomerHandler implements IQueryHandler<GetCustomer> {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: CustomerPresenter,
  ) {}

  async execute({ customerId, caller }: GetCustomer): Promise<Customer> {
    return this.presenter.present(visible(await this.documents.get(customerProjection, customerId, 'any'), caller));
  }
}

@QueryHandler(ListCustomers)
export class ListCustomersHandler implements IQueryHandler<ListCustomers> {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: CustomerPresenter,
  ) {}

  async execute({ list, caller }: ListCustomers): Promise<Page<Customer>> {
    const where = [{ eq: ['deleted_at', null] as [string, null] }, ...list.where];
    const query = findIn(caller, { ...list, where });
    const { items, total } = await this.documents.find(customerProjection, query, 'any');
    return pageOf(
      items.map((item) => this.presenter.present(item)),
      total,
      list.limit,
    );
  }
}

@QueryHandler(GetCustomerState)
export class GetCustomerStateHandler implements IQueryHandler<GetCustomerState> {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: CustomerStatePresenter,
  ) {}

  async execute({ customerId, caller }: GetCustomerState): Promise<CustomerState> {
    return this.presenter.present(
      visible(await this.documents.get(customerStateProjection, customerId, 'any'), caller),
    );
  }
}

function visible<D extends CustomerDocument>(document: D | undefined, { organizationIds }: Caller): D {
  if (!document || document.deleted_at !== null || !organizationIds.includes(document.organization_id))
    throw new NotFound();
  return document;
}
