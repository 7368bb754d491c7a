import { TAX_ID_RULES } from './tax-id-formats.ts';

export type TaxId = [value: string, type: string];

const MAX_LENGTH = 100;

/** The formats that the contract knows (SDK `TaxIDFormat`). */
export const TAX_ID_FORMATS: readonly string[] = Object.keys(TAX_ID_RULES);

const WRONG_DIGITS = 'its check digits are wrong, so one of its characters must be';

/** Why something is not `[value, format]` with a known format whose published form the value has; undefined if it is. */
export function taxIdError(taxId: unknown): string | undefined {
  const isPair = Array.isArray(taxId) && taxId.length === 2 && taxId.every((part) => typeof part === 'string');
  const [value, format] = isPair ? (taxId as TaxId) : [];
  if (value === undefined || format === undefined || !Object.hasOwn(TAX_ID_RULES, format))
    return 'A tax id is [value, type] with a known type';
  const problem = problemOf(value, format);
  if (problem === undefined) return undefined;
  return `The value is not a valid tax id of type ${format}${problem === 'digits' ? `: ${WRONG_DIGITS}` : ''}`;
}

/** Whether something is `[value, format]` with a known format whose published form the value has. */
export function isTaxId(taxId: unknown): boolean {
  return taxIdError(taxId) === undefined;
}

/** The member states of the European Union. */
export const EU_COUNTRIES: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** The tax id format of businesses in a country, if one is known. */
export function taxIdFormat(country: string): string | undefined {
  return formatsOf(country)[0];
}

/** Whether a tax id is a VAT number of a member state of the EU, which it names with its first letters. */
export function isVatNumberOf(country: string, [value, format]: TaxId): boolean {
  return format === 'eu_vat' && euText(value).startsWith(vatPrefix(country)) && problemOf(value, format) === undefined;
}

/**
 * A tax id as the people of a country write it: with the first of the country's formats that it fits. In the EU, the country in front may be
 * left out.
 * @returns undefined if it fits none
 */
export function taxIdOf(country: string, number: string): TaxId | undefined {
  return candidates(country, number).find(([value, format]) => problemOf(value, format) === undefined);
}

/** Why `taxIdOf` finds none, for whoever has typed it. */
export function taxNumberError(country: string, number: string): string {
  const isMistyped = candidates(country, number).some(([value, format]) => problemOf(value, format) === 'digits');
  return isMistyped
    ? `Look for a typing error in this tax ID: ${WRONG_DIGITS}.`
    : 'Invalid tax ID for the country of the billing address.';
}

/** A number in each format of a country. */
function candidates(country: string, number: string): TaxId[] {
  return formatsOf(country).flatMap((format): TaxId[] =>
    format === 'eu_vat' ? vatNumbers(country, number).map((value) => [value, format]) : [[number, format]],
  );
}

/** With its country in front, which may be left out; none if it is of another member state. */
function vatNumbers(country: string, number: string): string[] {
  const prefix = vatPrefix(country);
  if (euText(number).startsWith(prefix)) return [number.replace(/^\s*GR/i, prefix)];
  const isOfAnother = EU_COUNTRIES.some((member) => euText(number).startsWith(vatPrefix(member)));
  return isOfAnother ? [] : [`${prefix}${number}`];
}

/** Greece's numbers begin with another code than its addresses. */
function vatPrefix(country: string): string {
  return country === 'GR' ? 'EL' : country;
}

function formatsOf(country: string): string[] {
  const own = TAX_ID_FORMATS.filter((format) => format.startsWith(`${country.toLowerCase()}_`));
  return EU_COUNTRIES.includes(country) ? ['eu_vat', ...own] : own;
}

/** Whether a value has not the form of its format, or wrong check digits. */
function problemOf(value: string, format: string): 'form' | 'digits' | undefined {
  if (value.length > MAX_LENGTH) return 'form';
  const { pattern, check } = TAX_ID_RULES[format]!;
  const text = format === 'eu_vat' ? euText(value) : compact(value);
  if (!pattern.test(text)) return 'form';
  return check === undefined || check(text) ? undefined : 'digits';
}

/** Many write Greece as in addresses. */
function euText(value: string): string {
  return compact(value).replace(/^GR/, 'EL');
}

/** Without what people write between the digits. */
function compact(value: string): string {
  return value.toUpperCase().replaceAll(/[\s.\-–/]/g, '');
}
