import { valuesOf } from '../../../app/http/lists/list.ts';
import type { RequestQuery } from '../../../app/http/request-state.ts';
import { isCurrency } from '../../../kernel/currencies.ts';
import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { INTERVALS, isInterval, rangeError, type Interval } from '../intervals.ts';
import { isDate, MAX_DATE, MIN_DATE } from './metric.rules.ts';

/** Maximum number of values per filter. */
export const MAX_IDS = 100;

type BillingType = 'one_time' | 'recurring';

/** A range of whole days, and filters that match any of their values. */
export interface MetricsRequest {
  startDate: string;
  endDate: string;
  interval: Interval;
  organizationIds?: readonly string[];
  productIds?: readonly string[];
  billingTypes?: readonly BillingType[];
  customerIds?: readonly string[];
  /** Amounts of other currencies are left out; the organization's own if it is undefined. */
  currency?: string;
}

/** @throws InvalidInput with every invalid parameter; at `query` if the range is too long */
export function metricsRequest(query: RequestQuery): MetricsRequest {
  const errors: FieldError[] = [];
  const refuse = (name: string, msg: string, type: string): undefined =>
    void errors.push({ loc: ['query', name], msg, type });
  const one = (name: string): string | undefined =>
    valuesOf(query[name]).at(-1) ?? refuse(name, 'Field required', 'missing');
  const date = (name: string): string | undefined => {
    const text = one(name);
    if (text === undefined) return undefined;
    if (!isDate(text)) return refuse(name, 'Input should be a valid date', 'date_parsing');
    if (text < MIN_DATE) return refuse(name, `Date should be ${MIN_DATE} or later`, 'greater_than_equal');
    return text > MAX_DATE ? refuse(name, `Date should be ${MAX_DATE} or earlier`, 'less_than_equal') : text;
  };
  const many = (name: string, allows: (value: string) => boolean, msg: string, type: string): string[] | undefined => {
    const values = valuesOf(query[name]).map((value) => value.toLowerCase());
    return values.every(allows) ? (values.length > 0 ? values : undefined) : refuse(name, msg, type);
  };
  const ids = (name: string) => {
    const count = valuesOf(query[name]).length;
    if (count > MAX_IDS) return refuse(name, `List should have at most ${MAX_IDS} items, not ${count}`, 'too_long');
    return many(name, isUuid, 'Input should be a valid UUID', 'uuid_parsing');
  };
  const billingTypes = many('billing_type', isBillingType, "Input should be 'one_time' or 'recurring'", 'enum');
  const interval = one('interval');
  if (interval !== undefined && !isInterval(interval))
    refuse('interval', `Input should be one of ${INTERVALS.join(', ')}`, 'enum');
  const currency = valuesOf(query['currency']).at(-1)?.toLowerCase();
  if (currency !== undefined && !isCurrency(currency))
    refuse('currency', 'Input should be the code of a currency, such as usd', 'string_pattern_mismatch');
  const [startDate, endDate] = [date('start_date'), date('end_date')];
  const filters = {
    productIds: ids('product_id'),
    customerIds: ids('customer_id'),
    organizationIds: ids('organization_id'),
  };
  if (errors.length > 0 || !startDate || !endDate || !interval || !isInterval(interval)) throw new InvalidInput(errors);
  const tooLong = rangeError(startDate, endDate, interval);
  if (tooLong) throw InvalidInput.at('query', tooLong);
  return { ...filters, startDate, endDate, interval, currency, billingTypes: billingTypes?.filter(isBillingType) };
}

function isBillingType(text: string): text is BillingType {
  return text === 'one_time' || text === 'recurring';
}
