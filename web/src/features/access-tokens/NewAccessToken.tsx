import { linkOptions } from '@tanstack/react-router';
import { Controller } from 'react-hook-form';
import { useCreateAccessToken } from '@/api/access-tokens';
import { applyFieldErrors } from '@/api/form-errors';
import type { Organization } from '@/api/types';
import { scopeGroups } from '@/lib/scopes';
import { Button } from '@/ui/Button';
import { CheckboxGroups } from '@/ui/CheckboxGroups';
import { Input, Select } from '@/ui/Field';
import { FormSection } from '@/ui/Form';
import { FormPage } from '@/ui/FormPage';
import { useGuardedForm } from '@/ui/guarded-form';
import { ALL_SCOPES, READ_SCOPES } from './scopes';
import { TokenOnce } from './TokenOnce';

const lifetimes = [
  ['P7D', '7 days'],
  ['P30D', '30 days'],
  ['P90D', '90 days'],
  ['P365D', 'A year'],
  ['', 'Never'],
];

export function NewAccessToken({ organization }: { organization: Organization }) {
  const create = useCreateAccessToken(organization.id);
  const form = useGuardedForm({ defaultValues: { comment: '', expires_in: 'P90D', scopes: [] as string[] } });
  const { errors, isSubmitting } = form.formState;
  const up = {
    label: 'Access tokens',
    link: linkOptions({ to: '/$org/access-tokens', params: { org: organization.slug } }),
  };

  const submit = form.handleSubmit(async ({ expires_in, ...token }) => {
    try {
      await create.mutateAsync({ ...token, expires_in: expires_in || null });
    } catch (error) {
      applyFieldErrors(form, error);
    }
  });

  if (create.data) return <TokenOnce created={create.data} up={up} />;

  return (
    <FormPage
      draft={form.draft}
      title="New access token"
      up={up}
      error={errors.root?.message}
      action="Create token"
      busy={isSubmitting && 'Creating'}
      onSubmit={submit}
    >
      <div className="grid gap-4">
        <Input
          label="Name"
          hint="Which program uses it, and where."
          autoComplete="off"
          error={errors.comment?.message}
          {...form.register('comment', { required: 'Say what the token is for, so that you can recognize it later.' })}
        />
        <Select label="Expires after" error={errors.expires_in?.message} {...form.register('expires_in')}>
          {lifetimes.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <FormSection title="Scopes" hint="Allow as little as the program needs.">
        <Controller
          control={form.control}
          name="scopes"
          rules={{ validate: (scopes) => scopes.length > 0 || 'Allow at least one thing.' }}
          render={({ field, fieldState }) => (
            <div className="grid gap-3">
              <div className="flex flex-wrap gap-2">
                <Button onClick={() => field.onChange(READ_SCOPES)}>Reading only</Button>
                <Button onClick={() => field.onChange(ALL_SCOPES)}>Everything</Button>
              </div>
              <CheckboxGroups
                legend="Scopes"
                groups={scopeGroups}
                value={field.value}
                onChange={field.onChange}
                error={fieldState.error?.message}
              />
            </div>
          )}
        />
      </FormSection>
    </FormPage>
  );
}
