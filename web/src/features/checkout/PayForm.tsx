import { useConfirmCheckout, useUpdateCheckout } from '@/api/checkout';
import { ApiError } from '@/api/error';
import { applyFieldErrors } from '@/api/form-errors';
import type { CheckoutPublic } from '@/api/types';
import { addressForm, addressOf, type AddressForm } from '@/lib/address';
import { money } from '@/lib/format';
import { AddressFields } from '@/ui/AddressFields';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/Field';
import { Form, FormError, FormSection } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { TestCards } from './TestCards';
import { declineWords } from './words';

interface PayFields extends AddressForm {
  email: string;
  name: string;
  card: string;
}

const parts = ['country', 'line1', 'line2', 'postal_code', 'city', 'state'] as const;
const names = {
  customer_email: 'email' as const,
  customer_name: 'name' as const,
  customer_billing_address: 'country' as const,
  confirmation_token_id: 'card' as const,
  ...Object.fromEntries(parts.map((part) => [`customer_billing_address.${part}`, part])),
};

export function PayForm({ checkout }: { checkout: CheckoutPublic }) {
  const confirm = useConfirmCheckout(checkout.client_secret);
  const update = useUpdateCheckout(checkout.client_secret);
  const form = useGuardedForm<PayFields>({
    draft: false,
    defaultValues: {
      email: checkout.customer_email ?? '',
      name: checkout.customer_name ?? '',
      card: 'ctoken_ok',
      ...addressForm(checkout.customer_billing_address),
    },
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const paying = checkout.is_payment_form_required;

  const submit = form.handleSubmit(async ({ email, name, card, ...address }) => {
    try {
      await confirm.mutateAsync({
        customer_email: email,
        customer_name: name || null,
        customer_billing_address: addressOf(address),
        ...(paying && { confirmation_token_id: card }),
      });
    } catch (error) {
      if (isDecline(error)) form.setError('root', { message: declineWords(error.message) });
      else applyFieldErrors(form, error, names);
    }
  });

  // Tax depends on the address: the total must be right before the buyer confirms.
  const country = form.register('country', {
    required: paying || checkout.require_billing_address ? 'Choose the country of your billing address.' : false,
    onChange: () => update.mutate({ customer_billing_address: addressOf(form.getValues()) }),
  });

  return (
    <Form onSubmit={submit} aria-label="Your details">
      <FormError
        message={
          errors.root?.message ??
          (checkout.decline_reason !== null && submitCount === 0 ? declineWords(checkout.decline_reason) : undefined)
        }
      />
      <div className="grid gap-4">
        <Input
          label="E-mail"
          type="email"
          autoComplete="email"
          readOnly={checkout.customer_id !== null && checkout.customer_email !== null}
          hint="Your receipt goes here."
          error={errors.email?.message}
          {...form.register('email', { required: 'Enter the e-mail your receipt should go to.' })}
        />
        <Input
          label="Name"
          autoComplete="name"
          optional={!paying}
          error={errors.name?.message}
          {...form.register('name', { required: paying && 'Enter the name of the person who pays.' })}
        />
      </div>
      {paying && <TestCards register={form.register('card')} error={errors.card?.message} />}
      {(paying || checkout.require_billing_address) && (
        <FormSection title="Billing address">
          <AddressFields
            register={(part) => (part === 'country' ? country : form.register(part))}
            errors={errors}
            parts={checkout.customer_billing_address_fields}
          />
        </FormSection>
      )}
      <Button type="submit" kind="primary" className="h-11" busy={isSubmitting && 'Paying'}>
        {payLabel(checkout)}
      </Button>
    </Form>
  );
}

/** The charge was declined: the form is right as it is. */
function isDecline(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'PaymentError';
}

function payLabel({ total_amount, currency, product, is_payment_required }: CheckoutPublic): string {
  if (!is_payment_required) return product.recurring_interval ? 'Start for free' : 'Get it for free';
  const amount = money(total_amount, currency);
  return product.recurring_interval ? `Subscribe for ${amount} a ${product.recurring_interval}` : `Pay ${amount}`;
}
