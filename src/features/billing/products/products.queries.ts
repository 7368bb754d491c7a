import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/reading/documents.ts';
import type { SearchedEntity } from '../../../app/reading/related-search.ts';
import type { Related } from '../../../app/reading/related-sorting.ts';
import type { Find, Where } from '../../../kernel/ports/document-store.ts';
import { DEFAULT_CURRENCY } from '../../../kernel/currencies.ts';
import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { covers, type TenantScope } from '../../../kernel/writing/scope.ts';
import { organizationProjection } from '../../accounts/organizations/organization.projection.ts';
import type { BenefitDocument } from '../benefits/benefit.projection.ts';
import { BenefitPresenter, BenefitReader } from '../benefits/benefits.queries.ts';
import type { CustomFieldDocument } from '../custom-fields/custom-field.projection.ts';
import { CustomFieldPresenter, CustomFieldReader } from '../custom-fields/custom-fields.queries.ts';
import type { FileDocument } from '../files/file.projection.ts';
import { FilePresenter, FileReader } from '../files/files.queries.ts';
import { productStream, type ProductEvent } from './product.events.ts';
import type { MeterDocument } from '../meters/meter.projection.ts';
import { MeterReader, PLAIN_NUMBERS } from '../meters/meters.queries.ts';
import {
  priceOf,
  pricesOnSale,
  productProjection,
  unsoldReason,
  type ProductDocument,
  type WirePrice,
} from './product.projection.ts';
import { currencyOf } from './product.rules.ts';
import type { ArchivedPrices, CheckoutProduct, Product, ProductPrice } from './products.dto.ts';

const MOST_SHOWN = 100;

/** Sorts lists of purchases by the name of their product. */
export const productsByName: Related = { projection: productProjection, key: 'product_id', field: 'name_lower' };

/** Finds purchases by the name of their product. */
export const searchedProducts: SearchedEntity = {
  projection: productProjection,
  key: 'product_id',
  fields: ['name_lower'],
  order: ['created_at'],
};

type AttachedCustomField = Product['attached_custom_fields'][number];

/** What products show of other entities, by id. */
interface RelatedEntities {
  benefits: ReadonlyMap<string, BenefitDocument>;
  medias: ReadonlyMap<string, FileDocument>;
  priced: PricesRelated;
  fields: ReadonlyMap<string, CustomFieldDocument>;
}

/** What prices show of other entities: their meters, and of sellers of what is free the currency, by id. */
interface PricesRelated {
  meters: ReadonlyMap<string, MeterDocument>;
  sellers: ReadonlyMap<string, { currency: string }>;
}

/** Products with their prices, benefits, media and custom fields, on the wire. */
@Injectable()
export class ProductPresenter {
  constructor(
    private readonly benefits: BenefitReader,
    private readonly presenter: BenefitPresenter,
    private readonly files: FileReader,
    private readonly filePresenter: FilePresenter,
    private readonly meters: MeterReader,
    private readonly documents: Documents,
    private readonly fields: CustomFieldReader,
    private readonly fieldPresenter: CustomFieldPresenter,
  ) {}

