import type { UseFormRegisterReturn } from 'react-hook-form';
import type { AddressForm } from '@/lib/address';
import { countries } from '@/lib/countries';
import { Input, Select } from './Field';

type Part = keyof AddressForm;

interface AddressFieldsProps {
  register: (part: Part) => UseFormRegisterReturn;
  errors: Partial<Record<Part, { message?: string }>>;
  /** The parts shown; all by default. */
  parts?: Partial<Record<Part, boolean>>;
  optional?: boolean;
}

const everything: Record<Part, boolean> = {
  country: true,
  line1: true,
  line2: true,
  postal_code: true,
  city: true,
  state: true,
};

export function AddressFields({ register, errors, parts = everything, optional }: AddressFieldsProps) {
  const field = (part: Part) => ({ ...register(part), error: errors[part]?.message });
  return (
    <>
      <Select label="Country" autoComplete="country" optional={optional} {...field('country')}>
        <option value="">Choose a country</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {parts.line1 && (
        <Input label="Street and number" autoComplete="address-line1" optional={optional} {...field('line1')} />
      )}
      {parts.line2 && <Input label="Floor, building" autoComplete="address-line2" optional {...field('line2')} />}
      {(parts.postal_code || parts.city) && (
        <div className="grid gap-4 sm:grid-cols-[10rem_1fr]">
          {parts.postal_code && (
            <Input label="Postal code" autoComplete="postal-code" optional={optional} {...field('postal_code')} />
          )}
          {parts.city && <Input label="City" autoComplete="address-level2" optional={optional} {...field('city')} />}
        </div>
      )}
      {parts.state && (
        <Input label="State or province" autoComplete="address-level1" optional={optional} {...field('state')} />
      )}
    </>
  );
}
