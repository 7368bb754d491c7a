import { CreateOrganization } from '../features/accounts/organizations/organization.commands.ts';
import { RegisterUser } from '../features/accounts/users/user.commands.ts';
import { CreateBenefit } from '../features/billing/benefits/benefit.commands.ts';
import { CreateCheckoutLink } from '../features/billing/checkout-links/checkout-link.commands.ts';
import { CreateCustomField } from '../features/billing/custom-fields/custom-field.commands.ts';
import { CreateDiscount } from '../features/billing/discounts/discount.commands.ts';
import { CompleteUpload, CreateFile } from '../features/billing/files/file.commands.ts';
import { CreateMeter } from '../features/billing/meters/meter.commands.ts';
import { CreateProduct, UpdateProductBenefits } from '../features/billing/products/product.commands.ts';
import {
  ConnectRemoteInstallation,
  remoteInstallationIdOf,
} from '../features/billing/remote-access/remote-installation.commands.ts';
import { AddTaxRate, ChangeTaxOrigin } from '../features/billing/tax/tax-table.commands.ts';
import { deriveUuid } from '../kernel/ids.ts';
import type { Context } from '../kernel/writing/command.ts';
import { DEMO_ACCOUNT } from './account.ts';
import type { DemoEnvironment } from './environment.ts';
import { landscape } from './picture.ts';
import {
  BENEFITS,
  DISCOUNTS,
  FIELDS,
  LINKS,
  METERS,
  ORGANIZATION,
  PLACE,
  PRODUCTS,
  TAX,
  type DemoBenefit,
  type DemoField,
  type DemoProduct,
} from './shop.ts';

export interface Shop {
  seller: string;
  organizationId: string;
  /** By key. */
  productIds: ReadonlyMap<string, string>;
  benefitIds: ReadonlyMap<string, string>;
}

/** Signs the seller up, and puts everything on sale. */
export async function openShop(stage: DemoEnvironment): Promise<Shop> {
  const { email, password, name } = DEMO_ACCOUNT;
  const signUp = new RegisterUser({ email, password, name, image: null, emailVerified: true }, stage.context());
  const seller = idOf(await stage.send(signUp), 'userId');
  const settings = { featureSettings: { usageBasedBillingEnabled: true } };
  const organization = { ...ORGANIZATION, logo: null, metadata: null, createdBy: seller, settings };
  const created = await stage.send(new CreateOrganization(organization, stage.context(seller)));
  const opening = new Opening(stage, seller, idOf(created, 'organizationId'));
  await opening.keepTaxTable();
  const meterIds = await byKey(Object.entries(METERS), (meter) => opening.meter(meter));
  const benefitIds = await byKey(Object.entries(BENEFITS), (benefit) => opening.benefit(benefit, meterIds));
  const fieldIds = await byKey(Object.entries(FIELDS), (field) => opening.field(field));
  const products = PRODUCTS.map((product) => [product.key, product] as const);
  const productIds = await byKey(products, (product) => opening.product(product, { benefitIds, fieldIds, meterIds }));
  const discounts = DISCOUNTS.map((discount) => [discount.key, discount] as const);
  const discountIds = await byKey(discounts, (discount) => opening.discount(discount, productIds));
  for (const link of LINKS) await opening.link(link, productIds, discountIds);
  return { seller, organizationId: opening.organizationId, productIds, benefitIds };
}

type Ids = ReadonlyMap<string, string>;

class Opening {
  constructor(
    private readonly stage: DemoEnvironment,
    private readonly seller: string,
    readonly organizationId: string,
  ) {}

  async keepTaxTable(): Promise<void> {
    const { organizationId } = this;
    await this.stage.send(new ChangeTaxOrigin({ organizationId, country: TAX.origin }, this.context()));
    for (const rate of TAX.rates) {
      const context = this.context();
      const taxRateId = deriveUuid(context.requestId, 'tax-rate');
      // In Europe, businesses of other countries owe it themselves.
      const appliesToBusinesses = rate.country === 'US' || rate.country === 'CA';
      await this.stage.send(new AddTaxRate({ taxRateId, organizationId, ...rate, appliesToBusinesses }, context));
    }
  }