  async present(document: ProductDocument): Promise<Product> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly ProductDocument[]): Promise<Product[]> {
    const related = await this.related(documents);
    return documents.map((document) => ({
      ...this.common(document, related),
      is_deletable: false,
      metadata: document.metadata,
      benefits: listed(document, related.benefits).map((benefit) => this.presenter.present(benefit)),
      attached_custom_fields: this.attached(document, related.fields),
    }));
  }

  /** The public part, without metadata and without the benefits' notes. */
  async presentPublic(documents: readonly ProductDocument[]): Promise<PublicProduct[]> {
    const related = await this.related(documents);
    return documents.map((document) => ({
      product: {
        ...this.common(document, related),
        benefits: listed(document, related.benefits).map((benefit) => this.presenter.presentPublic(benefit)),
      },
      attachedFields: this.attached(document, related.fields),
      price: (priceId) => this.presentPrice(document, priceId, related.priced),
    }));
  }

  /** The product's own fields, as orders show them. */
  presentBase(document: ProductDocument) {
    const { id, created_at, modified_at, name, description, recurring_interval } = document;
    const { is_recurring, is_archived, visibility, organization_id, metadata } = document;
    const { trial_interval, trial_interval_count } = document;
    const about = { name, description, recurring_interval, is_recurring, is_archived, visibility, organization_id };
    const intervals = {
      recurring_interval_count: countOf(document),
      ...WITH_ITS_INTERVAL,
      trial_interval,
      trial_interval_count,
    };
    return { metadata, created_at, modified_at, id, ...about, ...intervals };
  }

  /** One price of the product, on sale or archived. `related`: of its prices. */
  presentPrice(product: ProductDocument, priceId: string, related: PricesRelated): ProductPrice | undefined {
    const price = product.prices.find(({ id }) => id === priceId);
    return price && shownPrice(price, product, related);
  }

  /** Those that were archived last come first. */
  async presentArchived(document: ProductDocument): Promise<ProductPrice[]> {
    const related = await this.relatedToPrices([document]);
    const archived = document.prices.filter(({ is_archived }) => is_archived);
    return archived
      .toSorted((one, other) => (other.modified_at! > one.modified_at! ? 1 : -1))
      .map((price) => shownPrice(price, document, related));
  }

  /** What the prices of products show of other entities. */
  async relatedToPrices(documents: readonly ProductDocument[]): Promise<PricesRelated> {
    const meterIds = documents.flatMap(({ prices }) =>
      prices.flatMap((price) => (price.amount_type === 'metered_unit' ? [price.meter_id] : [])),
    );
    const free = documents.filter(({ prices }) => prices.some(({ amount_type }) => amount_type === 'free'));
    const sellerIds = free.map(({ organization_id }) => organization_id);
    const [meters, sellers] = await Promise.all([
      found(this.meters, meterIds),
      sellerIds.length > 0
        ? this.documents.getMany(organizationProjection, sellerIds, 'any')
        : new Map<string, never>(),
    ]);
    return { meters, sellers };
  }

  private async related(documents: readonly ProductDocument[]): Promise<RelatedEntities> {
    const [benefits, medias, priced, fields] = await Promise.all([
      this.benefits.find(ids(documents, 'benefit_ids')),
      found(this.files, ids(documents, 'media_ids')),
      this.relatedToPrices(documents),
      found(this.fields, ids(documents, 'custom_field_ids')),
    ]);
    return { benefits, medias, priced, fields };
  }

  private common(document: ProductDocument, { medias, priced }: RelatedEntities): Omit<CheckoutProduct, 'benefits'> {
    const { id, created_at, modified_at, name, description, recurring_interval } = document;
    const { trial_interval, trial_interval_count, is_recurring, is_archived, visibility, organization_id } = document;
    return {
      id,
      created_at,
      modified_at,
      name,
      description,
      recurring_interval,
      recurring_interval_count: countOf(document),
      ...WITH_ITS_INTERVAL,
      trial_interval,
      trial_interval_count,
      is_recurring,
      is_archived,
      visibility,
      organization_id,
      prices: pricesOnSale(document).map((price) => shownPrice(price, document, priced)),
      medias: this.filePresenter.presentMedias(document.media_ids, medias),
    };
  }

  private attached(
    { custom_fields }: ProductDocument,
    fields: ReadonlyMap<string, CustomFieldDocument>,
  ): AttachedCustomField[] {
    const live = custom_fields.flatMap(({ customFieldId, required }) => {
      const field = fields.get(customFieldId);
      return field && field.deleted_at === null ? [{ field, required }] : [];
    });
    return live.map(({ field, required }, order) => ({
      custom_field_id: field.id,
      custom_field: this.fieldPresenter.present(field),
      order,
      required,
    }));
  }
}

/** A product as buyers see it, with what they fill in, and each of its prices, on sale or archived. */
export interface PublicProduct {
  product: CheckoutProduct;
  attachedFields: AttachedCustomField[];
  price(priceId: string): ProductPrice | undefined;
}

/** What refers to products, and to a price of one of them. */
interface Purchase {
  product_ids: readonly string[];
  product_id: string;
  product_price_id: string;
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

  /** The same; those that the read model lacks are folded. */
  named(ids: Iterable<string>): Promise<Map<string, ProductDocument>> {
    return this.documents.named(productProjection, ids, (id) => this.folded(id, 'any'));
  }

  /**
   * Those that purchases name, by id. A product that lacks the price which a purchase is for is folded from its stream: its read model may be
   * behind the one of the purchases.
   */
  async sold(purchases: readonly Purchase[]): Promise<Map<string, ProductDocument>> {
    const found = await this.find(purchases.flatMap(({ product_ids }) => product_ids));
    for (const { product_id, product_price_id } of purchases) {
      if (found.get(product_id)?.prices.some(({ id }) => id === product_price_id)) continue;
      const folded = await this.folded(product_id, 'any');
      if (folded) found.set(product_id, folded);
    }
    return found;
  }

  /** Folded from its stream, for decisions. */
  async folded(productId: string, scope: TenantScope): Promise<ProductDocument | undefined> {
    return project(productProjection, await this.executor.history<ProductEvent>(productStream(productId), scope));
  }

