import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { applyFieldErrors } from '@/api/form-errors';
import { licenseKeyQuery, useUpdateLicenseKey } from '@/api/license-keys';
import type { Organization } from '@/api/types';
import { wholeBetween } from '@/lib/typed-number';
import { announce } from '@/ui/Announcer';
import { Input } from '@/ui/Field';
import { FormPage } from '@/ui/FormPage';
import { useGuardedForm } from '@/ui/guarded-form';
import { changesOf, valuesOf, type LicenseKeyValues } from './license-key';

interface EditLicenseKeyProps {
  organization: Organization;
  id: string;
  onSaved: () => void;
}

const fieldNames = {
  limit_activations: 'activations',
  limit_usage: 'limitUsage',
  expires_at: 'expires',
} as const;

/** As the contract has it. */
const MOST = 2_147_483_647;

/** Limits of one key, which the benefit's terms set again when they change. */
export function EditLicenseKey({ organization, id, onSaved }: EditLicenseKeyProps) {
  const { data: key } = useSuspenseQuery(licenseKeyQuery(id));
  const update = useUpdateLicenseKey(id);
  const [was] = useState(() => valuesOf(key));
  const form = useGuardedForm<LicenseKeyValues>({ defaultValues: was });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await update.mutateAsync(changesOf(values, was));
      announce('Saved');
      onSaved();
    } catch (error) {
      applyFieldErrors(form, error, fieldNames);
    }
  });
  return (
    <FormPage
      title={`Edit ${key.display_key}`}
      note="For this key alone. When the terms of its benefit change, it gets those again."
      up={{
        label: key.display_key,
        link: linkOptions({ to: '/$org/license-keys/$id', params: { org: organization.slug, id } }),
      }}
      draft={form.draft}
      error={errors.root?.message}
      action="Save"
      busy={isSubmitting && 'Saving'}
      onSubmit={submit}
    >
      <div className="grid gap-4">
        <Input
          label="Activations"
          optional
          inputMode="numeric"
          hint="On how many devices; empty if it is not activated."
          error={errors.activations?.message}
          {...form.register('activations', { validate: wholeBetween(1, 1_000) })}
        />
        <Input
          label="Usage limit"
          optional
          inputMode="numeric"
          error={errors.limitUsage?.message}
          {...form.register('limitUsage', { validate: wholeBetween(1, MOST) })}
        />
        <Input
          label="Usage so far"
          inputMode="numeric"
          hint="What validations use from now on is added to it."
          error={errors.usage?.message}
          {...form.register('usage', { required: 'Enter a number.', validate: wholeBetween(0, MOST) })}
        />
        <Input
          label="Expires after"
          optional
          type="date"
          hint="Empty: never."
          error={errors.expires?.message}
          {...form.register('expires')}
        />
      </div>
    </FormPage>
  );
}
