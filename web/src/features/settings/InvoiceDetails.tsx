import type { UseFormReturn } from 'react-hook-form';
import { Input, Textarea } from '@/ui/Field';
import { FormSection } from '@/ui/Form';
import type { SettingsFields } from './settings-form';

/** What invoices say about the seller. */
export function InvoiceDetails({ form }: { form: UseFormReturn<SettingsFields> }) {
  const { invoice_settings: errors } = form.formState.errors;
  const [name, email] = form.watch(['name', 'email']);
  const atMost = (value: number) => ({ maxLength: { value, message: `Use at most ${value} characters.` } });
  return (
    <FormSection
      title="Invoices"
      hint="Most countries require your address and tax id on them. Invoices that are issued already stay as they are."
    >
      <Input
        label="Legal name"
        optional
        placeholder={name}
        error={errors?.legal_name?.message}
        {...form.register('invoice_settings.legal_name', atMost(255))}
      />
      <Textarea
        label="Postal address"
        optional
        hint="As it is to be printed, with the country."
        rows={4}
        error={errors?.address?.message}
        {...form.register('invoice_settings.address', atMost(500))}
      />
      <Input
        label="Tax ID"
        optional
        error={errors?.tax_id?.message}
        {...form.register('invoice_settings.tax_id', atMost(255))}
      />
      <Input
        label="E-mail on invoices"
        type="email"
        optional
        placeholder={email}
        error={errors?.email?.message}
        {...form.register('invoice_settings.email')}
      />
      <Textarea
        label="Footer"
        optional
        hint="At the foot of each page, such as the company’s register and bank account."
        rows={3}
        error={errors?.footer?.message}
        {...form.register('invoice_settings.footer', atMost(500))}
      />
    </FormSection>
  );
}
