import type { Purchase } from '@/api/checkout';
import type { CheckoutPublic } from '@/api/types';
import type { TypedAmount } from '@/lib/amounts';
import { addressForm, addressOf, type AddressForm } from '@/lib/address';
import { enteredValue, fieldRules, sentValue, type EnteredValue } from '@/lib/custom-fields';
import { amountError } from './words';

/** What the form of a checkout holds. */
export interface PayFields extends AddressForm {
  /** At a price that the buyer chooses. */
  amount: TypedAmount;
  /** A discount code that is not applied. */
  code: string;
  email: string;
  name: string;
  business: boolean;
  billing_name: string;
  tax_id: string;
  card: string;
  /** By the ids of the custom fields. */
  [field: `fields.${string}`]: EnteredValue;
}

export type FieldName = keyof PayFields;

export const addressParts = ['country', 'line1', 'line2', 'postal_code', 'city', 'state'] as const;

const fieldName = (id: string) => `fields.${id}` as const;

/** What the form shows first. */
export function enteredIn(checkout: CheckoutPublic): PayFields {
  const data = checkout.custom_field_data;
  return {
    amount: checkout.amount,
    code: '',
    email: checkout.customer_email ?? '',
    name: checkout.customer_name ?? '',
    business: checkout.is_business_customer,
    billing_name: checkout.customer_billing_name ?? '',
    tax_id: checkout.customer_tax_id ?? '',
    card: 'ctoken_ok',
    ...addressForm(checkout.customer_billing_address),
    ...Object.fromEntries(
      checkout.attached_custom_fields.map(({ custom_field: field }) => [
        fieldName(field.id),
        enteredValue(field, data[field.slug]),
      ]),
    ),
  };
}

/** Where the contract's fields are on the form. */
export function fieldNames({ attached_custom_fields }: CheckoutPublic): Record<string, FieldName> {
  return {
    amount: 'amount',
    discount_code: 'code',
    discount_id: 'code',
    customer_email: 'email',
    customer_name: 'name',
    customer_billing_name: 'billing_name',
    customer_tax_id: 'tax_id',
    customer_billing_address: 'country',
    confirmation_token_id: 'card',
    ...Object.fromEntries(addressParts.map((part) => [`customer_billing_address.${part}`, part])),
    ...Object.fromEntries(
      attached_custom_fields.map(({ custom_field: { id, slug } }) => [`custom_field_data.${slug}`, fieldName(id)]),
    ),
  };
}

/** Whether the form asks for an address. */
export function asksForAddress(checkout: CheckoutPublic): boolean {
  return checkout.is_payment_form_required || checkout.require_billing_address;
}

/** Whether every part of the address is required. */
export function needsFullAddress({ require_billing_address, is_business_customer }: CheckoutPublic): boolean {
  return require_billing_address || is_business_customer;
}

const required = {
  line1: 'Enter the street and number.',
  postal_code: 'Enter the postal code.',
  city: 'Enter the city.',
};

/** The parts of the address that may be left out. */
export function isOptionalPart(part: keyof AddressForm, country: string, checkout: CheckoutPublic): boolean {
  if (part === 'country') return false;
  // Their taxes differ by state.
  if (part === 'state') return country !== 'US' && country !== 'CA';
  return !(needsFullAddress(checkout) && part in required);
}

