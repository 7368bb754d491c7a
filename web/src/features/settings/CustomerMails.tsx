import { useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Button } from '@/ui/Button';
import { CheckboxList } from '@/ui/Choice';
import { FormSection } from '@/ui/Form';
import { optionalMails } from './mail-kinds';
import { MailPreviews } from './MailPreviews';
import type { SettingsFields } from './settings-form';

const KINDS = optionalMails.map(({ value }) => value);

/** Which mails customers get, and what they look like. */
export function CustomerMails({
  form,
  organizationId,
}: {
  form: UseFormReturn<SettingsFields>;
  organizationId: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <FormSection title="Mails to customers" hint="Codes to sign in to the customer portal are always sent.">
      <Controller
        control={form.control}
        name="mail_settings.off"
        render={({ field: { value: off, onChange } }) => (
          <CheckboxList
            legend="Mails that customers get"
            options={optionalMails}
            value={KINDS.filter((kind) => !off.includes(kind))}
            onChange={(on) => onChange(KINDS.filter((kind) => !on.includes(kind)))}
            error={form.formState.errors.mail_settings?.message}
          />
        )}
      />
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        Preview mails
      </Button>
      <MailPreviews organizationId={organizationId} open={open} onOpenChange={setOpen} />
    </FormSection>
  );
}
