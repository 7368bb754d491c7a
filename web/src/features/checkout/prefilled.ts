import type { Purchase } from '@/api/checkout';
import type { CheckoutPublic } from '@/api/types';
import { fieldRules, sentValue } from '@/lib/custom-fields';
import { fieldProblem } from './entered';
import { amountError } from './words';

const FIELD = 'custom_field_data.';

/** What the parameters of a link fill in; what is not valid is left out, because whoever wrote the link is not there to read an error. */
export function prefilled(checkout: CheckoutPublic, link: URLSearchParams): Purchase {
  const { product_price: price, currency, allow_discount_codes } = checkout;
  const amount = Number(link.get('amount') ?? NaN);
  const code = link.get('discount_code')?.trim();
  const data = fieldsIn(checkout, link);
  return {
    ...(price.amount_type === 'custom' &&
      Number.isInteger(amount) &&
      !amountError(amount, price, currency) && { amount }),
    ...(code && allow_discount_codes && { discount_code: code }),
    ...(Object.keys(data).length > 0 && { custom_field_data: { ...checkout.custom_field_data, ...data } }),
  };
}

function fieldsIn(
  { attached_custom_fields }: CheckoutPublic,
  link: URLSearchParams,
): Purchase['custom_field_data'] & {} {
  const found = attached_custom_fields.flatMap(({ custom_field: field }) => {
    const text = link.get(FIELD + field.slug);
    if (text === null) return [];
    const entered = field.type === 'checkbox' ? text === 'true' : text;
    const isOffered =
      field.type !== 'select' || field.properties.options.some(({ value }: { value: string }) => value === text);
    return isOffered && !fieldProblem(fieldRules(field, false), entered)
      ? [[field.slug, sentValue(field, entered)] as const]
      : [];
  });
  return Object.fromEntries(found);
}
