import { useEffect, useState } from 'react';
import { Button } from '@/ui/Button';
import { FormError } from '@/ui/Form';
import { loadStripe } from './stripe-js';

/** The buyer's bank asks them to confirm the payment: at once when the page opens, and again with the button. */
export function BankApproval({ publishableKey, clientSecret }: { publishableKey: string; clientSecret: string }) {
  const [isAsking, setAsking] = useState(false);
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function ask(): Promise<void> {
    setAsking(true);
    setProblem(undefined);
    try {
      const stripe = await loadStripe(publishableKey);
      const { error } = await stripe.handleNextAction({ clientSecret });
      if (error) setProblem(error.message ?? 'Your bank did not confirm the payment.');
      else setDone(true);
    } catch {
      setProblem('Your bank’s page could not be opened. Check your connection and try again.');
    } finally {
      setAsking(false);
    }
  }

  useEffect(() => void ask(), [clientSecret]);

  if (isDone) return <p className="text-soft">Your bank has confirmed the payment. This page updates by itself.</p>;
  return (
    <div className="grid justify-items-start gap-3">
      <p>Your bank asks you to confirm this payment. You are charged once you have.</p>
      <FormError message={problem} />
      <Button kind="primary" busy={isAsking && 'Waiting for your bank'} onClick={() => void ask()}>
        Confirm with your bank
      </Button>
    </div>
  );
}