  async meter({ name, event, property }: (typeof METERS)[string]): Promise<string> {
    const { organizationId } = this;
    const context = this.context();
    const meterId = deriveUuid(context.requestId, 'meter');
    const isIt = { property: 'name', operator: 'eq', value: event } as const;
    const filter = { conjunction: 'and' as const, clauses: [isIt] };
    const aggregation = property === undefined ? { func: 'count' as const } : { func: 'sum' as const, property };
    await this.stage.send(
      new CreateMeter({ meterId, organizationId, name, filter, aggregation, metadata: {} }, context),
    );
    return meterId;
  }

  async benefit(benefit: DemoBenefit, meterIds: Ids): Promise<string> {
    const { organizationId } = this;
    const properties = await this.gives(benefit, meterIds);
    const context = this.context();
    const benefitId = deriveUuid(context.requestId, 'benefit');
    const data = { benefitId, organizationId, description: benefit.description, properties, metadata: {} };
    await this.stage.send(new CreateBenefit(data, context));
    return benefitId;
  }

  private async gives(benefit: DemoBenefit, meterIds: Ids): Promise<CreateBenefit['data']['properties']> {
    if ('units' in benefit) {
      const { meter, units, rollover } = benefit;
      return { type: 'meter_credit', meterId: meterIds.get(meter)!, units, rollover };
    }
    if ('note' in benefit) return { type: 'custom', note: benefit.note };
    if ('prefix' in benefit) {
      const activations = { limit: benefit.devices, enableCustomerAdmin: true };
      return { type: 'license_keys', prefix: benefit.prefix, expires: null, activations, limitUsage: null };
    }
    if ('roleId' in benefit) {
      await this.connect('discord');
      return { type: 'discord', guildId: PLACE.id, roleId: benefit.roleId };
    }
    if ('repository' in benefit) {
      await this.connect('github');
      const repository = { owner: PLACE.name, name: benefit.repository, permission: 'pull' } as const;
      return { type: 'github_repository', installationId: PLACE.id, ...repository };
    }
    const files: string[] = [];
    const archived: Record<string, boolean> = {};
    for (const { name, hue, isArchived } of benefit.files) {
      const id = await this.picture(name, landscape(hue), 'downloadable');
      files.push(id);
      if (isArchived) archived[id] = true;
    }
    return { type: 'downloadables', files, archived };
  }

  private async connect(platform: 'discord' | 'github'): Promise<void> {
    const { organizationId } = this;
    const { id: placeId, name } = PLACE;
    const remoteInstallationId = remoteInstallationIdOf(organizationId, platform, placeId);
    const data = { remoteInstallationId, organizationId, platform, placeId, name };
    await this.stage.send(new ConnectRemoteInstallation(data, this.context()));
  }

  async field({ slug, name, helpText, options }: DemoField): Promise<string> {
    const { organizationId } = this;
    const context = this.context();
    const customFieldId = deriveUuid(context.requestId, 'custom-field');
    const form = { label: null, helpText, placeholder: null };
    const choices = Object.entries(options ?? {}).map(([value, label]) => ({ value, label }));
    const properties = options
      ? { type: 'select' as const, options: choices, form }
      : { type: 'text' as const, isTextarea: false, minLength: null, maxLength: 60, form };
    const data = { customFieldId, organizationId, slug, name, properties, metadata: {} };
    await this.stage.send(new CreateCustomField(data, context));
    return customFieldId;
  }

  async product(
    product: DemoProduct,
    { benefitIds, fieldIds, meterIds }: { benefitIds: Ids; fieldIds: Ids; meterIds: Ids },
  ): Promise<string> {
    const { organizationId } = this;
    const mediaIds = [await this.picture(`${product.key}.png`, landscape(product.hue))];
    const context = this.context();
    const productId = deriveUuid(context.requestId, 'product');
    const { name, description, interval: recurringInterval } = product;
    const customFields = Object.entries(product.fields ?? {}).map(([key, required]) => ({
      customFieldId: fieldIds.get(key)!,
      required,
    }));
    const sold = {
      name,
      description,
      recurringInterval,
      prices: pricesOf(product, context, meterIds),
      mediaIds,
      customFields,
    };
    const { trialDays } = product;
    const terms = trialDays === undefined ? {} : { trial: { interval: 'day' as const, count: trialDays } };
    await this.stage.send(new CreateProduct({ productId, organizationId, ...sold, ...terms, metadata: {} }, context));
    const given = product.benefits.map((key) => benefitIds.get(key)!);
    const change = { productId, benefitIds: given };
    if (given.length > 0) await this.stage.send(new UpdateProductBenefits(change, this.context()));
    return productId;
  }

