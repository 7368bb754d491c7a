import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Documents } from '../../../app/documents.ts';
import { findIn, type Caller } from '../../../app/http/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/list.ts';
import type { Related } from '../../../app/related-sorting.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { BenefitPresenter, BenefitReader, type BenefitDocument } from '../benefits/benefits.queries.ts';
import { productStream, type ProductEvent } from './product.events.ts';
import { productProjection, type ProductDocument, type WirePrice } from './product.projection.ts';
import type { CheckoutProduct, Product } from './products.dto.ts';

export type { ProductDocument, WirePrice } from './product.projection.ts';

export class GetProduct extends Query<Product> {
  constructor(
    readonly productId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

export class ListProducts extends Query<Page<Product>> {
  constructor(
    readonly list: ListRequest,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Lists of what was bought can be sorted by the product. */
export const productsByName: Related = { projection: productProjection, key: 'product_id', field: 'name_lower' };

/** Products with their benefits, on the wire. */
@Injectable()
export class ProductPresenter {
  constructor(
    private readonly benefits: BenefitReader,
    private readonly presenter: BenefitPresenter,
  ) {}

  async present(document: ProductDocument): Promise<Product> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly ProductDocument[]): Promise<Product[]> {
    const found = await this.benefitsOf(documents);
    return documents.map((document) => ({
      ...common(document),
      metadata: document.metadata,
      benefits: listed(document, found).map((benefit) => this.presenter.present(benefit)),
      attached_custom_fields: [],
    }));
  }

  /** As anybody may see them: without metadata and the benefits' notes. */
  async presentPublic(documents: readonly ProductDocument[]): Promise<CheckoutProduct[]> {
    const found = await this.benefitsOf(documents);
    return documents.map((document) => ({
      ...common(document),
      benefits: listed(document, found).map((benefit) => this.presenter.presentPublic(benefit)),
    }));
  }

  /** Its own fields alone, as orders show them. */
  presentBase(document: ProductDocument) {
    const { id, created_at, modified_at, name, description, recurring_interval } = document;
    const { is_recurring, is_archived, organization_id, metadata } = document;
    const about = { name, description, recurring_interval, is_recurring, is_archived, organization_id };
    return { metadata, created_at, modified_at, id, ...about };
  }

  /** One of its prices, also one that is no longer on sale. */
  presentPrice(document: ProductDocument, priceId: string): WirePrice | undefined {
    return document.prices.find(({ id }) => id === priceId);
  }

  private benefitsOf(documents: readonly ProductDocument[]): Promise<Map<string, BenefitDocument>> {
    return this.benefits.find(documents.flatMap(({ benefit_ids }) => benefit_ids));
  }
}

@Injectable()
export class ProductReader {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
  ) {}

  /** Products as the read model has them. */
  find(ids: Iterable<string>): Promise<Map<string, ProductDocument>> {
    return this.documents.getMany(productProjection, ids, 'any');
  }

  /** Folded from its stream, to decide by. */
  async folded(productId: string): Promise<ProductDocument | undefined> {
    return project(productProjection, await this.executor.load<ProductEvent>(productStream(productId), 'any'));
  }

  /** The benefits it has (first) and those it once had. */
  async benefitsEver(productId: string): Promise<{ now: string[]; before: string[] }> {
    const events = await this.executor.load<ProductEvent>(productStream(productId), 'any');
    const lists = events.flatMap((event) => (event.type === 'ProductBenefitsChanged' ? [event.data.benefitIds] : []));
    const now = lists.at(-1) ?? [];
    return { now, before: [...new Set(lists.flat())].filter((id) => !now.includes(id)) };
  }
}

@QueryHandler(GetProduct)
export class GetProductHandler implements IQueryHandler<GetProduct> {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: ProductPresenter,
  ) {}

  async execute({ productId, caller }: GetProduct): Promise<Product> {
    const document = await this.documents.get(productProjection, productId, 'any');
    if (!document || !caller.organizationIds.includes(document.organization_id)) throw new NotFound();
    return this.presenter.present(document);
  }
}

@QueryHandler(ListProducts)
export class ListProductsHandler implements IQueryHandler<ListProducts> {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: ProductPresenter,
  ) {}

  async execute({ list, caller }: ListProducts): Promise<Page<Product>> {
    const query = findIn(caller, list);
    const { items, total } = await this.documents.find(productProjection, query, 'any');
    return pageOf(await this.presenter.presentAll(items), total, list.limit);
  }
}

function common(document: ProductDocument): Omit<CheckoutProduct, 'benefits'> {
  const { id, created_at, modified_at, name, description, recurring_interval } = document;
  const { is_recurring, is_archived, organization_id } = document;
  return {
    id,
    created_at,
    modified_at,
    name,
    description,
    recurring_interval,
    is_recurring,
    is_archived,
    organization_id,
    prices: document.prices.filter((price) => !price.is_archived),
    medias: [],
  };
}

function listed({ benefit_ids }: ProductDocument, found: ReadonlyMap<string, BenefitDocument>): BenefitDocument[] {
  return benefit_ids.flatMap((id) => found.get(id) ?? []).filter(({ deleted_at }) => deleted_at === null);
}
