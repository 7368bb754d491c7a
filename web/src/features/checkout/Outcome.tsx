import { useQuery } from '@tanstack/react-query';
import { clockQuery, useSettlePayment } from '@/api/sandbox';
import type { CheckoutPublic } from '@/api/types';
import { money } from '@/lib/format';
import { Button } from '@/ui/Button';
import { FormError } from '@/ui/Form';
import { StatusMark } from '@/ui/StatusMark';

/** Confirmed, and the processor has not answered yet. */
export function Waiting({ checkout }: { checkout: CheckoutPublic }) {
  return (
    <section role="status" className="grid gap-4">
      <StatusMark tone="wait" className="text-lead font-semibold">
        Your payment is on its way
      </StatusMark>
      <p className="text-soft">
        This page shows the answer as soon as it is there. You can also close it: the receipt goes to{' '}
        {checkout.customer_email ?? 'your e-mail'}.
      </p>
      <Settle paymentId={checkout.payment_processor_metadata.payment_id} />
    </section>
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

export function Paid({ checkout }: { checkout: CheckoutPublic }) {
  const { product, organization, total_amount, currency, customer_email, success_url } = checkout;
  const elsewhere = URL.canParse(success_url) && new URL(success_url).origin !== window.location.origin;
  return (
    <section role="status" className="grid justify-items-start gap-4">
      <StatusMark tone="good" className="text-lead font-semibold">
        {total_amount > 0 ? `Paid ${money(total_amount, currency)}` : 'All set'}
      </StatusMark>
      <p className="text-soft">
        {product.name} is yours. {customer_email && `The receipt goes to ${customer_email}.`}
      </p>
      {elsewhere && (
        <a href={success_url} className="link">
          Back to {organization.name}
        </a>
      )}
    </section>
  );
}