  async discount({ key, share, products, ...discount }: (typeof DISCOUNTS)[number], productIds: Ids): Promise<string> {
    const { organizationId } = this;
    const context = this.context();
    const discountId = deriveUuid(context.requestId, 'discount');
    const scope = { productIds: products.map((product) => productIds.get(product)!) };
    const data = { discountId, organizationId, ...discount, ...scope, startsAt: null, endsAt: null, metadata: {} };
    await this.stage.send(new CreateDiscount(data, context));
    return discountId;
  }

  async link({ label, products, discount }: (typeof LINKS)[number], productIds: Ids, discountIds: Ids): Promise<void> {
    const context = this.context();
    const checkoutLinkId = deriveUuid(context.requestId, 'checkout-link');
    const offer = { productIds: products.map((key) => productIds.get(key)!) };
    const terms = {
      discountId: discount === null ? null : discountIds.get(discount)!,
      allowDiscountCodes: true,
      requireBillingAddress: false,
      successUrl: null,
      metadata: {},
    };
    await this.stage.send(new CreateCheckoutLink({ checkoutLinkId, offer, label, ...terms }, context));
  }

  /** Uploads it in one part. */
  private async picture(
    name: string,
    bytes: Buffer,
    service: CreateFile['data']['service'] = 'product_media',
  ): Promise<string> {
    const { organizationId } = this;
    const context = this.context();
    const fileId = deriveUuid(context.requestId, 'file');
    const about = { service, name, mimeType: 'image/png', size: bytes.length };
    const data = { fileId, organizationId, ...about, version: null, sha256: null, parts: 1 };
    const { state } = await this.stage.send(new CreateFile(data, context));
    const parts = [{ number: 1, etag: await this.stage.upload(fileId, bytes), sha256: null }];
    const path = String(Reflect.get(state as object, 'path'));
    await this.stage.send(new CompleteUpload({ fileId, uploadId: fileId, path, parts }, this.context()));
    return fileId;
  }

  private context(): Context {
    return this.stage.context(this.seller, this.organizationId);
  }
}

function pricesOf(product: DemoProduct, context: Context, meterIds: Ids): CreateProduct['data']['prices'] {
  const { metered, currency = 'usd' } = product;
  if (!metered) return [priceOf(product, context)];
  const { unitAmount, capAmount } = metered;
  const id = deriveUuid(context.requestId, 'metered-price');
  const meterId = meterIds.get(metered.meter)!;
  return [priceOf(product, context), { id, amountType: 'metered_unit', meterId, unitAmount, capAmount, currency }];
}

function priceOf({ amount, currency = 'usd' }: DemoProduct, context: Context) {
  const id = deriveUuid(context.requestId, 'price');
  if (amount === 0) return { id, amountType: 'free' as const };
  if (typeof amount === 'number') return { id, amountType: 'fixed' as const, amount, currency };
  const { minimum: minimumAmount, preset: presetAmount, maximum: maximumAmount } = amount;
  return { id, amountType: 'custom' as const, minimumAmount, presetAmount, maximumAmount, currency };
}

/** Creates one after the other; the ids, by key. */
async function byKey<T>(
  things: readonly (readonly [string, T])[],
  create: (thing: T) => Promise<string>,
): Promise<Ids> {
  const ids = new Map<string, string>();
  for (const [key, thing] of things) ids.set(key, await create(thing));
  return ids;
}

interface Answer {
  appended: readonly { data: object }[];
}

function idOf({ appended }: Answer, field: string): string {
  return String(Reflect.get(appended[0]!.data, field));
}
