import { TAX_ID_RULES } from './tax-id-formats.ts';

export type TaxId = [value: string, type: string];

const MAX_LENGTH = 100;

/** The formats that the contract knows (SDK `TaxIDFormat`). */
export const TAX_ID_FORMATS: readonly string[] = Object.keys(TAX_ID_RULES);

/** Why something is not `[value, format]` with a known format whose published form the value has; undefined if it is. */
export function taxIdError(taxId: unknown): string | undefined {
  const isPair = Array.isArray(taxId) && taxId.length === 2 && taxId.every((part) => typeof part === 'string');
  const [value, format] = isPair ? (taxId as TaxId) : [];
  if (value === undefined || format === undefined || !Object.hasOwn(TAX_ID_RULES, format))
    return 'A tax id is [value, type] with a known type';
  return fits(value, format) ? undefined : `The value is not a valid tax id of type ${format}`;
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

/**
 * A tax id as the people of a country write it: with the first of the country's formats that it fits. In the EU, the country in front may be
 * left out.
 * @returns undefined if it fits none
 */
export function taxIdOf(country: string, number: string): TaxId | undefined {
  const prefix = vatPrefix(country);
  // The number of another member state is none of this one's without its prefix.
  const isWhole = EU_COUNTRIES.some((member) => compact(number).startsWith(vatPrefix(member)));
  const written = EU_COUNTRIES.includes(country) && !isWhole ? [number, `${prefix}${number}`] : [number];
  for (const format of formatsOf(country))
    for (const value of format === 'eu_vat' ? written : [number])
      if (fits(value, format) && (format !== 'eu_vat' || compact(value).startsWith(prefix))) return [value, format];
  return undefined;
}

function vatPrefix(country: string): string {
  return country === 'GR' ? 'EL' : country;
}

function formatsOf(country: string): string[] {
  const own = TAX_ID_FORMATS.filter((format) => format.startsWith(`${country.toLowerCase()}_`));
  return EU_COUNTRIES.includes(country) ? ['eu_vat', ...own] : own;
}

function fits(value: string, format: string): boolean {
  if (value.length > MAX_LENGTH) return false;
  const { pattern, check } = TAX_ID_RULES[format]!;
  const text = compact(value);
  return pattern.test(text) && (check === undefined || check(text));
}

/** Without what people write between the digits. */
function compact(value: string): string {
  return value.toUpperCase().replaceAll(/[\s.\-–/]/g, '');
}
