import { useState } from 'react';
import { Controller } from 'react-hook-form';
import type { BenefitFields } from '@/api/benefits';
import type { Download } from '@/api/files';
import { applyFieldErrors } from '@/api/form-errors';
import type { Benefit } from '@/api/types';
import { Input, Select, Textarea } from '@/ui/Field';
import { FormFrame, type FormFrameProps } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { fieldNames, fieldsOf, valuesOf, type BenefitValues } from './benefit-form';
import { CreditFields } from './CreditFields';
import { DownloadsField } from './DownloadsField';
import { LicenseKeyFields } from './LicenseKeyFields';
import { RemoteFields } from './RemoteFields';

interface BenefitFormProps {
  organizationId: string;
  benefit?: Benefit;
  /** Those of the benefit that still exist. */
  files?: readonly Download[];
  action: string;
  busy: string;
  cancel: FormFrameProps['cancel'];
  onSubmit: (fields: BenefitFields) => Promise<void>;
}

export function BenefitForm({ organizationId, benefit, files, action, busy, cancel, onSubmit }: BenefitFormProps) {
  const form = useGuardedForm<BenefitValues>({ draft: 'benefit', defaultValues: valuesOf(benefit, files) });
  const [uploading, setUploading] = useState(false);
  const { errors, isSubmitting } = form.formState;
  const type = form.watch('type');
  const submit = form.handleSubmit(async (values) => {
    if (uploading) return form.setError('root', { message: 'Wait until the files are uploaded.' });
    try {
      await onSubmit(fieldsOf(values));
    } catch (error) {
      applyFieldErrors(form, error, fieldNames);
    }
  });
  return (
    <FormFrame
      draft={form.draft}
      error={errors.root?.message}
      action={action}
      busy={isSubmitting && busy}
      cancel={cancel}
      onSubmit={submit}
    >
      <div className="grid gap-4">
        {!benefit && (
          <Select label="Type" {...form.register('type')}>
            <option value="custom">Custom: a note to customers</option>
            <option value="downloadables">Downloads: files of yours</option>
            <option value="license_keys">License keys for your software</option>
            <option value="meter_credit">Credits: units of a meter</option>
            <option value="discord">Discord: a role in your server</option>
            <option value="github_repository">GitHub: access to your repository</option>
          </Select>
        )}
        <Input
          label="Description"
          hint="Shown on the checkout; 3 to 42 characters."
          error={errors.description?.message}
          {...form.register('description', {
            required: 'Say what buyers get.',
            minLength: { value: 3, message: 'Use at least 3 characters.' },
            maxLength: { value: 42, message: 'Use at most 42 characters.' },
          })}
        />
        {type === 'license_keys' && <LicenseKeyFields form={form} isEdited={benefit !== undefined} />}
        {type === 'meter_credit' && <CreditFields {...{ organizationId, form }} />}
        {type === 'discord' && <RemoteFields platform="discord" {...{ organizationId, form }} />}
        {type === 'github_repository' && <RemoteFields platform="github" {...{ organizationId, form }} />}
        {type === 'downloadables' && (
          <Controller
            control={form.control}
            name="files"
            rules={{ validate: (value) => value.length > 0 || 'Choose at least one file.' }}
            render={({ field, fieldState }) => (
              <DownloadsField
                organizationId={organizationId}
                value={field.value}
                onChange={field.onChange}
                onBusy={setUploading}
                error={fieldState.error?.message}
              />
            )}
          />
        )}
        {type === 'custom' && (
          <Textarea
            label="Note to customers"
            optional
            hint="Shown to those who have the benefit, such as how to use it. Markdown works."
            error={errors.note?.message}
            {...form.register('note')}
          />
        )}
      </div>
    </FormFrame>
  );
}
