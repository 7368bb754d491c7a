import { useEffect, useId, useRef, useState } from 'react';
import type { CheckoutPublic } from '@/api/types';
import { addressOf } from '@/lib/address';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import { FormSection } from '@/ui/Form';
import { Loading } from '@/ui/Loading';
import type { PayFields } from './entered';
import { loadStripe, type StripeElements, type StripeJs } from './stripe-js';
import type { PayForm } from './usePayForm';
import { dueToday } from './words';

interface StripeCardProps {
  checkout: CheckoutPublic;
  entered: PayForm;
  error?: string;
}

/** Stripe's own fields for a card or another way to pay; what is entered there goes to Stripe alone. */
export function StripeCard({ checkout, entered, error }: StripeCardProps) {
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const elements = useRef<StripeElements>(undefined);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const { publishable_key } = checkout.payment_processor_metadata;
  const options = optionsOf(checkout);

  useEffect(() => {
    let isUnmounted = false;
    setState('loading');
    const mount = (stripe: StripeJs) => {
      if (isUnmounted || !host.current) return;
      const created = stripe.elements({ ...options, appearance: appearance() });
      const fields = { billingDetails: { name: 'never', email: 'never', address: 'if_required' } };
      const card = created.create('payment', { fields });
      card.on('ready', () => setState('ready'));
      card.on('loaderror', () => setState('failed'));
      card.mount(host.current);
      elements.current = created;
      entered.card.current = cardOf(stripe, created, checkout.client_secret);
    };
    loadStripe(publishable_key!).then(mount, () => isUnmounted || setState('failed'));
    return () => {
      isUnmounted = true;
      entered.card.current = undefined;
      elements.current = undefined;
    };
  }, [attempt]);

  // What is charged now must be what Stripe's fields were made for.
  useEffect(() => elements.current?.update(options), [state, JSON.stringify(options)]);

  return (
    <FormSection title="Payment" hint="Card details go to Stripe; neither the seller nor we see them.">
      <div className="grid gap-1">
        {state === 'loading' && <Loading what="the ways to pay" shape="form" count={2} />}
        {state === 'failed' && (
          <div role="alert" className="grid justify-items-start gap-2 border-l-2 border-red bg-red-wash px-3 py-2">
            <p>The payment fields did not load. A content blocker may hold back js.stripe.com.</p>
            <Button onClick={() => setAttempt((count) => count + 1)}>Load again</Button>
          </div>
        )}
        <div
          key={attempt}
          ref={host}
          role="group"
          aria-label="Payment details"
          aria-describedby={error && `${id}-error`}
          tabIndex={-1}
          data-invalid={error ? true : undefined}
          className="outline-none"
        />
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </FormSection>
  );
}

/** What will be asked of Stripe, as the server asks for it: a charge, and whether the method is kept for later ones. */
function optionsOf(checkout: CheckoutPublic) {
  const { currency, is_payment_setup_required } = checkout;
  const amount = dueToday(checkout);
  const kept = is_payment_setup_required ? 'off_session' : null;
  return amount > 0
    ? { mode: 'payment', amount, currency, setupFutureUsage: kept }
    : { mode: 'setup', currency, setupFutureUsage: 'off_session' };
}

function cardOf(stripe: StripeJs, elements: StripeElements, clientSecret: string): PayForm['card']['current'] {
  return {
    async problem() {
      const { error } = await elements.submit();
      return error && (error.message ?? 'Check the payment details.');
    },
    async token(values: PayFields) {
      const address = addressOf(values);
      const params = {
        payment_method_data: {
          billing_details: { name: values.name.trim(), email: values.email.trim(), ...(address && { address }) },
        },
        return_url: new URL(`/checkout/${clientSecret}/confirmation`, window.location.href).href,
      };
      const { error, confirmationToken } = await stripe.createConfirmationToken({ elements, params });
      return confirmationToken
        ? { token: confirmationToken.id }
        : { problem: error?.message ?? 'Try again in a moment.' };
    },
  };
}

/** The page's own look, in colors that Stripe can read. */
export function appearance() {
  const color = (name: string) => {
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) return undefined;
    canvas.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  };
  return {
    theme: 'flat',
    variables: {
      colorPrimary: color('--green'),
      colorBackground: color('--slip'),
      colorText: color('--ink'),
      colorDanger: color('--red'),
      fontSizeBase: '14px',
      borderRadius: '2px',
    },
  };
}
