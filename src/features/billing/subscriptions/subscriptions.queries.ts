import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { allOf, loadDocument, loadDocuments } from '../../../app/documents.ts';
import { findIn, organizationsOf, type Caller } from '../../../app/http/caller.ts';
import { csvLine } from '../../../app/http/csv.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/list.ts';
import { findByRelated } from '../../../app/related-sorting.ts';
import { DOCUMENTS } from '../../../app/tokens.ts';
import type { DocumentStore, Find, Where } from '../../../kernel/document-store.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/execute.ts';
import { collectionOf, project } from '../../../kernel/projection.ts';
import { CustomerPresenter, CustomerReader, customersByEmail } from '../customers/customers.queries.ts';
import { ProductPresenter, ProductReader, productsByName } from '../products/products.queries.ts';
import { subscriptionStream, type SubscriptionEvent } from './subscription.events.ts';
import { subscriptionProjection, type SubscriptionDocument } from './subscription.projection.ts';
import type { Subscription, SubscriptionBase } from './subscriptions.dto.ts';

export type { SubscriptionDocument } from './subscription.projection.ts';

export class GetSubscription extends Query<Subscription> {
  constructor(
    readonly subscriptionId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

export class ListSubscriptions extends Query<Page<Subscription>> {
  constructor(
    readonly list: ListRequest,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** All of the caller's as CSV, oldest first, in parts; amounts in minor units, as everywhere in the API. */
export class ExportSubscriptions extends Query<AsyncIterable<string>> {
  constructor(
    readonly organizationIds: readonly string[] | undefined,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Whether an organization has a subscription that has not ended. */
export class HasLiveSubscriptions extends Query<boolean> {
  constructor(readonly organizationId: string) {
    super();
  }
}

/** Subscriptions with their customer, product and prices, on the wire. */
@Injectable()
export class SubscriptionPresenter {
  constructor(
    private readonly customers: CustomerReader,
    private readonly customerPresenter: CustomerPresenter,
    private readonly products: ProductReader,
    private readonly productPresenter: ProductPresenter,
  ) {}

  async present(document: SubscriptionDocument): Promise<Subscription> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly SubscriptionDocument[]): Promise<Subscription[]> {
    const [customers, products] = await Promise.all([
      this.customers.find(documents.map(({ customer_id }) => customer_id)),
      this.products.find(documents.map(({ product_id }) => product_id)),
    ]);
    const productList = [...products.values()];
    const presented = await this.productPresenter.presentAll(productList);
    const wireProducts = new Map(presented.map((product) => [product.id, product]));
    return documents.map((document) => {
      const product = products.get(document.product_id)!;
      return {
        ...this.presentBase(document),
        customer: this.customerPresenter.present(customers.get(document.customer_id)!),
        product: wireProducts.get(document.product_id)!,
        discount: null,
        prices: document.bought_prices.flatMap(({ id }) => this.productPresenter.presentPrice(product, id) ?? []),
        meters: [],
      };
    });
  }

  /** Its own fields alone, as orders show them. */
  presentBase(document: SubscriptionDocument): SubscriptionBase {
    const { organization_id, bought_prices, payment_method_id, billing_address, billing_name, ...rest } = document;
    const { active, metadata_entries, subjects, ...base } = rest;
    return { ...base, custom_field_data: {} };
  }
}

@Injectable()
export class SubscriptionReader {
  constructor(
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    private readonly executor: Executor,
  ) {}

  find(ids: Iterable<string>): Promise<Map<string, SubscriptionDocument>> {
    return loadDocuments(this.documents, subscriptionProjection, ids);
  }

  /** Folded from its stream, to decide by. */
  async folded(subscriptionId: string): Promise<SubscriptionDocument | undefined> {
    const events = await this.executor.load<SubscriptionEvent>(subscriptionStream(subscriptionId));
    return project(subscriptionProjection, events as never);
  }

  /** As it was when the renewal of an order began, whatever happened since; undefined where there is no such renewal. */
  async asRenewed(subscriptionId: string, orderId: string): Promise<SubscriptionDocument | undefined> {
    const events = await this.executor.load<SubscriptionEvent>(subscriptionStream(subscriptionId));
    const at = events.findIndex(({ type, data }) => type === 'SubscriptionRenewed' && data.orderId === orderId);
    return project(subscriptionProjection, events.slice(0, at + 1) as never);
  }

  /** Whether a customer has an active one: one that is past due does not count (docs/BILLING.md#subscription-states). */
  async hasActive(customerId: string): Promise<boolean> {
    const where: Where = { and: [{ eq: ['customer_id', customerId] }, { eq: ['active', true] }] };
    return (await this.documents.find(collectionOf(subscriptionProjection), { where, limit: 1 })).items.length > 0;
  }

  /** Those of a customer that have not ended. */
  async liveOf(customerId: string): Promise<SubscriptionDocument[]> {
    const all = await allOf(this.documents, subscriptionProjection, { where: { eq: ['customer_id', customerId] } });
    return all.filter(({ status }) => status !== 'canceled');
  }
}

@QueryHandler(HasLiveSubscriptions)
export class HasLiveSubscriptionsHandler implements IQueryHandler<HasLiveSubscriptions> {
  constructor(@Inject(DOCUMENTS) private readonly documents: DocumentStore) {}

  async execute({ organizationId }: HasLiveSubscriptions): Promise<boolean> {
    const where: Where = {
      and: [{ eq: ['organization_id', organizationId] }, { in: ['status', ['active', 'past_due']] }],
    };
    return (await this.documents.find(collectionOf(subscriptionProjection), { where, limit: 1 })).items.length > 0;
  }
}

@QueryHandler(GetSubscription)
export class GetSubscriptionHandler implements IQueryHandler<GetSubscription> {
  constructor(
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    private readonly presenter: SubscriptionPresenter,
  ) {}

  async execute({ subscriptionId, caller }: GetSubscription): Promise<Subscription> {
    const document = await loadDocument(this.documents, subscriptionProjection, subscriptionId);
    if (!document || !caller.organizationIds.includes(document.organization_id)) throw new NotFound();
    return this.presenter.present(document);
  }
}

@QueryHandler(ListSubscriptions)
export class ListSubscriptionsHandler implements IQueryHandler<ListSubscriptions> {
  constructor(
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    private readonly presenter: SubscriptionPresenter,
  ) {}

  async execute({ list, caller }: ListSubscriptions): Promise<Page<Subscription>> {
    const { items, total } = await findByRelated<SubscriptionDocument>(
      this.documents,
      subscriptionProjection,
      findIn(caller, list),
      {
        related: { customer: customersByEmail, product: productsByName },
        organization: organizationsOf(caller, list),
        within: 'started_at',
      },
    );
    return pageOf(await this.presenter.presentAll(items), total, list.limit);
  }
}

const EXPORT_PAGE = 500;
const COLUMNS = [
  'started_at',
  'status',
  'amount',
  'currency',
  'recurring_interval',
  'current_period_end',
  'ended_at',
] as const;

@QueryHandler(ExportSubscriptions)
export class ExportSubscriptionsHandler implements IQueryHandler<ExportSubscriptions> {
  constructor(
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    private readonly customers: CustomerReader,
    private readonly products: ProductReader,
  ) {}

  async execute({ organizationIds, caller }: ExportSubscriptions): Promise<AsyncIterable<string>> {
    const sort = [{ field: 'started_at', direction: 'asc' }] as const;
    const { where } = findIn(caller, { where: [], organizationIds, sort, skip: 0, limit: EXPORT_PAGE });
    return this.parts({ where, sort });
  }

  private async *parts(query: Pick<Find, 'where' | 'sort'>): AsyncIterable<string> {
    yield csvLine(['id', 'email', 'name', 'product', ...COLUMNS]);
    for (let skip = 0; ; skip += EXPORT_PAGE) {
      const page = { ...query, skip, limit: EXPORT_PAGE };
      const { items } = await this.documents.find<SubscriptionDocument>(collectionOf(subscriptionProjection), page);
      yield await this.linesOf(items);
      if (items.length < EXPORT_PAGE) return;
    }
  }

  private async linesOf(page: readonly SubscriptionDocument[]): Promise<string> {
    const [customers, products] = await Promise.all([
      this.customers.find(page.map(({ customer_id }) => customer_id)),
      this.products.find(page.map(({ product_id }) => product_id)),
    ]);
    const lines = page.map((document) => {
      const customer = customers.get(document.customer_id);
      const name = products.get(document.product_id)?.name ?? null;
      const own = COLUMNS.map((column) => document[column]);
      return csvLine([document.id, customer?.email ?? null, customer?.name ?? null, name, ...own]);
    });
    return lines.join('');
  }
}
