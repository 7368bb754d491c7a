import { useEffect, useRef, useState, type RefObject } from 'react';
import { appearance } from '@/features/checkout/StripeCard';
import { loadStripe } from '@/features/checkout/stripe-js';
import { Loading } from '@/ui/Loading';

/** What is entered in Stripe's own fields. */
export interface CardFields {
  /** @throws Error what is wrong with it, in words for the customer */
  token(): Promise<string>;
}

interface StripeMethodProps {
  publishableKey: string;
  currency: string;
  /** Set while the fields show. */
  fields: RefObject<CardFields | undefined>;
}

/** Stripe's own fields for a method that is kept; what is entered there goes to Stripe alone. */
export function StripeMethod({ publishableKey, currency, fields }: StripeMethodProps) {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');

  useEffect(() => {
    let isUnmounted = false;
    loadStripe(publishableKey).then(
      (stripe) => {
        if (isUnmounted || !host.current) return;
        const options = { mode: 'setup', currency, setupFutureUsage: 'off_session', appearance: appearance() };
        const elements = stripe.elements(options);
        const card = elements.create('payment', {});
        card.on('ready', () => setState('ready'));
        card.on('loaderror', () => setState('failed'));
        card.mount(host.current);
        fields.current = {
          async token() {
            const { error: wrong } = await elements.submit();
            if (wrong) throw new Error(wrong.message ?? 'Check the payment details.');
            const params = { return_url: window.location.href };
            const { error, confirmationToken } = await stripe.createConfirmationToken({ elements, params });
            if (!confirmationToken) throw new Error(error?.message ?? 'Try again in a moment.');
            return confirmationToken.id;
          },
        };
      },
      () => isUnmounted || setState('failed'),
    );
    return () => {
      isUnmounted = true;
      fields.current = undefined;
    };
  }, [publishableKey, currency]);

  return (
    <div className="grid gap-1">
      {state === 'loading' && <Loading what="the ways to pay" shape="form" count={2} />}
      {state === 'failed' && (
        <p role="alert" className="border-l-2 border-red bg-red-wash px-3 py-2">
          The payment fields did not load. A content blocker may hold back js.stripe.com. Load the page again.
        </p>
      )}
      <div ref={host} role="group" aria-label="Payment details" />
    </div>
  );
}
