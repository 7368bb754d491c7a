import { formatAddress } from 'localized-address-format';
import { countryName, type Country } from './countries';

/** An address as form values: every part is a string. */
export interface AddressForm {
  country: string;
  line1: string;
  line2: string;
  postal_code: string;
  city: string;
  state: string;
}

interface AddressParts {
  country: string;
  line1?: string | null;
  line2?: string | null;
  postal_code?: string | null;
  city?: string | null;
  state?: string | null;
}

export function addressForm(address: AddressParts | null | undefined): AddressForm {
  return {
    country: address?.country ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postal_code: address?.postal_code ?? '',
    city: address?.city ?? '',
    // The contract stores US-CA; people type and read CA.
    state: address?.state?.replace(/^[A-Z]{2}-/, '') ?? '',
  };
}

/** Without a country there is no address. */
export function addressOf(form: AddressForm): (AddressParts & { country: Country }) | null {
  if (!form.country) return null;
  const { country, line1, line2, postal_code, city, state } = form;
  return {
    // The form offers only these.
    country: country as Country,
    line1: line1 || null,
    line2: line2 || null,
    postal_code: postal_code || null,
    city: city || null,
    state: state || null,
  };
}

const PLACES = { addressLines: ['%A'], locality: '%C', administrativeArea: '%S', postalCode: '%Z' };
/** Where these are written, an address begins with its largest part. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const filled = (lines: (string | null | undefined)[]) => lines.filter((line): line is string => Boolean(line?.trim()));

/** As letters to its country have it, like the server's documents (`src/features/billing/postal-lines.ts`), and the country's name. */
export function addressLines({ line1, line2, postal_code: code, city, state, country }: AddressParts): string[] {
  const region = state?.replace(`${country}-`, '');
  const script = EAST_ASIAN.test(`${line1} ${line2} ${city} ${region}`) ? 'local' : 'latin';
  const form = formatAddress({ postalCountry: country, ...PLACES }, script).join(' ');
  const has = (place: string) => form.includes(place);
  const words = form.replaceAll(/%[ACSZ]/g, '').toLowerCase();
  const homeless = has('%C') || words.includes(city?.toLowerCase() ?? '') ? null : city;
  const lines = filled(script === 'local' ? [homeless, line1, line2] : [line1, line2, homeless]);
  const placed = formatAddress(
    {
      postalCountry: country,
      addressLines: filled([lines.join('\n')]),
      locality: city ?? '',
      administrativeArea: region ?? '',
      postalCode: (has(`${country}-%Z`) ? code?.replace(`${country}-`, '') : code) ?? '',
    },
    script,
  );
  const rest = [has('%S') ? null : region, has('%Z') ? null : code, countryName(country)];
  return filled([...placed.join('\n').split('\n'), ...rest]);
}