  /** What customers of an organization can choose by themselves, the oldest first, 100 at most. */
  async publicOnSale(organizationId: string): Promise<ProductDocument[]> {
    const where: Where = { and: [{ eq: ['is_archived', false] }, { eq: ['visibility', 'public'] }] };
    const query: Find = { where, sort: [{ field: 'created_at', direction: 'asc' }], limit: MOST_SHOWN };
    return (await this.documents.find(productProjection, query, { organizationIds: [organizationId] })).items;
  }

  /** Ids of the products that ask for a custom field. */
  withCustomField(customFieldId: string, organizationId: string): Promise<string[]> {
    const where: Where = {
      and: [{ eq: ['organization_id', organizationId] }, { has: ['custom_field_ids', customFieldId] }],
    };
    return this.documents.ids(productProjection, where, { organizationIds: [organizationId] });
  }

  /** What is offered together: products of one organization within the scope, all on sale. @throws InvalidInput for each that is not */
  async offered(productIds: readonly string[], scope: TenantScope): Promise<ProductDocument[]> {
    const found = await this.find(productIds);
    const organizationId = found.get(productIds[0]!)?.organization_id;
    const errors = productIds.flatMap((id, index): FieldError[] => {
      const product = found.get(id);
      const refuse = (msg: string) => [{ loc: ['body', 'products', index], msg, type: 'value_error' }];
      if (!product || !covers(scope, product.organization_id)) return refuse('Product does not exist.');
      const reason = unsoldReason(product);
      if (reason !== undefined) return refuse(reason);
      return product.organization_id === organizationId ? [] : refuse('Products must be of one organization.');
    });
    if (errors.length > 0) throw new InvalidInput(errors);
    return productIds.map((id) => found.get(id)!);
  }

  /** Id of the product that a price belongs to, on sale or archived. @throws InvalidInput the scope has no such price */
  async ofPrice(priceId: string, scope: TenantScope): Promise<string> {
    const [productId] = await this.documents.ids(productProjection, { has: ['price_ids', priceId] }, scope);
    if (productId === undefined) throw InvalidInput.at('body.product_price_id', 'Price does not exist.');
    return productId;
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

@Injectable()
export class ArchivedPriceQueries {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: ProductPresenter,
  ) {}

  /** @throws NotFound */
  async of(productId: string, scope: TenantScope): Promise<ArchivedPrices> {
    const document = await this.documents.demand(productProjection, productId, scope);
    return { items: await this.presenter.presentArchived(document) };
  }
}

function ids(documents: readonly ProductDocument[], field: 'benefit_ids' | 'custom_field_ids' | 'media_ids'): string[] {
  return documents.flatMap((document) => document[field]);
}

/** Asks for nothing if nothing is named, as most products name none. */
function found<D>(
  reader: { find(ids: string[]): Promise<ReadonlyMap<string, D>> },
  ids: string[],
): Promise<ReadonlyMap<string, D>> {
  return ids.length > 0 ? reader.find(ids) : Promise.resolve(new Map());
}

function shownPrice(price: WirePrice, product: ProductDocument, { meters, sellers }: PricesRelated): ProductPrice {
  const shown = { ...price, ...FROM_CATALOG };
  if (shown.amount_type === 'free') return { ...shown, price_currency: currencyOfFree(product, sellers) };
  if (shown.amount_type !== 'metered_unit') return shown;
  const id = shown.meter_id;
  return { ...shown, meter: { id, name: meters.get(id)?.name ?? id, ...PLAIN_NUMBERS } };
}

/** What is free is in the currency of what is metered beside it, else in the seller's own. */
function currencyOfFree({ prices, organization_id }: ProductDocument, sellers: PricesRelated['sellers']): string {
  const onSale = prices.filter(({ is_archived }) => !is_archived).map(priceOf);
  return currencyOf(onSale) ?? sellers.get(organization_id)?.currency ?? DEFAULT_CURRENCY;
}

/** Checkouts have no prices of their own, and none has tax in it. */
const FROM_CATALOG = { source: 'catalog', tax_behavior: null } as const;

/** Meters are billed with the product. */
const WITH_ITS_INTERVAL = { meter_interval: null, meter_interval_count: null } as const;

/** Every interval counts once. */
function countOf({ recurring_interval }: Pick<ProductDocument, 'recurring_interval'>): 1 | null {
  return recurring_interval === null ? null : 1;
}

function listed({ benefit_ids }: ProductDocument, found: ReadonlyMap<string, BenefitDocument>): BenefitDocument[] {
  return benefit_ids.flatMap((id) => found.get(id) ?? []).filter(({ deleted_at }) => deleted_at === null);
}
