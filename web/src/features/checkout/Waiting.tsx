import { useQuery } from '@tanstack/react-query';
import { clockQuery, useSettlePayment } from '@/api/sandbox';
import type { CheckoutPublic } from '@/api/types';
import { later } from '@/lib/later';
import { Button } from '@/ui/Button';
import { FormError } from '@/ui/Form';

/** Only where Stripe takes the money. */
const BankApproval = later(() => import('./BankApproval').then((file) => file.BankApproval));

/** The checkout is confirmed, but the processor has not responded yet. */
export function Waiting({ checkout }: { checkout: CheckoutPublic }) {
  const { intent_client_secret, publishable_key } = checkout.payment_processor_metadata;
  return (
    <div className="grid gap-4">
      {intent_client_secret && publishable_key ? (
        <BankApproval publishableKey={publishable_key} clientSecret={intent_client_secret} />
      ) : (
        <p className="text-soft">
          This page updates by itself. You can also close it: the receipt goes to{' '}
          {checkout.customer_email ?? 'your e-mail'}.
        </p>
      )}
      {!publishable_key && <Settle paymentId={checkout.payment_processor_metadata.payment_id} />}
    </div>
  );
}

function Settle({ paymentId }: { paymentId: string | undefined }) {
  const { data: sandbox } = useQuery(clockQuery);
  const settle = useSettlePayment();
  if (!sandbox || !paymentId) return null;
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p className="text-soft">In the sandbox you are the bank as well.</p>
      <FormError message={settle.error?.message} />
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          busy={settle.isPending && 'Settling'}
          onClick={() => settle.mutate({ paymentId, outcome: 'succeeded' })}
        >
          Approve the payment
        </Button>
        <Button disabled={settle.isPending} onClick={() => settle.mutate({ paymentId, outcome: 'declined' })}>
          Decline it
        </Button>
      </div>
    </div>
  );
}
