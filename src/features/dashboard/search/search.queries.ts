import { Inject, Injectable } from '@nestjs/common';
import { Documents, type DocumentOf } from '../../../app/reading/documents.ts';
import type { Feature } from '../../../app/feature.ts';
import { readOrganizationOf, scopesIn, type Caller } from '../../../app/http/callers/caller.ts';
import type { Scope } from '../../../app/http/callers/scopes.ts';
import { FEATURES } from '../../../app/tokens.ts';
import type { Document, Where } from '../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import type { AnyProjection } from '../../../kernel/reading/projection.ts';
import { ledgerProjection, type LedgerEntry } from '../../audit/ledger/ledger.projection.ts';
import {
  CHECKOUT_SEARCH,
  checkoutProjection,
  type CheckoutDocument,
} from '../../billing/checkouts/checkout.projection.ts';
import { customerProjection, type CustomerDocument } from '../../billing/customers/customer.projection.ts';
import { CUSTOMER_SEARCH } from '../../billing/customers/customers.queries.ts';
import { financeEntryProjection } from '../../billing/finance/finance-entry.projection.ts';
import { documentNumberStart } from '../../billing/invoices/invoice.rules.ts';
import { orderNumberStart, parseOrderNumber } from '../../billing/orders/order-number.rules.ts';
import { orderProjection, type OrderDocument } from '../../billing/orders/order.projection.ts';
import { productProjection, type ProductDocument } from '../../billing/products/product.projection.ts';
import {
  subscriptionProjection,
  type SubscriptionDocument,
} from '../../billing/subscriptions/subscription.projection.ts';
import type { SearchHit, SearchQuery } from './search.dto.ts';
import { SearchPresenter } from './search.presenters.ts';
import { MAX_HITS, ranked, soughtBy, typeOf, type Sought } from './search.rules.ts';

/** How many recent entities a very short text is compared with. */
const RECENT = 50;
/** Deleted customers are kept only for their orders. */
const LIVE: Where = { eq: ['deleted_at', null] };
/** Reads need only the projection's name, so it handles no events here. */
const LEDGER = ledgerProjection([]);

interface Search {
  sought: Sought;
  scope: TenantScope;
  /** Whose orders, subscriptions and checkouts are found too; empty for callers who may not read customers. */
  customers: readonly CustomerDocument[];
  /** Whether to search personal data. */
  people: boolean;
}

/** Each kind is looked up by indexes, in the scope of one organization, and only for callers who may read it. */
@Injectable()
export class SearchQueries {
  private readonly eventTypes: readonly string[];

  constructor(
    private readonly documents: Documents,
    private readonly presenter: SearchPresenter,
    @Inject(FEATURES) features: readonly Feature[],
  ) {
    this.eventTypes = features.flatMap(({ events }) => Object.keys(events ?? {}));
  }

  /** @throws InvalidInput if a user names no organization */
  async find({ organization_id, query }: SearchQuery, caller: Caller): Promise<SearchHit[]> {
    const organizationId = readOrganizationOf(caller, organization_id);
    const sought = soughtBy(query);
    if (sought.text === '' || organizationId === undefined) return [];
    const held = scopesIn(caller, organizationId);
    const may = (scope: Scope) => held.has(scope);
    const scope = { organizationIds: [organizationId] };
    const people = may('customers:read');
    const customers = people ? await this.customers(sought, scope) : [];
    const search = { sought, scope, customers, people };
    const [orders, documents, products, subscriptions, checkouts, events] = await Promise.all([
      may('orders:read') ? this.orders(search) : [],
      may('orders:read')
        ? this.byNumber(financeEntryProjection, 'document_number', documentNumberStart(query), scope)
        : [],
      may('products:read') ? this.products(sought, scope) : [],
      may('subscriptions:read') ? this.subscriptions(search) : [],
      may('checkouts:read') ? this.checkouts(search) : [],
      may('ledger:read') ? this.events(sought, scope) : [],
    ]);
    const found = { customers, orders, documents, products, subscriptions, checkouts, events };
    return this.presenter.present(found, people);
  }

  private async customers(sought: Sought, scope: TenantScope): Promise<CustomerDocument[]> {
    const { text } = sought;
    const named = await this.named(customerProjection, CUSTOMER_SEARCH, sought, scope, LIVE);
    const byId = await this.byId(customerProjection, sought, scope);
    const found = [...byId.filter(({ deleted_at }) => deleted_at === null), ...named];
    const namesOf = ({ id, email_lower, name_lower, billing_names_lower }: CustomerDocument) => [
      id,
      email_lower,
      name_lower,
      ...(billing_names_lower?.split('\n') ?? []),
    ];
    return ranked(found, (document) => namesOf(document).includes(text));
  }

  private async products(sought: Sought, scope: TenantScope): Promise<ProductDocument[]> {
    const named = await this.named(productProjection, ['name_lower'], sought, scope);
    const found = [...(await this.byId(productProjection, sought, scope)), ...named];
    return ranked(found, ({ id, name_lower }) => [id, name_lower].includes(sought.text));
  }

