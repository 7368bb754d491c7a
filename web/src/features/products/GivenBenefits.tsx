import { Controller, type UseFormReturn } from 'react-hook-form';
import { useBenefitSearch } from '@/api/benefits';
import { CreateBenefit } from '@/features/benefits/CreateBenefit';
import { FormSection } from '@/ui/Form';
import { PickMany } from '@/ui/PickMany';
import type { ProductFields } from './product-form';

interface GivenBenefitsProps {
  form: UseFormReturn<ProductFields>;
  organizationId: string;
}

const MOST = 100;

/** What buyers are granted. */
export function GivenBenefits({ form, organizationId }: GivenBenefitsProps) {
  const search = useBenefitSearch(organizationId);
  return (
    <FormSection title="Benefits" hint="What buyers are granted, for as long as they pay.">
      <Controller
        control={form.control}
        name="benefits"
        render={({ field, fieldState }) => (
          <PickMany
            legend="Benefits"
            hideLegend
            label="Benefit"
            search={search}
            newOne={(add) => (
              <CreateBenefit
                organizationId={organizationId}
                onCreated={({ id, description }) => add({ id, label: description })}
              />
            )}
            value={field.value}
            onChange={field.onChange}
            rowOf={({ id, label }) => ({ id, label })}
            most={MOST}
            error={fieldState.error?.message}
          />
        )}
      />
    </FormSection>
  );
}
