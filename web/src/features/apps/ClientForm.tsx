import { Controller } from 'react-hook-form';
import { applyFieldErrors } from '@/api/form-errors';
import type { OAuthClient, OAuthClientConfiguration } from '@/api/types';
import { clientScopeGroups, scopesBeyond } from '@/lib/scopes';
import { webAddress } from '@/lib/web-address';
import { CheckboxGroups } from '@/ui/CheckboxGroups';
import { RadioGroup } from '@/ui/Choice';
import { Input, Textarea } from '@/ui/Field';
import { FormFrame, FormSection } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { METHODS, type Method } from './client';

interface ClientFormProps {
  /** What it is now; without it, it is a new one. */
  client?: OAuthClient;
  action: string;
  busy: string;
  onSubmit: (configuration: OAuthClientConfiguration) => Promise<void>;
}

const isAddress = webAddress('https://app.example.com/terms');
const methodOptions = Object.entries(METHODS).map(([value, words]) => ({ value, ...words }));

export function ClientForm({ client, action, busy, onSubmit }: ClientFormProps) {
  const scopesBefore = client ? client.scope.split(' ') : ['openid'];
  const form = useGuardedForm({
    draft: 'client',
    defaultValues: {
      client_name: client?.client_name ?? '',
      redirect_uris: client?.redirect_uris.join('\n') ?? '',
      token_endpoint_auth_method: client?.token_endpoint_auth_method ?? ('client_secret_post' as Method),
      client_uri: client?.client_uri ?? '',
      tos_uri: client?.tos_uri ?? '',
      policy_uri: client?.policy_uri ?? '',
      scopes: scopesBefore,
    },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ scopes, redirect_uris, client_uri, tos_uri, policy_uri, ...rest }) => {
    try {
      await onSubmit({
        ...rest,
        redirect_uris: linesOf(redirect_uris),
        scope: [...new Set([...scopes, ...scopesBeyond(scopesBefore)])].join(' '),
        client_uri: client_uri || null,
        tos_uri: tos_uri || null,
        policy_uri: policy_uri || null,
        logo_uri: client?.logo_uri ?? null,
        grant_types: client?.grant_types ?? ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      });
    } catch (error) {
      applyFieldErrors(form, error, { scope: 'scopes' });
    }
  });

  return (
    <FormFrame
      draft={form.draft}
      error={errors.root?.message}
      action={action}
      busy={isSubmitting && busy}
      onSubmit={submit}
    >
      <div className="grid gap-4">
        <Input
          label="Name"
          hint="People who are asked to allow it see this name."
          autoComplete="off"
          error={errors.client_name?.message}
          {...form.register('client_name', {
            required: 'Enter the name of the app.',
            maxLength: { value: 64, message: 'Use at most 64 characters.' },
          })}
        />
        <Textarea
          label="Redirect URIs"
          rows={3}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://app.example.com/callback"
          hint="Where browsers are sent back to, one per line: https, or http on the user’s own machine."
          error={errors.redirect_uris?.message}
          {...form.register('redirect_uris', {
            validate: (text) => linesOf(text).length > 0 || 'Enter the address that browsers are sent back to.',
          })}
        />
        <RadioGroup
          legend="Type"
          options={methodOptions}
          error={errors.token_endpoint_auth_method?.message}
          {...form.register('token_endpoint_auth_method')}
        />
      </div>
      <FormSection title="Scopes" hint="All that it may ask for. Each user sees what it asks them.">
        <Controller
          control={form.control}
          name="scopes"
          rules={{ validate: (scopes) => scopes.length > 0 || 'Choose at least one scope.' }}
          render={({ field, fieldState }) => (
            <CheckboxGroups
              legend="Scopes"
              groups={clientScopeGroups}
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
      </FormSection>
      <FormSection title="Links" hint="Shown to people who are asked to allow it.">
        {LINKS.map(({ name, label }) => (
          <Input
            key={name}
            label={label}
            optional
            type="url"
            inputMode="url"
            autoComplete="off"
            error={errors[name]?.message}
            {...form.register(name, { validate: (url) => url === '' || isAddress(url) })}
          />
        ))}
      </FormSection>
    </FormFrame>
  );
}

const LINKS = [
  { name: 'client_uri', label: 'Website' },
  { name: 'tos_uri', label: 'Terms of service' },
  { name: 'policy_uri', label: 'Privacy policy' },
] as const;

function linesOf(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean))];
}
