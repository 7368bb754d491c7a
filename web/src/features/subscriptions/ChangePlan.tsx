import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { applyFieldErrors } from '@/api/form-errors';
import { usePlanSearch } from '@/api/products';
import { planChangeQuery, useChangePlan, type PlanChange } from '@/api/subscriptions';
import type { Organization, Subscription } from '@/api/types';
import { ApiError } from '@/api/error';
import { behaviorWords, changeBehaviors, changedWords, refusedProduct, type ChangeBehavior } from '@/lib/plan-changes';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { RadioGroup } from '@/ui/Choice';
import { Dialog } from '@/ui/Dialog';
import { DialogCancel } from '@/ui/DialogCancel';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { PickField } from '@/ui/PickField';
import { ChangePreview } from './ChangePreview';

interface ChangePlanProps {
  subscription: Subscription;
  organization: Organization;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ChangePlan({ subscription, organization, open, onOpenChange }: ChangePlanProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      wide
      title="Change plan"
      description={`${subscription.customer.email} has ${subscription.product.name}. Nothing changes until you say so below.`}
    >
      <ChangeForm subscription={subscription} organization={organization} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** As the organization's settings say. */
const USUAL = 'usual';

interface ChangeFields {
  plan: { id: string; label: string } | null;
  behavior: ChangeBehavior | typeof USUAL;
}

type ChangeFormProps = Pick<ChangePlanProps, 'subscription' | 'organization'> & { onDone: () => void };

function ChangeForm({ subscription, organization, onDone }: ChangeFormProps) {
  const change = useChangePlan(subscription.id);
  const { options, ...search } = usePlanSearch(organization.id);
  const form = useGuardedForm<ChangeFields>({
    draft: `plan ${subscription.id}`,
    defaultValues: { plan: null, behavior: USUAL },
  });
  const { errors, isSubmitting } = form.formState;
  const asked = changeOf(form.watch());
  const preview = useQuery(planChangeQuery(subscription.id, asked));
  const refused = refusalOf(preview.error);
  const usual = preview.data?.proration_behavior;

  const submit = form.handleSubmit(async (fields) => {
    try {
      const changed = await change.mutateAsync(changeOf(fields));
      announce(changedWords(subscription, changed));
      onDone();
    } catch (error) {
      applyFieldErrors(form, withPlainWords(error), { product_id: 'plan' });
    }
  });

  return (
    <Form draft={form.draft} wide onSubmit={submit}>
      <FormError message={errors.root?.message ?? refused.form} />
      <Controller
        control={form.control}
        name="plan"
        rules={{ validate: (plan) => plan !== null || 'Choose the plan to change to.' }}
        render={({ field }) => (
          <PickField
            label="Plan"
            hint="Products with a monthly or yearly price that are on sale."
            error={errors.plan?.message ?? refused.plan}
            picked={field.value?.label ?? 'Choose a plan'}
            options={options}
            {...search}
            onPick={(id) => field.onChange(options?.find((option) => option.id === id) ?? null)}
            buttonRef={field.ref}
          />
        )}
      />
      <RadioGroup
        legend="It changes"
        options={[
          {
            value: USUAL,
            label: asked.proration_behavior === null && usual ? `Default (${behaviorWords(usual)})` : 'Default',
            hint: 'Set in Settings, for upgrades and for downgrades.',
          },
          ...changeBehaviors,
        ]}
        {...form.register('behavior')}
      />
      <ChangePreview preview={preview} isAsked={asked.product_id !== ''} subscription={subscription} />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogCancel />
        <Button type="submit" kind="primary" busy={isSubmitting && 'Changing'}>
          {preview.data?.proration_behavior === 'next_period' ? 'Schedule change' : 'Change plan'}
        </Button>
      </div>
    </Form>
  );
}

function changeOf({ plan, behavior }: ChangeFields): PlanChange {
  return { product_id: plan?.id ?? '', proration_behavior: behavior === USUAL ? null : behavior };
}

/** Where the refusal of a preview shows. */
function refusalOf(error: Error | null): { plan?: string; form?: string } {
  if (!error) return {};
  const field = error instanceof ApiError ? error.fields['product_id'] : undefined;
  return field ? { plan: refusedProduct(field) } : { form: error.message };
}

function withPlainWords(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.fields['product_id']) return error;
  const { status, code, message, fields } = error;
  return new ApiError(status, code, message, { ...fields, product_id: refusedProduct(fields['product_id']!) });
}
