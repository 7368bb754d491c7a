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

type Place = Pick<AddressParts, 'country' | 'city' | 'postal_code' | 'state'>;

const spaced = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ');

/** City, state and postal code in the order that the country's letters have: "Albany, NY 12207", "10115 Berlin", "London SW1A 1AA". */
function placeLine({ country, city, postal_code, state }: Place): string {
  if (['US', 'CA', 'AU', 'IN'].includes(country)) {
    return [city, spaced(state, postal_code)].filter(Boolean).join(country === 'AU' ? ' ' : ', ');
  }
  if (['GB', 'IE', 'NZ', 'SG', 'ZA'].includes(country)) return spaced(city, state, postal_code);
  if (country === 'BR') return spaced([city, state].filter(Boolean).join(' - '), postal_code);
  return spaced(postal_code, city, state && `(${state})`);
}

export function addressLines(address: AddressParts): string[] {
  const { line1, line2, postal_code, city, state, country } = address;
  const place = placeLine({ country, city, postal_code, state: state?.replace(/^[A-Z]{2}-/, '') });
  return [line1, line2, place, countryName(country)].filter((line): line is string => Boolean(line));
}
