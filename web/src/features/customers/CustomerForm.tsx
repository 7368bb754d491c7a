import { ApiError } from '@/api/error';
import { applyFieldErrors } from '@/api/form-errors';
import type { CustomerFields } from '@/api/customers';
import type { Customer } from '@/api/types';
import { addressForm, addressOf, type AddressForm } from '@/lib/address';
import { metadataLines, metadataOf, type MetadataLine } from '@/lib/metadata';
import { taxIdLabel, taxIdTypesOf } from '@/lib/tax-ids';
import { AddressFields } from '@/ui/AddressFields';
import { Input, Select } from '@/ui/Field';
import { FormFrame, FormSection, type FormFrameProps } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { MetadataFields } from '@/ui/MetadataFields';

interface Fields extends AddressForm {
  email: string;
  name: string;
  external_id: string;
  tax_id: string;
  tax_id_type: string;
  metadata: MetadataLine[];
}

interface CustomerFormProps {
  customer?: Customer;
  action: string;
  busy: string;
  cancel: FormFrameProps['cancel'];
  onSubmit: (fields: CustomerFields) => Promise<void>;
}

const parts = ['country', 'line1', 'line2', 'postal_code', 'city', 'state'] as const;
const names = {
  billing_address: 'country' as const,
  ...Object.fromEntries(parts.map((part) => [`billing_address.${part}`, part])),
};

export function CustomerForm({ customer, action, busy, cancel, onSubmit }: CustomerFormProps) {
  const form = useGuardedForm<Fields>({
    defaultValues: {
      email: customer?.email ?? '',
      name: customer?.name ?? '',
      external_id: customer?.external_id ?? '',
      ...addressForm(customer?.billing_address),
      tax_id: customer?.tax_id?.[0] ?? '',
      tax_id_type: customer?.tax_id?.[1] ?? '',
      metadata: metadataLines(customer?.metadata),
    },
  });
  const { errors, isSubmitting } = form.formState;
  const idIsSet = Boolean(customer?.external_id);
  const types = taxIdTypesOf(form.watch('country'));

  const submit = form.handleSubmit(async (fields) => {
    const { email, name, external_id, tax_id, tax_id_type, metadata, ...address } = fields;
    try {
      await onSubmit({
        email,
        name: name || null,
        billing_address: addressOf(address),
        tax_id: tax_id.trim() ? [tax_id.trim(), tax_id_type] : null,
        metadata: metadataOf(metadata, customer?.metadata),
        // It can't change once set, so it is not sent again.
        ...(!idIsSet && external_id && { external_id }),
      });
    } catch (error) {
      if (error instanceof ApiError) applyFieldErrors(form, error, names);
      else throw error;
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
        <Input
          label="E-mail"
          type="email"
          error={errors.email?.message}
          {...form.register('email', { required: 'Enter the address receipts go to.' })}
        />
        <Input label="Name" optional error={errors.name?.message} {...form.register('name')} />
        <Input
          label="External ID"
          optional={!idIsSet}
          disabled={idIsSet}
          hint={
            idIsSet
              ? 'Set once; it can’t be changed.'
              : 'This customer’s ID in your own system. It can’t be changed later.'
          }
          error={errors.external_id?.message}
          {...form.register('external_id')}
        />
      </div>
      <FormSection title="Billing address">
        <AddressFields register={(part) => form.register(part)} errors={errors} optional />
      </FormSection>
      <FormSection title="Tax ID" hint="For businesses; it is written on their invoices.">
        <Select
          label="Kind"
          optional
          error={errors.tax_id_type?.message}
          {...form.register('tax_id_type', {
            validate: (type, { tax_id }) => !tax_id.trim() || type !== '' || 'Choose the kind of this tax ID.',
          })}
        >
          <option value="">None</option>
          {types.map(({ label, values }) => (
            <optgroup key={label} label={label}>
              {values.map((value) => (
                <option key={value} value={value}>
                  {taxIdLabel(value)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        <Input
          label="Number"
          optional
          spellCheck={false}
          autoCapitalize="characters"
          error={errors.tax_id?.message}
          {...form.register('tax_id')}
        />
      </FormSection>
      <MetadataFields form={form} />
    </FormFrame>
  );
}
