import { Controller, type UseFormReturn } from 'react-hook-form';
import { useCustomFieldSearch } from '@/api/custom-fields';
import { CreateCustomField } from '@/features/custom-fields/CreateCustomField';
import { Checkbox } from '@/ui/Choice';
import { FormSection } from '@/ui/Form';
import { PickMany } from '@/ui/PickMany';
import type { ProductFields } from './product-form';

interface AttachedFieldsProps {
  form: UseFormReturn<ProductFields>;
  organizationId: string;
}

const MOST = 50;

/** What buyers fill in at the checkout, in order. */
export function AttachedFields({ form, organizationId }: AttachedFieldsProps) {
  const search = useCustomFieldSearch(organizationId);
  const errors = form.formState.errors.attached;
  return (
    <FormSection title="Custom fields" hint="What buyers fill in at the checkout, in this order.">
      <Controller
        control={form.control}
        name="attached"
        render={({ field }) => (
          <PickMany
            legend="Custom fields"
            hideLegend
            label="Custom field"
            search={search}
            newOne={(add) => (
              <CreateCustomField
                organizationId={organizationId}
                onCreated={({ id, name, slug }) => add({ id, label: name, note: slug })}
              />
            )}
            value={field.value}
            onChange={field.onChange}
            rowOf={({ id, label, note }) => ({ id, label, slug: note ?? '', required: false })}
            sortable
            most={MOST}
            note={({ slug }) => slug}
            extra={({ id, label, required }) => (
              <Checkbox
                label="Required"
                aria-label={`${label} is required`}
                checked={required}
                onChange={({ target }) =>
                  field.onChange(field.value.map((one) => (one.id === id ? { ...one, required: target.checked } : one)))
                }
              />
            )}
            errorAt={(at) => errors?.[at]?.message}
            error={errors?.message}
          />
        )}
      />
    </FormSection>
  );
}
