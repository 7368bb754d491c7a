import { useState } from 'react';
import { applyFieldErrors } from '@/api/form-errors';
import { useUpdateOrganization } from '@/api/organizations';
import type { BusinessDetails as Details, Organization } from '@/api/types';
import { day } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Input, Select, Textarea } from '@/ui/Field';
import { FormFrame } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';

/** About the business: sent once, and never shown again, not even here. */
export function BusinessDetails({ organization }: { organization: Organization }) {
  const [open, setOpen] = useState(false);
  const { details_submitted_at: submittedAt } = organization;
  return (
    <section aria-labelledby="business" className="mt-12 grid max-w-form gap-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="business" className="text-lead font-semibold">
            About the business
          </h2>
          <p className="text-soft">
            {submittedAt
              ? `First submitted on ${day(submittedAt)}. What you send again replaces it.`
              : 'What you sell and to whom, for those who run this installation. It is not shown to customers.'}
          </p>
        </div>
        <Button onClick={() => setOpen(true)}>{submittedAt ? 'Submit again' : 'Describe the business'}</Button>
      </div>
      <Dialog open={open} onOpenChange={setOpen} title="About the business">
        <DetailsForm organization={organization} onSaved={() => setOpen(false)} />
      </Dialog>
    </section>
  );
}

const platforms = {
  '': 'Nothing',
  paddle: 'Paddle',
  lemon_squeezy: 'Lemon Squeezy',
  gumroad: 'Gumroad',
  stripe: 'Stripe',
  other: 'Something else',
} as const;

const texts = [
  ['about', 'About you', 'Who you are, in a sentence or two.'],
  ['product_description', 'What you sell', undefined],
  ['intended_use', 'How you use Tillbook', 'Such as subscriptions on your own site.'],
] as const;

interface Fields {
  about: string;
  product_description: string;
  intended_use: string;
  /** Comma-separated. */
  customer_acquisition: string;
  future_annual_revenue: string;
  previous_annual_revenue: string;
  switching_from: keyof typeof platforms;
}

const WHOLE = { value: /^\d{0,12}$/, message: 'Enter a whole number.' };

function DetailsForm({ organization, onSaved }: { organization: Organization; onSaved: () => void }) {
  const update = useUpdateOrganization(organization);
  const form = useGuardedForm<Fields>({
    draft: 'details',
    defaultValues: {
      about: '',
      product_description: '',
      intended_use: '',
      customer_acquisition: '',
      future_annual_revenue: '',
      previous_annual_revenue: '',
      switching_from: '',
    },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (fields) => {
    try {
      await update.mutateAsync({ details: detailsOf(fields) });
      announce('Submitted');
      onSaved();
    } catch (error) {
      const names = Object.keys(fields) as (keyof Fields)[];
      applyFieldErrors(form, error, Object.fromEntries(names.map((name) => [`details.${name}`, name])));
    }
  });

  return (
    <FormFrame
      draft={form.draft}
      error={errors.root?.message}
      action="Submit"
      busy={isSubmitting && 'Submitting'}
      onSubmit={submit}
    >
      {texts.map(([name, label, hint]) => (
        <Textarea
          key={name}
          label={label}
          hint={hint}
          rows={3}
          error={errors[name]?.message}
          {...form.register(name, {
            required: 'Write a sentence.',
            maxLength: { value: 5_000, message: 'Use at most 5,000 characters.' },
          })}
        />
      ))}
      <Input
        label="Where customers find you"
        optional
        hint="Separated by commas, such as newsletter, search."
        error={errors.customer_acquisition?.message}
        {...form.register('customer_acquisition')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Input
          label="Revenue, next year"
          inputMode="numeric"
          hint="An estimate, in whole dollars."
          error={errors.future_annual_revenue?.message}
          {...form.register('future_annual_revenue', { required: 'Enter an estimate, or 0.', pattern: WHOLE })}
        />
        <Input
          label="Revenue, last year"
          optional
          inputMode="numeric"
          hint="In whole dollars."
          error={errors.previous_annual_revenue?.message}
          {...form.register('previous_annual_revenue', { pattern: WHOLE })}
        />
      </div>
      <Select label="What it replaces" error={errors.switching_from?.message} {...form.register('switching_from')}>
        {Object.entries(platforms).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </FormFrame>
  );
}

function detailsOf({ switching_from: from, customer_acquisition: channels, ...fields }: Fields): Details {
  const { future_annual_revenue: expected, previous_annual_revenue: before, ...described } = fields;
  return {
    ...described,
    customer_acquisition: channels.split(',').flatMap((channel) => channel.trim() || []),
    future_annual_revenue: Number(expected),
    previous_annual_revenue: Number(before),
    switching: from !== '',
    switching_from: from || null,
  };
}
