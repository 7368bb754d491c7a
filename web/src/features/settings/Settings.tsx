import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { brandingQuery, useUpdateBranding } from '@/api/branding';
import { applyFieldErrors, withOwnMessage } from '@/api/form-errors';
import { useMayChange } from '@/api/members';
import { organizationQuery, useChangeSlug, useUpdateOrganization } from '@/api/organizations';
import { AvatarUpload } from '@/features/files/AvatarUpload';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Choice';
import { Fact, Facts } from '@/ui/Facts';
import { CurrencySelect } from '@/ui/CurrencySelect';
import { Input } from '@/ui/Field';
import { Form, FormActions, FormError, FormSection } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { PageHead } from '@/ui/PageHead';
import { Id } from '@/ui/Value';
import { AccentColor } from './AccentColor';
import { BusinessDetails } from './BusinessDetails';
import { Connections } from './Connections';
import { CustomerMails } from './CustomerMails';
import { InvoiceDetails } from './InvoiceDetails';
import { DangerZone } from './DangerZone';
import { Limits } from './Limits';
import { Payments } from './Payments';
import { SettingsContents } from './SettingsContents';
import { changeOf, fieldsOf, namesIn, type SettingsFields } from './settings-form';
import { Socials } from './Socials';
import { SubscriptionRules } from './SubscriptionRules';
import { TimeZoneField } from './TimeZoneField';

interface SettingsProps {
  slug: string;
  /** The name on the rail or the slug changed. */
  onSaved: (slug: string) => void;
  /** The user is no longer a member. */
  onGone: () => void;
}

const refusals = {
  ORGANIZATION_ALREADY_EXISTS: { at: 'slug', text: 'This address is taken. Try another one.' },
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_SLUGS: {
    at: 'slug',
    text: 'This organization has had as many addresses as it can. Take one of these back.',
  },
} as const;

export function Settings({ slug, onSaved, onGone }: SettingsProps) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug));
  const update = useUpdateOrganization(organization);
  const changeSlug = useChangeSlug(organization.id);
  const mayChange = useMayChange(organization.id);
  const { data: branding } = useQuery({ ...brandingQuery(organization.id), enabled: mayChange });
  const updateBranding = useUpdateBranding(organization.id);
  const form = useGuardedForm<SettingsFields>({
    values: fieldsOf(organization, branding?.accent_color ?? null),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting, isDirty } = form.formState;

  const submit = form.handleSubmit(async (fields) => {
    const accent = fields.accent_color || null;
    try {
      if (fields.slug !== slug) await changeSlug.mutateAsync(fields.slug);
      await update.mutateAsync(changeOf(fields));
      if (branding && accent !== branding.accent_color) await updateBranding.mutateAsync(accent);
      form.reset(fields);
      announce('Saved');
      onSaved(fields.slug);
    } catch (error) {
      applyFieldErrors(form, withOwnMessage(error, refusals), namesIn(fields));
    }
  });

  return (
    <>
      <PageHead title="Settings" note={!mayChange && 'Owners and admins change these.'} />
      <SettingsContents mayChange={mayChange} />
      <Form draft={form.draft} onSubmit={submit}>
        <FormError message={errors.root?.message} />
        <Facts>
          <Fact term="ID">
            <Id id={organization.id} />
          </Fact>
        </Facts>
        <fieldset disabled={!mayChange} className="contents">
          <div className="grid gap-4">
            <Input
              label="Name"
              autoComplete="organization"
              hint="As customers see it at the checkout and on receipts."
              error={errors.name?.message}
              {...form.register('name', {
                required: 'Enter the name customers know you by.',
                minLength: { value: 3, message: 'Use at least 3 characters.' },
              })}
            />
            <Input
              label="Address"
              autoCapitalize="none"
              spellCheck={false}
              hint={`${window.location.host}/${form.watch('slug') || 'your-name'}; links with earlier addresses go on working.`}
              error={errors.slug?.message}
              {...form.register('slug', {
                required: 'Enter an address for your pages.',
                minLength: { value: 3, message: 'Use at least 3 characters.' },
                pattern: {
                  value: /^[a-z0-9]+(-[a-z0-9]+)*$/,
                  message: 'Use lower-case letters, digits and single hyphens.',
                },
              })}
            />
            <Input
              label="E-mail"
              type="email"
              optional
              hint="Where customers reach you. Replies to mails go there if it is the verified address of a member."
              error={errors.email?.message}
              {...form.register('email')}
            />
            <Input
              label="Website"
              type="url"
              optional
              placeholder="https://example.com"
              error={errors.website?.message}
              {...form.register('website')}
            />
            <Input
              label="Logo"
              type="url"
              optional
              hint="Customers see an uploaded image at the checkout, in the portal and in mails; the address of another site is for programs only."
              placeholder="https://example.com/logo.png"
              error={errors.avatar_url?.message}
              {...form.register('avatar_url')}
            />
            {mayChange && (
              <AvatarUpload
                organizationId={organization.id}
                url={form.watch('avatar_url')}
                onUploaded={(url) => form.setValue('avatar_url', url, { shouldDirty: true })}
              />
            )}
            <Controller
              control={form.control}
              name="time_zone"
              render={({ field }) => (
                <TimeZoneField
                  value={field.value}
                  onChange={field.onChange}
                  inputRef={field.ref}
                  error={errors.time_zone?.message}
                />
              )}
            />
            <CurrencySelect
              label="Currency"
              hint="Of figures that are not asked for in another one, and of new prices. It converts nothing: what is sold stays in its currency."
              error={errors.currency?.message}
              {...form.register('currency')}
            />
          </div>
          <FormSection title="Links" hint="Other places where customers find you.">
            <Socials form={form} />
          </FormSection>
          {mayChange && <AccentColor form={form} branding={branding} />}
          <Payments />
          <InvoiceDetails form={form} />
          <SubscriptionRules form={form} />
          <CustomerMails form={form} organizationId={organization.id} />
          <FormSection
            title="Features"
            hint="What is off is hidden from these pages; programs can use it all the same."
          >
            <Checkbox
              label="Usage-based billing"
              hint="Meters, and prices that depend on what customers use."
              error={errors.feature_settings?.usage_based_billing_enabled?.message}
              {...form.register('feature_settings.usage_based_billing_enabled')}
            />
            <Checkbox
              label="Issue funding"
              hint="For programs that offer it; Tillbook has no page for it."
              error={errors.feature_settings?.issue_funding_enabled?.message}
              {...form.register('feature_settings.issue_funding_enabled')}
            />
          </FormSection>
        </fieldset>
        {mayChange && (
          <FormActions sticky>
            <Button type="submit" kind="primary" busy={isSubmitting && 'Saving'} disabled={!isDirty}>
              Save
            </Button>
            <Button kind="quiet" disabled={!isDirty} onClick={() => form.reset()}>
              Discard changes
            </Button>
          </FormActions>
        )}
      </Form>
      {mayChange && <Connections organizationId={organization.id} />}
      {mayChange && <BusinessDetails organization={organization} />}
      <Limits organization={organization} />
      <DangerZone organization={organization} onGone={onGone} />
    </>
  );
}
