import { applyFieldErrors } from '@/api/form-errors';
import { usePortalCustomerChange } from '@/api/portal-own';
import type { PortalCustomer } from '@/api/types';
import { addressForm, addressOf, type AddressForm } from '@/lib/address';
import { AddressFields } from '@/ui/AddressFields';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';

interface DetailsFields extends AddressForm {
  name: string;
  tax_id: string;
}

const at = (part: string) => [`billing_address.${part}`, part] as const;
const NAMES = Object.fromEntries(['country', 'line1', 'line2', 'postal_code', 'city', 'state'].map(at)) as Record<
  string,
  keyof DetailsFields
>;

interface DetailsFormProps {
  slug: string;
  customer: PortalCustomer;
  onDone: () => void;
}

/** What invoices show. */
export function DetailsForm({ slug, customer, onDone }: DetailsFormProps) {
  const change = usePortalCustomerChange(slug);
  const form = useGuardedForm<DetailsFields>({
    draft: false,
    defaultValues: {
      name: customer.name ?? '',
      tax_id: customer.tax_id?.[0] ?? '',
      ...addressForm(customer.billing_address),
    },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ name, tax_id, ...address }) => {
    try {
      const given = tax_id.trim();
      await change.mutateAsync({
        name: name.trim() || null,
        billing_address: addressOf(address),
        tax_id: given || null,
      });
      announce('Your billing details are saved');
      onDone();
    } catch (error) {
      applyFieldErrors(form, error, NAMES);
    }
  });
  return (
    <Form className="border-t border-line pt-3" onSubmit={submit}>
      <FormError message={errors.root?.message} />
      <div className="grid gap-4">
        <Input label="Name" autoComplete="name" optional error={errors.name?.message} {...form.register('name')} />
        <AddressFields
          country={form.watch('country')}
          register={(part) => form.register(part)}
          errors={errors}
          optional
        />
        <Input
          label="Tax ID"
          optional
          autoComplete="off"
          hint="Such as a VAT number. Invoices show it, and it may change the tax."
          error={errors.tax_id?.message}
          {...form.register('tax_id')}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" busy={isSubmitting && 'Saving'}>
          Save details
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
