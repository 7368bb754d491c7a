import { useState } from 'react';
import { applyFieldErrors } from '@/api/form-errors';
import { useUpdateOrganization } from '@/api/organizations';
import type { InvoiceSettings, Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Input, Textarea } from '@/ui/Field';
import { FormFrame } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';

/** What invoices say about the seller. */
export function InvoiceDetails({ organization }: { organization: Organization }) {
  const [open, setOpen] = useState(false);
  const { legal_name: name, address, tax_id } = organization.invoice_settings;
  const isComplete = address !== null && tax_id !== null;
  return (
    <section aria-labelledby="invoices" className="mt-12 grid max-w-form gap-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="invoices" className="text-lead font-semibold">
            Invoices
          </h2>
          <p className="text-soft">
            {isComplete
              ? `New invoices are issued by ${name ?? organization.name}. Those that are issued already stay as they are.`
              : 'Add your address and tax id: most countries require them on invoices. Those that are issued already stay as they are.'}
          </p>
        </div>
        <Button onClick={() => setOpen(true)}>Edit invoice details</Button>
      </div>
      <Dialog open={open} onOpenChange={setOpen} title="Invoice details">
        <InvoiceForm organization={organization} onSaved={() => setOpen(false)} />
      </Dialog>
    </section>
  );
}

const FIELDS = ['legal_name', 'address', 'tax_id', 'email', 'footer'] as const;
type Fields = Record<(typeof FIELDS)[number], string>;

function InvoiceForm({ organization, onSaved }: { organization: Organization; onSaved: () => void }) {
  const update = useUpdateOrganization(organization);
  const form = useGuardedForm<Fields>({ draft: 'invoices', defaultValues: fieldsOf(organization.invoice_settings) });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (fields) => {
    try {
      await update.mutateAsync({ invoice_settings: settingsOf(fields) });
      announce('Saved');
      onSaved();
    } catch (error) {
      applyFieldErrors(form, error, Object.fromEntries(FIELDS.map((name) => [`invoice_settings.${name}`, name])));
    }
  });

  const atMost = (value: number) => ({ maxLength: { value, message: `Use at most ${value} characters.` } });
  return (
    <FormFrame
      draft={form.draft}
      error={errors.root?.message}
      action="Save"
      busy={isSubmitting && 'Saving'}
      onSubmit={submit}
    >
      <Input
        label="Legal name"
        optional
        placeholder={organization.name}
        error={errors.legal_name?.message}
        {...form.register('legal_name', atMost(255))}
      />
      <Textarea
        label="Address"
        optional
        hint="As it is to be printed, with the country."
        rows={4}
        error={errors.address?.message}
        {...form.register('address', atMost(500))}
      />
      <Input label="Tax ID" optional error={errors.tax_id?.message} {...form.register('tax_id', atMost(255))} />
      <Input
        label="E-mail address"
        type="email"
        optional
        placeholder={organization.email ?? undefined}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <Textarea
        label="Footer"
        optional
        hint="At the foot of each page, such as the company’s register and bank account."
        rows={3}
        error={errors.footer?.message}
        {...form.register('footer', atMost(500))}
      />
    </FormFrame>
  );
}

function fieldsOf(settings: InvoiceSettings): Fields {
  return Object.fromEntries(FIELDS.map((name) => [name, settings[name] ?? ''])) as Fields;
}

function settingsOf(fields: Fields): InvoiceSettings {
  return Object.fromEntries(FIELDS.map((name) => [name, fields[name].trim() || null])) as InvoiceSettings;
}
