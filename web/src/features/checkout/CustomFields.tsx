import type { CheckoutPublic } from '@/api/types';
import { CustomFieldInput } from '@/ui/CustomFieldInput';
import { FormSection } from '@/ui/Form';
import type { PayForm } from './usePayForm';

/** What the seller asks besides. */
export function CustomFields({ checkout, entered }: { checkout: CheckoutPublic; entered: PayForm }) {
  return (
    <FormSection title="Questions from the seller">
      {checkout.attached_custom_fields.map(({ custom_field: field, required }) => (
        <CustomFieldInput
          key={field.id}
          field={field}
          required={required}
          error={entered.errors[`fields.${field.id}`]}
          register={entered.register(`fields.${field.id}`)}
        />
      ))}
    </FormSection>
  );
}