/** Everything that is missing or can't be right, by field; the server has the same rules, and more. */
export function problemsIn(values: PayFields, checkout: CheckoutPublic): Partial<Record<FieldName, string>> {
  const { product_price: price, currency, is_payment_form_required: paying, attached_custom_fields } = checkout;
  const problems: Partial<Record<FieldName, string | undefined>> = {
    ...(price.amount_type === 'custom' && { amount: amountError(values.amount, price, currency) }),
    email: values.email.trim() ? undefined : 'Enter the e-mail your receipt should go to.',
    name: !paying || values.name.trim() ? undefined : 'Enter the name of the person who pays.',
  };
  for (const { custom_field: field, required: isRequired } of attached_custom_fields) {
    const name = fieldName(field.id);
    problems[name] = fieldProblem(fieldRules(field, isRequired) as Rules, values[name]);
  }
  if (asksForAddress(checkout)) {
    if (!values.country) problems.country = 'Choose the country of your billing address.';
    else if (needsFullAddress(checkout))
      for (const [part, message] of Object.entries(required))
        if (!values[part as keyof typeof required].trim()) problems[part as keyof typeof required] = message;
    if (values.business && !values.billing_name.trim()) problems.billing_name = 'Enter the name for the invoice.';
  }
  return Object.fromEntries(Object.entries(problems).filter(([, message]) => message !== undefined));
}

interface Limit {
  value: number;
  message: string;
}

interface Rules {
  required: string | false;
  minLength?: Limit;
  maxLength?: Limit;
  validate: (entered: EnteredValue | undefined) => true | string;
}

/** Why a custom field can't be sent as it is; undefined if it can. */
export function fieldProblem(
  { required: missing, minLength, maxLength, validate }: Rules,
  entered: EnteredValue = '',
): string | undefined {
  const isEmpty = entered === false || (typeof entered === 'string' && entered.trim() === '');
  if (isEmpty) return missing || undefined;
  const length = typeof entered === 'string' ? entered.length : 0;
  if (minLength && length < minLength.value) return minLength.message;
  if (maxLength && length > maxLength.value) return maxLength.message;
  const valid = validate(entered);
  return valid === true ? undefined : valid;
}

/** What is saved once the named field has changed; undefined for those that are saved in their own way. */
export function changeAt(
  name: string,
  checkout: CheckoutPublic,
  values: () => PayFields,
): [kind: string, change: () => Purchase] | undefined {
  switch (name) {
    case 'email':
      return [name, () => ({ customer_email: values().email.trim() || null })];
    case 'name':
      return [name, () => ({ customer_name: values().name.trim() || null })];
    case 'billing_name':
      return [name, () => ({ customer_billing_name: values().billing_name.trim() || null })];
    case 'tax_id':
      return [name, () => ({ customer_tax_id: values().tax_id.trim() || null })];
    case 'business':
      return [name, () => businessOf(values())];
  }
  if (name.startsWith('fields.')) return ['fields', () => ({ custom_field_data: dataOf(values(), checkout) })];
  if (!(addressParts as readonly string[]).includes(name)) return undefined;
  // A tax id is that of one country.
  const more = name === 'country' && checkout.customer_tax_id !== null ? { customer_tax_id: null } : {};
  return ['address', () => ({ customer_billing_address: addressOf(values()), ...more })];
}

/** Everything, as a confirm sends it. */
export function purchaseOf(values: PayFields, checkout: CheckoutPublic): Purchase {
  const { is_payment_form_required: paying, product_price, attached_custom_fields } = checkout;
  return {
    customer_email: values.email.trim() || null,
    customer_name: values.name.trim() || null,
    ...(asksForAddress(checkout) && { customer_billing_address: addressOf(values), ...businessOf(values) }),
    ...(product_price.amount_type === 'custom' && typeof values.amount === 'number' && { amount: values.amount }),
    ...(attached_custom_fields.length > 0 && { custom_field_data: dataOf(values, checkout) }),
    ...(paying && { confirmation_token_id: values.card }),
  };
}

function businessOf({ business, billing_name, tax_id }: PayFields): Purchase {
  return {
    is_business_customer: business,
    customer_billing_name: (business && billing_name.trim()) || null,
    customer_tax_id: (business && tax_id.trim()) || null,
  };
}

function dataOf(values: PayFields, { attached_custom_fields }: CheckoutPublic): Purchase['custom_field_data'] & {} {
  return Object.fromEntries(
    attached_custom_fields.map(({ custom_field: field }) => [
      field.slug,
      sentValue(field, values[fieldName(field.id)]),
    ]),
  );
}
