import type { LinkProps } from '@tanstack/react-router';
import { useCreateApiKey, type KeyOwner } from '@/api/api-keys';
import { applyFieldErrors, withOwnMessage } from '@/api/form-errors';
import { Checkbox } from '@/ui/Choice';
import { Fact } from '@/ui/Facts';
import { Input, Select } from '@/ui/Field';
import { FormSection } from '@/ui/Form';
import { FormPage } from '@/ui/FormPage';
import { useGuardedForm } from '@/ui/guarded-form';
import { ShownOnce } from '@/ui/ShownOnce';
import { Time } from '@/ui/Value';
import { keyNames, nameOf, rateLabel, windowOptions } from './api-key';

const DAY = 86_400;
const lifetimes: [days: string, label: string][] = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
  ['', 'Never'],
];

const refusals = {
  THE_NAME_LENGTH_IS_EITHER_TOO_LARGE_OR_TOO_SMALL: { at: 'name', text: 'Use 1 to 32 characters.' },
  THE_PREFIX_LENGTH_IS_EITHER_TOO_LARGE_OR_TOO_SMALL: { at: 'prefix', text: 'Use at most 32 characters.' },
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_API_KEYS_OF_THIS_ORGANIZATION:
    'Only owners and admins can create keys. Ask one of them.',
} as const;

interface NewApiKeyProps {
  owner: KeyOwner;
  list: LinkProps;
}

export function NewApiKey({ owner, list }: NewApiKeyProps) {
  const create = useCreateApiKey(owner);
  const form = useGuardedForm({
    defaultValues: { name: '', prefix: '', days: '90', remaining: '', limited: true, max: '100', window: '60000' },
  });
  const { errors, isSubmitting } = form.formState;
  const ofOrganization = owner.organizationId !== undefined;
  const up = { label: 'API keys', link: list };

  const submit = form.handleSubmit(async ({ name, prefix, days, remaining, limited, max, window }) => {
    const limits = {
      ...(remaining && { remaining: Number(remaining) }),
      rateLimitEnabled: limited,
      ...(limited && { rateLimitMax: Number(max), rateLimitTimeWindow: Number(window) }),
    };
    try {
      await create.mutateAsync({
        name,
        ...(prefix && { prefix }),
        ...(days && { expiresIn: Number(days) * DAY }),
        ...(ofOrganization && limits),
      });
    } catch (error) {
      applyFieldErrors(form, withOwnMessage(error, refusals));
    }
  });

  if (create.data) {
    const made = create.data;
    return (
      <ShownOnce
        label="Key"
        value={made.key}
        text={`It is shown only once. Put it where ${nameOf(made)} reads it; if it is lost, it can only be replaced.`}
        up={up}
      >
        <Fact term="Name">{nameOf(made)}</Fact>
        <Fact term="At most">{rateLabel(made)}</Fact>
        <Fact term="Expires">{made.expiresAt ? <Time machine at={made.expiresAt} /> : 'Never'}</Fact>
      </ShownOnce>
    );
  }

  return (
    <FormPage
      draft={form.draft}
      title="New API key"
      note={!ofOrganization && 'It can do what you can, ten times a day. An organization’s key can be used more often.'}
      up={up}
      error={errors.root?.message}
      action="Create key"
      busy={isSubmitting && 'Creating'}
      onSubmit={submit}
    >
      <div className="grid gap-4">
        <Input
          label="Name"
          hint="Which program uses it, and where."
          autoComplete="off"
          error={errors.name?.message}
          {...form.register('name', {
            required: keyNames.missing,
            maxLength: { value: keyNames.longest, message: `Use at most ${keyNames.longest} characters.` },
          })}
        />
        <Input
          label="Prefix"
          optional
          hint="Starts the key, so that you can see what it belongs to."
          placeholder="shop_"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          error={errors.prefix?.message}
          {...form.register('prefix', {
            maxLength: { value: 32, message: 'Use at most 32 characters.' },
            pattern: { value: /^[a-zA-Z0-9_-]+$/, message: 'Use letters, digits, hyphens and underscores.' },
          })}
        />
        <Select label="Expires after" error={errors.days?.message} {...form.register('days')}>
          {lifetimes.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      {ofOrganization && (
        <FormSection title="How much it may be used">
          <Checkbox label="Limit how often it is used" {...form.register('limited')} />
          {form.watch('limited') && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Input
                label="Uses at most"
                inputMode="numeric"
                error={errors.max?.message}
                {...form.register('max', { validate: isCount })}
              />
              <Select label="Within" error={errors.window?.message} {...form.register('window')}>
                {windowOptions.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </div>
          )}
          <Input
            label="Total uses"
            optional
            inputMode="numeric"
            hint="After that many uses, the key no longer works."
            error={errors.remaining?.message}
            {...form.register('remaining', { validate: (text) => text === '' || isCount(text) })}
          />
        </FormSection>
      )}
    </FormPage>
  );
}

function isCount(text: string): true | string {
  return /^[1-9]\d{0,8}$/.test(text) || 'Enter a whole number from 1 up.';
}
