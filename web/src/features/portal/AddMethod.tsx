import { useRef, useState } from 'react';
import { useAddPortalMethod } from '@/api/portal-own';
import { queryClient } from '@/api/query-client';
import { ownKey } from '@/api/portal';
import type { Portal } from '@/api/types';
import { later } from '@/lib/later';
import { TestCards } from '@/features/checkout/TestCards';
import { loadStripe } from '@/features/checkout/stripe-js';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { FormError } from '@/ui/Form';
import type { CardFields } from './StripeMethod';
import { chargedWords } from './words';

/** Only where Stripe takes the money. */
const StripeMethod = later(() => import('./StripeMethod').then((file) => file.StripeMethod));

/** Those whose outcome shows here: the others are about single payments. */
const TEST_CARDS = ['ctoken_ok', 'ctoken_declined', 'ctoken_insufficient_funds', 'ctoken_renewal_declined'];

interface AddMethodProps {
  slug: string;
  portal: Portal;
  onDone: () => void;
}

/** Saves a card that all subscriptions are charged with from now on, and what is past due at once. */
export function AddMethod({ slug, portal, onDone }: AddMethodProps) {
  const { publishable_key } = portal.payment_processor_metadata;
  const [testCard, setTestCard] = useState(TEST_CARDS[0]!);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const fields = useRef<CardFields>(undefined);
  const add = useAddPortalMethod(slug);

  async function save(): Promise<void> {
    const token = publishable_key ? await fields.current?.token() : testCard;
    if (token === undefined) throw new Error('The payment fields have not loaded yet. Wait a moment.');
    const { status, client_secret, charged } = await add.mutateAsync(token);
    if (status === 'requires_action') {
      if (!publishable_key || client_secret === null) throw new Error('Your bank has to confirm it first.');
      const { error } = await (await loadStripe(publishable_key)).handleNextAction({ clientSecret: client_secret });
      if (error) throw new Error(error.message ?? 'Your bank did not confirm it.');
      // It is saved once the processor has reported that.
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: ownKey(slug) }), 2_000);
    }
    announce(['The payment method is saved, and charged from now on.', chargedWords(charged)].join(' ').trim());
    onDone();
  }

  return (
    <form
      noValidate
      className="grid max-w-form gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        setProblem(undefined);
        save()
          .catch((error: unknown) => setProblem(error instanceof Error ? error.message : 'Try again in a moment.'))
          .finally(() => setBusy(false));
      }}
    >
      {publishable_key ? (
        <StripeMethod publishableKey={publishable_key} currency={portal.organization.currency} fields={fields} />
      ) : (
        <TestCards
          only={TEST_CARDS}
          register={{
            name: 'card',
            onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => setTestCard(currentTarget.value),
          }}
          chosen={testCard}
        />
      )}
      <FormError message={problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" busy={isBusy && 'Saving'}>
          Save payment method
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
