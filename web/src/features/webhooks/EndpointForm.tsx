import { Controller } from 'react-hook-form';
import { applyFieldErrors } from '@/api/form-errors';
import type { WebhookEndpoint } from '@/api/types';
import type { EndpointChange } from '@/api/webhooks';
import { webAddress } from '@/lib/web-address';
import { CheckboxGroups } from '@/ui/CheckboxGroups';
import { Input, Select } from '@/ui/Field';
import { FormFrame, FormSection, type FormFrameProps } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { FORMATS, VERSIONS } from './endpoint';
import { typesBeyond, wireTypeGroups } from './wire-types';

const isAddress = webAddress('https://example.com/hooks/tillbook');

interface EndpointFormProps {
  initial: Pick<WebhookEndpoint, 'url' | 'format' | 'events' | 'api_version'>;
  /** Whether it already has a secret; an empty field keeps it. */
  hasSecret: boolean;
  action: string;
  busy: string;
  room?: FormFrameProps['room'];
  cancel: FormFrameProps['cancel'];
  onSubmit: (change: EndpointChange) => Promise<void>;
}

export function EndpointForm({ initial, hasSecret, action, busy, room, cancel, onSubmit }: EndpointFormProps) {
  const form = useGuardedForm({ defaultValues: { ...initial, secret: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ url, format, events, api_version, secret }) => {
    try {
      await onSubmit({
        url,
        format,
        api_version,
        events: [...new Set([...events, ...typesBeyond(initial.events)])],
        ...(secret && { secret }),
      });
    } catch (error) {
      applyFieldErrors(form, error);
    }
  });

  return (
    <FormFrame
      draft={form.draft}
      error={errors.root?.message}
      action={action}
      busy={isSubmitting && busy}
      room={room}
      cancel={cancel}
      onSubmit={submit}
    >
      <div className="grid gap-4">
        <Input
          label="URL"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://example.com/hooks/tillbook"
          hint="Each message is posted here. Answer with 2xx within ten seconds, or it is sent again."
          error={errors.url?.message}
          {...form.register('url', { required: 'Enter the address that messages are posted to.', validate: isAddress })}
        />
        <Select
          label="Format"
          hint="JSON for systems of yours; Discord and Slack for their incoming webhooks."
          error={errors.format?.message}
          {...form.register('format')}
        >
          {Object.entries(FORMATS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Select
          label="SDK"
          hint="The client that reads JSON messages: each of its versions gets what it accepts."
          error={errors.api_version?.message}
          {...form.register('api_version')}
        >
          {Object.entries(VERSIONS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Input
          label="Signing secret"
          optional
          autoComplete="off"
          spellCheck={false}
          hint={
            hasSecret
              ? 'Leave it empty to keep the current one. A new one signs every message from now on.'
              : 'Signs every message, so that you can verify it is ours. Leave it empty and one is created.'
          }
          error={errors.secret?.message}
          {...form.register('secret')}
        />
      </div>
      <FormSection title="Events" hint="Which events are sent to this endpoint.">
        <Controller
          control={form.control}
          name="events"
          rules={{ validate: (events) => events.length > 0 || 'Choose at least one event.' }}
          render={({ field, fieldState }) => (
            <CheckboxGroups
              legend="Events"
              groups={wireTypeGroups}
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
      </FormSection>
    </FormFrame>
  );
}
