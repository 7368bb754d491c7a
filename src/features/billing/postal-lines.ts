import { formatAddress } from 'localized-address-format';
import type { Address } from './address.ts';

const PLACES = { addressLines: ['%A'], locality: '%C', administrativeArea: '%S', postalCode: '%Z' };
/** Where these are written, an address begins with its largest part. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * An address as letters to its country have it, without the country's name. Nothing is lost: a part without a place in that form stands before
 * (a city) or after the others. `web/src/lib/address.ts` does the same.
 */
export function postalLines({ line1, line2, postalCode, city, state, country }: Address): string[] {
  const region = state?.replace(`${country}-`, '') ?? '';
  const script = EAST_ASIAN.test(`${line1} ${line2} ${city} ${region}`) ? 'local' : 'latin';
  const form = formatAddress({ postalCountry: country, ...PLACES }, script).join(' ');
  const has = (place: string) => form.includes(place);
  const words = form.replaceAll(/%[ACSZ]/g, '').toLowerCase();
  const street = filled([line1, line2]);
  // Some forms have no city, or name it themselves, as Singapore's does.
  const homeless = filled([has('%C') || words.includes(city?.toLowerCase() ?? '') ? null : city]);
  const lines = script === 'local' ? [...homeless, ...street] : [...street, ...homeless];
  const placed = formatAddress(
    {
      postalCountry: country,
      // In one: the package breaks a form that goes on after the last of several.
      addressLines: filled([lines.join('\n')]),
      locality: city ?? '',
      administrativeArea: region,
      postalCode: (has(`${country}-%Z`) ? postalCode?.replace(`${country}-`, '') : postalCode) ?? '',
    },
    script,
  );
  return filled([...placed.join('\n').split('\n'), has('%S') ? null : region, has('%Z') ? null : postalCode]);
}

function filled(lines: readonly (string | null)[]): string[] {
  return lines.filter((line): line is string => line !== null && line.trim() !== '');
}
