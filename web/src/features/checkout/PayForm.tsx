import type { CheckoutPublic } from '@/api/types';
import { later } from '@/lib/later';
import { AddressFields } from '@/ui/AddressFields';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Choice';
import { Input } from '@/ui/Field';
import { FormError, FormSection } from '@/ui/Form';
import { addressParts, asksForAddress, isOptionalPart } from './entered';
import { TestCards } from './TestCards';
import type { PayForm as Entered } from './usePayForm';
import { declineWords, payLabel } from './words';

/** Few products have them, so their code is no part of the first load. */
const CustomFields = later(() => import('./CustomFields').then((file) => file.CustomFields));

/** Only where Stripe takes the money. */
const StripeCard = later(() => import('./StripeCard').then((file) => file.StripeCard));

/** Who buys, and how they pay. */
export function PayForm({ checkout, entered }: { checkout: CheckoutPublic; entered: Entered }) {
  const { errors, isSubmitting, wasSubmitted, register, values } = entered;
  const { is_payment_form_required: paying, decline_reason: reason } = checkout;
  const { publishable_key } = checkout.payment_processor_metadata;
  const earlier = reason !== null && !wasSubmitted ? declineWords(reason) : undefined;
  return (
    <div className="grid max-w-form gap-6">
      <div className="grid gap-4">
        <Input
          label="E-mail"
          type="email"
          autoComplete="email"
          readOnly={checkout.customer_id !== null && checkout.customer_email !== null}
          hint="Your receipt goes here."
          error={errors.email}
          aria-required
          {...register('email')}
        />
        <Input
          label="Name"
          autoComplete="name"
          optional={!paying}
          error={errors.name}
          aria-required={paying}
          {...register('name')}
        />
      </div>
      {checkout.attached_custom_fields.length > 0 && <CustomFields {...{ checkout, entered }} />}
      {paying && publishable_key && <StripeCard {...{ checkout, entered }} error={errors.card ?? earlier} />}
      {paying && !publishable_key && (
        <TestCards register={register('card')} chosen={values.card} error={errors.card ?? earlier} />
      )}
      {asksForAddress(checkout) && <Billing {...{ checkout, entered }} />}
      <div className="grid gap-3">
        <FormError message={errors['']} />
        <Button type="submit" kind="primary" className="h-11" busy={isSubmitting && (paying ? 'Paying' : 'Sending')}>
          {payLabel(checkout)}
        </Button>
      </div>
    </div>
  );
}

function Billing({ checkout, entered }: { checkout: CheckoutPublic; entered: Entered }) {
  const { errors, register, set, values } = entered;
  const { country, business } = values;
  return (
    <FormSection title="Billing address">
      <AddressFields
        country={country}
        register={(part) => {
          const bound = register(part);
          if (part !== 'country') return bound;
          // They are those of one country.
          const onChange: typeof bound.onChange = async (event) => {
            set('state', '');
            set('tax_id', '');
            await bound.onChange(event);
          };
          return { ...bound, onChange };
        }}
        errors={Object.fromEntries(addressParts.map((part) => [part, { message: errors[part] }]))}
        parts={checkout.customer_billing_address_fields}
        optional={(part) => isOptionalPart(part, country, checkout)}
      />
      <Checkbox label="I am buying for a business" {...register('business')} />
      {business && (
        <>
          <Input
            label="Business name"
            autoComplete="organization"
            error={errors.billing_name}
            aria-required
            {...register('billing_name')}
          />
          <Input
            label="Tax ID"
            optional
            autoComplete="off"
            hint="Such as a VAT number. It may change the tax."
            error={errors.tax_id}
            {...register('tax_id')}
          />
        </>
      )}
    </FormSection>
  );
}
