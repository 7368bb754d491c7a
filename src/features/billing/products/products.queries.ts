import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/documents.ts';
import type { SearchedEntity } from '../../../app/related-search.ts';
import type { Related } from '../../../app/related-sorting.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import type { BenefitDocument } from '../benefits/benefit.projection.ts';
import { BenefitPresenter, BenefitReader } from '../benefits/benefits.queries.ts';
import type { FileDocument } from '../files/file.projection.ts';
import { FilePresenter, FileReader } from '../files/files.queries.ts';
import { productStream, type ProductEvent } from './product.events.ts';
import { productProjection, type ProductDocument, type WirePrice } from './product.projection.ts';
import type { CheckoutProduct, Product } from './products.dto.ts';

/** Sorts lists of purchases by the name of their product. */
export const productsByName: Related = { projection: productProjection, key: 'product_id', field: 'name_lower' };

/** Finds purchases by the name of their product. */
export const searchedProducts: SearchedEntity = {
  projection: productProjection,
  key: 'product_id',
  fields: ['name_lower'],
  order: ['created_at'],
};

/** Products with their benefits, on the wire. */
@Injectable()
export class ProductPresenter {
  constructor(
    private readonly benefits: BenefitReader,
    private readonly presenter: BenefitPresenter,
    private readonly files: FileReader,
    private readonly filePresenter: FilePresenter,
  ) {}

  async present(document: ProductDocument): Promise<Product> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly ProductDocument[]): Promise<Product[]> {
    const [found, medias] = await Promise.all([this.benefitsOf(documents), this.mediasOf(documents)]);
    return documents.map((document) => ({
      ...common(document),
      medias: this.filePresenter.presentMedias(document.media_ids, medias),
      metadata: document.metadata,
      benefits: listed(document, found).map((benefit) => this.presenter.present(benefit)),
      attached_custom_fields: [],
    }));
  }

  /** The public part, without metadata and without the benefits' notes. */
  async presentPublic(documents: readonly ProductDocument[]): Promise<CheckoutProduct[]> {
    const [found, medias] = await Promise.all([this.benefitsOf(documents), this.mediasOf(documents)]);
    return documents.map((document) => ({
      ...common(document),
      medias: this.filePresenter.presentMedias(document.media_ids, medias),
      benefits: listed(document, found).map((benefit) => this.presenter.presentPublic(benefit)),
    }));
  }

  /** The product's own fields, as orders show them. */
  presentBase(document: ProductDocument) {
    const { id, created_at, modified_at, name, description, recurring_interval } = document;
    const { is_recurring, is_archived, organization_id, metadata } = document;
    const about = { name, description, recurring_interval, is_recurring, is_archived, organization_id };
    return { metadata, created_at, modified_at, id, ...about };
  }

  /** One price of the product, on sale or archived. */
  presentPrice(document: ProductDocument, priceId: string): WirePrice | undefined {
    return document.prices.find(({ id }) => id === priceId);
  }

  private async mediasOf(documents: readonly ProductDocument[]): Promise<Map<string, FileDocument>> {
    const ids = documents.flatMap(({ media_ids }) => media_ids);
    return ids.length > 0 ? this.files.find(ids) : new Map();
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

  /** By the ids that documents of an authorized caller name. */
  find(ids: Iterable<string>): Promise<Map<string, ProductDocument>> {
    return this.documents.getMany(productProjection, ids, 'any');
  }

  /** Folded from its stream, for decisions. */
  async folded(productId: string, scope: TenantScope): Promise<ProductDocument | undefined> {
    return project(productProjection, await this.executor.history<ProductEvent>(productStream(productId), scope));
  }

  /** Ids of the benefits it has now, and of those it had before. */
  async benefitsEver(productId: string, scope: TenantScope): Promise<{ now: string[]; before: string[] }> {
    const events = await this.executor.load<ProductEvent>(productStream(productId), scope);
    const lists = events.flatMap((event) => (event.type === 'ProductBenefitsChanged' ? [event.data.benefitIds] : []));
    const now = lists.at(-1) ?? [];
    return { now, before: [...new Set(lists.flat())].filter((id) => !now.includes(id)) };
  }
}

@Injectable()
export class ProductQueries extends resource(productProjection, ProductPresenter) {}

function common(document: ProductDocument): Omit<CheckoutProduct, 'benefits' | 'medias'> {
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
  };
}

function listed({ benefit_ids }: ProductDocument, found: ReadonlyMap<string, BenefitDocument>): BenefitDocument[] {
  return benefit_ids.flatMap((id) => found.get(id) ?? []).filter(({ deleted_at }) => deleted_at === null);
}
