import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCustomerChoices } from '@/api/customers';
import { applyFieldErrors } from '@/api/form-errors';
import type { Organization } from '@/api/types';
import { useSendUsageEvent } from '@/api/usage-events';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Code } from '@/ui/Code';
import { Dialog } from '@/ui/Dialog';
import { DialogCancel } from '@/ui/DialogCancel';
import { Input, Select } from '@/ui/Field';
import { Form, FormError, FormSection } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { MetadataFields } from '@/ui/MetadataFields';
import { PickField } from '@/ui/PickField';
import { blank, eventOf, languages, requestIn, valueQuestion, type Language, type TestEventFields } from './test-event';

interface TestEventDialogProps {
  organization: Organization;
  onClose: () => void;
}

/** Sends an event as a seller's program would, and shows how the program does. */
export function TestEventDialog({ organization, onClose }: TestEventDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Send a test event" wide>
      <TestEventForm organization={organization} onSent={onClose} />
    </Dialog>
  );
}

const names = {
  'events.0.name': 'name',
  'events.0.customer_id': 'customer',
  'events.0.external_customer_id': 'externalId',
  'events.0.metadata': 'metadata',
} as const;

function TestEventForm({ organization, onSent }: { organization: Organization; onSent: () => void }) {
  const form = useGuardedForm<TestEventFields>({ draft: 'test event', defaultValues: blank });
  const { errors, isSubmitting } = form.formState;
  const send = useSendUsageEvent(organization.id);
  const fields = form.watch();
  const choices = useCustomerChoices(organization.id, fields.customer);
  const pick = (id: string) => form.setValue('customer', id);

  const submit = form.handleSubmit(async (entered) => {
    try {
      await send.mutateAsync(eventOf(entered));
      announce('Sent');
      onSent();
    } catch (error) {
      applyFieldErrors(form, error, names);
    }
  });

  return (
    <Form draft={form.draft} wide onSubmit={submit}>
      <FormError message={errors.root?.message} />
      <Input
        label="Name"
        hint="What happened, the same for all events of a kind. Meters count it like any other event."
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={errors.name?.message}
        {...form.register('name', {
          validate: (value) => value.trim() !== '' || 'Name the event.',
          maxLength: { value: 128, message: 'Keep it under 129 characters.' },
        })}
      />
      <PickField
        label="Customer"
        {...choices}
        picked={choices.picked ?? 'By external ID'}
        error={errors.customer?.message}
        onPick={pick}
        onClear={fields.customer ? () => pick('') : undefined}
      />
      {!fields.customer && (
        <Input
          label="External ID"
          hint="Your own id of a customer, who may be created later."
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          error={errors.externalId?.message}
          {...form.register('externalId', {
            validate: (value, { customer }) =>
              customer !== '' || value.trim() !== '' || 'Choose a customer, or enter your own id of one.',
            maxLength: { value: 200, message: 'Keep it under 201 characters.' },
          })}
        />
      )}
      <MetadataFields
        form={form}
        hint="Numbers, true and false are sent as such, anything else as text."
        question={valueQuestion}
      />
      <SameRequest organization={organization} fields={fields} />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogCancel />
        <Button type="submit" kind="primary" busy={isSubmitting && 'Sending'}>
          Send event
        </Button>
      </div>
    </Form>
  );
}

function SameRequest({ organization, fields }: { organization: Organization; fields: TestEventFields }) {
  const [language, setLanguage] = useState<Language>('curl');
  return (
    <FormSection
      title="From your program"
      hint={
        <>
          The same request, with an{' '}
          <Link to="/$org/access-tokens" params={{ org: organization.slug }} className="link">
            access token
          </Link>{' '}
          that has the scope events:write.
        </>
      }
    >
      <Select
        label="Language"
        className="max-w-60"
        value={language}
        onChange={({ target }) => setLanguage(target.value as Language)}
      >
        {languages.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Code label="Request" text={requestIn(language, window.location.origin, eventOf(fields))} />
    </FormSection>
  );
}
