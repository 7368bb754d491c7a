import type { UseFormRegisterReturn } from 'react-hook-form';
import type { AddressForm } from '@/lib/address';
import { countries } from '@/lib/countries';
import { useStates } from '@/lib/use-states';
import { Input, Select } from './Field';

type Part = keyof AddressForm;

interface AddressFieldsProps {
  register: (part: Part) => UseFormRegisterReturn;
  errors: Partial<Record<Part, { message?: string }>>;
  /** The parts shown; all by default. */
  parts?: Partial<Record<Part, boolean>>;
  /** Whether parts may be left out; by default, none may but the second line. */
  optional?: boolean | ((part: Part) => boolean);
  /** The chosen country: with it, a state is chosen from those that the country has. */
  country?: string;
}

const everything: Record<Part, boolean> = {
  country: true,
  line1: true,
  line2: true,
  postal_code: true,
  city: true,
  state: true,
};

export function AddressFields({ register, errors, parts = everything, optional, country = '' }: AddressFieldsProps) {
  const field = (part: Part) => ({
    ...register(part),
    error: errors[part]?.message,
    optional: part === 'line2' || (typeof optional === 'function' ? optional(part) : optional),
  });
  const offered = useStates(country);
  return (
    <>
      <Select label="Country" autoComplete="country" {...field('country')}>
        <option value="">Choose a country</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {parts.line1 && <Input label="Street and number" autoComplete="address-line1" {...field('line1')} />}
      {parts.line2 && <Input label="Floor, building" autoComplete="address-line2" {...field('line2')} />}
      {(parts.postal_code || parts.city) && (
        <div className="grid gap-4 sm:grid-cols-[10rem_1fr]">
          {parts.postal_code && <Input label="Postal code" autoComplete="postal-code" {...field('postal_code')} />}
          {parts.city && <Input label="City" autoComplete="address-level2" {...field('city')} />}
        </div>
      )}
      {parts.state &&
        (offered ? (
          <Select
            key={country}
            label={country === 'US' ? 'State' : 'Province'}
            autoComplete="address-level1"
            {...field('state')}
          >
            <option value="">{country === 'US' ? 'Choose a state' : 'Choose a province'}</option>
            {offered.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        ) : (
          <Input label="State or province" autoComplete="address-level1" {...field('state')} />
        ))}
    </>
  );
}
