import { Controller, type UseFormReturn } from 'react-hook-form';
import type { MailSettings } from '@/api/types';
import { CheckboxList } from '@/ui/Choice';
import { FormSection } from '@/ui/Form';
import type { SettingsFields } from './settings-form';

type Kind = MailSettings['off'][number];

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'receipt', label: 'Receipts of purchases and renewals' },
  { value: 'payment-failed', label: 'A payment has failed' },
  { value: 'trial-ending', label: 'A trial is about to end' },
  { value: 'renewal-upcoming', label: 'A yearly subscription is about to renew' },
  { value: 'subscription-canceled', label: 'A subscription is canceled' },
  { value: 'subscription-resumed', label: 'A canceled subscription continues' },
  { value: 'subscription-changed', label: 'A subscription has another product' },
  { value: 'subscription-ended', label: 'A subscription has ended' },
  { value: 'refund', label: 'Refunds' },
  { value: 'license-key', label: 'License keys, new and replaced' },
];

/** Which mails customers get. */
export function CustomerMails({ form }: { form: UseFormReturn<SettingsFields> }) {
  return (
    <FormSection title="Mails to customers" hint="Codes to sign in to the customer portal are always sent.">
      <Controller
        control={form.control}
        name="mail_settings.off"
        render={({ field: { value: off, onChange } }) => (
          <CheckboxList
            legend="Mails that customers get"
            options={KINDS}
            value={KINDS.map(({ value }) => value).filter((kind) => !off.includes(kind))}
            onChange={(on) => onChange(KINDS.map(({ value }) => value).filter((kind) => !on.includes(kind)))}
            error={form.formState.errors.mail_settings?.message}
          />
        )}
      />
    </FormSection>
  );
}
