import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { idsOf, loadDocument, loadDocuments } from '../../../app/documents.ts';
import { findIn, organizationsOf, type Caller } from '../../../app/http/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/list.ts';
import { findByRelated } from '../../../app/related-sorting.ts';
import { DOCUMENTS } from '../../../app/tokens.ts';
import type { DocumentStore, Where } from '../../../kernel/document-store.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/execute.ts';
import { collectionOf, project } from '../../../kernel/projection.ts';
import { CustomerPresenter, CustomerReader, customersByEmail } from '../customers/customers.queries.ts';
import { ProductPresenter, ProductReader, productsByName } from '../products/products.queries.ts';
import { SubscriptionPresenter, SubscriptionReader } from '../subscriptions/subscriptions.queries.ts';
import { orderStream, type OrderEvent } from './order.events.ts';
import { orderProjection, type OrderDocument } from './order.projection.ts';
import type { Order } from './orders.dto.ts';

export class GetOrder extends Query<Order> {
  constructor(
    readonly orderId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

export class ListOrders extends Query<Page<Order>> {
  constructor(
    readonly list: ListRequest,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Whether an organization has an order that waits for its payment. */
export class HasPendingOrders extends Query<boolean> {
  constructor(readonly organizationId: string) {
    super();
  }
}

/** Orders with their customer, product and subscription, on the wire. */
@Injectable()
export class OrderPresenter {
  constructor(
    private readonly customers: CustomerReader,
    private readonly customerPresenter: CustomerPresenter,
    private readonly products: ProductReader,
    private readonly productPresenter: ProductPresenter,
    private readonly subscriptions: SubscriptionReader,
    private readonly subscriptionPresenter: SubscriptionPresenter,
  ) {}

  async present(document: OrderDocument): Promise<Order> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly OrderDocument[]): Promise<Order[]> {
    const [customers, products, subscriptions] = await Promise.all([
      this.customers.find(documents.map(({ customer_id }) => customer_id)),
      this.products.find(documents.map(({ product_id }) => product_id)),
      this.subscriptions.find(documents.flatMap(({ subscription_id }) => subscription_id ?? [])),
    ]);
    return documents.map((document) => {
      const { organization_id, product_billing_type, metadata_entries, subjects, ...order } = document;
      const subscription = document.subscription_id === null ? undefined : subscriptions.get(document.subscription_id);
      return {
        ...order,
        // The contract has no word for void.
        status: order.status === 'void' ? 'pending' : order.status,
        custom_field_data: {},
        customer: this.customerPresenter.present(customers.get(document.customer_id)!),
        user_id: document.customer_id,
        product: this.productPresenter.presentBase(products.get(document.product_id)!),
        discount: null,
        subscription: subscription ? this.subscriptionPresenter.presentBase(subscription) : null,
      };
    });
  }
}

@Injectable()
export class OrderReader {
  constructor(
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    private readonly executor: Executor,
  ) {}

  find(ids: Iterable<string>): Promise<Map<string, OrderDocument>> {
    return loadDocuments(this.documents, orderProjection, ids);
  }

  /** Ids of a subscription's orders that wait for their payment. */
  pendingOf(organizationId: string, subscriptionId: string): Promise<string[]> {
    const ofSubscription: Where[] = [
      { eq: ['organization_id', organizationId] },
      { eq: ['subscription_id', subscriptionId] },
    ];
    return idsOf(this.documents, orderProjection, { and: [...ofSubscription, { eq: ['status', 'pending'] }] });
  }

  /** Folded from its stream, to decide by. */
  async folded(orderId: string): Promise<OrderDocument | undefined> {
    return project(orderProjection, await this.executor.load<OrderEvent>(orderStream(orderId)));
  }
}

@QueryHandler(HasPendingOrders)
export class HasPendingOrdersHandler implements IQueryHandler<HasPendingOrders> {
  constructor(@Inject(DOCUMENTS) private readonly documents: DocumentStore) {}

  async execute({ organizationId }: HasPendingOrders): Promise<boolean> {
    const where: Where = { and: [{ eq: ['organization_id', organizationId] }, { eq: ['status', 'pending'] }] };
    return (await this.documents.find(collectionOf(orderProjection), { where, limit: 1 })).items.length > 0;
  }
}

@QueryHandler(GetOrder)
export class GetOrderHandler implements IQueryHandler<GetOrder> {
  constructor(
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    private readonly presenter: OrderPresenter,
  ) {}

  async execute({ orderId, caller }: GetOrder): Promise<Order> {
    const document = await loadDocument(this.documents, orderProjection, orderId);
    if (!document || !caller.organizationIds.includes(document.organization_id)) throw new NotFound();
    return this.presenter.present(document);
  }
}

@QueryHandler(ListOrders)
export class ListOrdersHandler implements IQueryHandler<ListOrders> {
  constructor(
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    private readonly presenter: OrderPresenter,
  ) {}

  async execute({ list, caller }: ListOrders): Promise<Page<Order>> {
    const { items, total } = await findByRelated<OrderDocument>(this.documents, orderProjection, findIn(caller, list), {
      related: { customer: customersByEmail, product: productsByName },
      organization: organizationsOf(caller, list),
      within: 'created_at',
    });
    return pageOf(await this.presenter.presentAll(items), total, list.limit);
  }
}
