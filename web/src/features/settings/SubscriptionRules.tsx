import type { UseFormReturn } from 'react-hook-form';
import { changeBehaviors } from '@/lib/plan-changes';
import { Checkbox, RadioGroup } from '@/ui/Choice';
import { Input, Select } from '@/ui/Field';
import { FormSection } from '@/ui/Form';
import { MAX_GRACE_DAYS, type SettingsFields } from './settings-form';

/** What customers may do with subscriptions, how plans change, and what becomes of what is not paid. */
export function SubscriptionRules({ form }: { form: UseFormReturn<SettingsFields> }) {
  const { errors } = form.formState;
  const failed = errors.billing_settings;
  return (
    <>
      <FormSection title="Subscriptions">
        <Checkbox
          label="Customers may have several subscriptions"
          hint="Otherwise, someone with an active subscription can’t buy another one."
          {...form.register('subscription_settings.allow_multiple_subscriptions')}
        />
        <Checkbox
          label="Customers may change their subscription"
          hint="In their portal, and in programs that offer it."
          {...form.register('subscription_settings.allow_customer_updates')}
        />
        <RadioGroup
          legend="When a subscription changes in mid-period, the difference is"
          options={[
            { value: 'prorate', label: 'added to the next invoice' },
            { value: 'invoice', label: 'charged at once' },
          ]}
          error={errors.subscription_settings?.message}
          {...form.register('subscription_settings.proration_behavior')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Behavior
            form={form}
            name="upgrade_behavior"
            label="Upgrades take effect"
            hint="Changes to a plan that costs more per year."
          />
          <Behavior
            form={form}
            name="downgrade_behavior"
            label="Downgrades take effect"
            hint="Changes to one that costs less, or as much."
          />
        </div>
      </FormSection>
      <FormSection
        title="Failed payments"
        hint="A declined payment is tried again on days 2, 7, 14 and 21, and at once when the customer updates their card."
      >
        <Input
          label="Days until benefits are revoked"
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_GRACE_DAYS}
          className="max-w-60"
          hint="After the first decline; 0 revokes them at once."
          error={failed?.benefit_grace_days?.message}
          {...form.register('billing_settings.benefit_grace_days', {
            valueAsNumber: true,
            validate: (days) =>
              (Number.isInteger(days) && days >= 0 && days <= MAX_GRACE_DAYS) ||
              `Enter a whole number of days from 0 to ${MAX_GRACE_DAYS}.`,
          })}
        />
        <RadioGroup
          legend="After the last attempt, the subscription"
          options={[
            { value: 'cancel', label: 'is canceled', hint: 'Its unpaid order becomes void.' },
            {
              value: 'unpaid',
              label: 'stays, unpaid',
              hint: 'It is neither renewed nor charged until the customer updates their card.',
            },
          ]}
          error={failed?.unpaid_action?.message}
          {...form.register('billing_settings.unpaid_action')}
        />
      </FormSection>
    </>
  );
}

interface BehaviorProps {
  form: UseFormReturn<SettingsFields>;
  name: 'upgrade_behavior' | 'downgrade_behavior';
  label: string;
  hint: string;
}

function Behavior({ form, name, label, hint }: BehaviorProps) {
  return (
    <Select
      label={label}
      hint={hint}
      error={form.formState.errors.billing_settings?.[name]?.message}
      {...form.register(`billing_settings.${name}`, { setValueAs: (value: string | null) => value || null })}
    >
      <option value="">Now, as chosen above</option>
      {changeBehaviors.map(({ value, label: words }) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Select>
  );
}