  private async orders({ sought, scope, customers }: Search): Promise<OrderDocument[]> {
    const found = await Promise.all([
      this.byId(orderProjection, sought, scope),
      this.byNumber(orderProjection, 'number', orderNumberStart(sought.text), scope),
      this.ofCustomers(orderProjection, customers, 'created_at', scope),
    ]);
    return ranked(found.flat(), ({ id, number }) => id === sought.text || number === parseOrderNumber(sought.text));
  }

  private async subscriptions({ sought, scope, customers }: Search): Promise<SubscriptionDocument[]> {
    const found = await Promise.all([
      this.byId(subscriptionProjection, sought, scope),
      this.ofCustomers(subscriptionProjection, customers, 'started_at', scope),
    ]);
    return ranked(found.flat(), ({ id }) => id === sought.text);
  }

  private async checkouts({ sought, scope, people }: Search): Promise<CheckoutDocument[]> {
    const found = await Promise.all([
      this.byId(checkoutProjection, sought, scope),
      people ? this.named(checkoutProjection, CHECKOUT_SEARCH, sought, scope) : [],
    ]);
    return ranked(found.flat(), ({ id }) => id === sought.text);
  }

  /** By the whole id, because ids of events do not begin with a time; or the newest of a type. */
  private async events({ id, text }: Sought, scope: TenantScope): Promise<LedgerEntry[]> {
    const type = typeOf(text, this.eventTypes);
    const sort = [{ field: 'order', direction: 'desc' }] as const;
    const [one, some] = await Promise.all([
      id === undefined ? undefined : this.documents.get(LEDGER, id, scope),
      type === undefined
        ? undefined
        : this.documents.find(LEDGER, { where: { eq: ['type', type] }, sort, limit: MAX_HITS }, scope),
    ]);
    return [...(one ? [one] : []), ...(some?.items ?? [])];
  }

  /** By an id or its first characters, newest first: ids begin with their time. */
  private async byId<P extends AnyProjection>(
    projection: P,
    { id, ids }: Sought,
    scope: TenantScope,
  ): Promise<(DocumentOf<P> & Document)[]> {
    if (id !== undefined) {
      const document = await this.documents.get(projection, id, scope);
      return document ? [document as DocumentOf<P> & Document] : [];
    }
    if (!ids) return [];
    const where: Where = { and: [{ gte: ['id', ids.from] }, { lt: ['id', ids.to] }] };
    const sort = [{ field: 'id', direction: 'desc' }] as const;
    return (await this.documents.find(projection, { where, sort, limit: MAX_HITS }, scope)).items;
  }

  /** By all or the beginning of a number. */
  private async byNumber<P extends AnyProjection>(
    projection: P,
    field: string,
    start: string | undefined,
    scope: TenantScope,
  ): Promise<(DocumentOf<P> & Document)[]> {
    if (start === undefined) return [];
    const where: Where = { and: [{ gte: [field, start] }, { lt: [field, `${start}~`] }] };
    const sort = [{ field, direction: 'asc' }] as const;
    return (await this.documents.find(projection, { where, sort, limit: MAX_HITS }, scope)).items;
  }

  /** Those whose field equals the text, then the newest that contain it. */
  private async named<P extends AnyProjection>(
    projection: P,
    fields: readonly string[],
    { text, isShort }: Sought,
    scope: TenantScope,
    among: Where = { and: [] },
  ): Promise<(DocumentOf<P> & Document)[]> {
    const newest = [{ field: 'created_at', direction: 'desc' }] as const;
    if (isShort) {
      const { items } = await this.documents.find(projection, { where: among, sort: newest, limit: RECENT }, scope);
      const begins = (document: Document) =>
        fields.some((field) => (document as unknown as Record<string, string | null>)[field]?.startsWith(text));
      return items.filter(begins);
    }
    const equal = (field: string): Where => ({ and: [among, { eq: [field, text] }] });
    const containing: Where = { and: [among, { or: fields.map((field): Where => ({ contains: [field, text] })) }] };
    const [exact, some] = await Promise.all([
      Promise.all(
        fields.map((field) =>
          this.documents.find(projection, { where: equal(field), sort: newest, limit: MAX_HITS }, scope),
        ),
      ),
      // Counted, so that an index covers it.
      this.documents.find(projection, { where: containing, sort: newest, limit: MAX_HITS, counted: true }, scope),
    ]);
    return [...exact.flatMap(({ items }) => items), ...some.items];
  }

  private async ofCustomers<P extends AnyProjection>(
    projection: P,
    customers: readonly CustomerDocument[],
    newest: string,
    scope: TenantScope,
  ): Promise<(DocumentOf<P> & Document)[]> {
    if (customers.length === 0) return [];
    const sort = [{ field: newest, direction: 'desc' }] as const;
    const found = await Promise.all(
      customers.map(({ id }) =>
        this.documents.find(projection, { where: { eq: ['customer_id', id] }, sort, limit: MAX_HITS }, scope),
      ),
    );
    const at = (document: Document) => (document as unknown as Record<string, string>)[newest]!;
    return found.flatMap(({ items }) => items).sort((a, b) => (at(a) < at(b) ? 1 : -1));
  }
}
