import { Injectable } from '@nestjs/common';
import type { FieldError } from '../../../kernel/errors.ts';
import {
  customFieldDataOf,
  readCustomFieldData,
  type AttachedField,
  type CustomFieldValues,
} from '../custom-fields/custom-field-values.rules.ts';
import { CustomFieldReader } from '../custom-fields/custom-fields.queries.ts';
import { ProductReader } from '../products/products.queries.ts';

type Raw = Readonly<Record<string, unknown>>;

interface Filled {
  values: CustomFieldValues;
  errors: FieldError[];
}

/** What buyers fill in, besides what every checkout asks for. */
@Injectable()
export class CheckoutFields {
  constructor(
    private readonly products: ProductReader,
    private readonly fields: CustomFieldReader,
  ) {}

  /** What is sent replaces the values of the product's fields; values of the fields of other offered products stay. */
  async filledIn(productId: string, present: CustomFieldValues, raw: Raw | undefined): Promise<Filled> {
    if (raw === undefined) return { values: present, errors: [] };
    const attached = await this.attachedTo(productId);
    const { values, errors } = readCustomFieldData(attached, raw, { enforceRequired: false });
    const own = new Set(attached.map(({ field }) => field.id));
    const others = Object.entries(present).filter(([id]) => !own.has(id));
    return { values: { ...Object.fromEntries(others), ...values }, errors };
  }

  /** The values of the product's fields, as they are ordered, with what is missing. */
  async complete(productId: string, present: CustomFieldValues, raw: Raw | undefined): Promise<Filled> {
    const attached = await this.attachedTo(productId);
    if (attached.length === 0) return { values: {}, errors: [] };
    const known = new Map(attached.map(({ field }) => [field.id, field]));
    return readCustomFieldData(attached, raw ?? customFieldDataOf(present, known), { enforceRequired: true });
  }

  private async attachedTo(productId: string): Promise<AttachedField[]> {
    const product = (await this.products.find([productId])).get(productId);
    if (!product || product.custom_fields.length === 0) return [];
    const found = await this.fields.find(product.custom_field_ids);
    return product.custom_fields.flatMap(({ customFieldId, required }) => {
      const field = found.get(customFieldId);
      return field && field.deleted_at === null ? [{ field, required }] : [];
    });
  }
}
