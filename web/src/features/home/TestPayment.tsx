import { useQuery } from '@tanstack/react-query';
import { sellersCheckoutQuery } from '@/api/checkouts';
import { ButtonAnchor, ButtonLink } from '@/ui/Button';

interface TestPaymentProps {
  /** The checkout's. */
  id: string;
  org: string;
}

/** Opens the checkout in a new tab, or a new one if it can no longer be paid. */
export function TestPayment({ id, org }: TestPaymentProps) {
  const { data: checkout } = useQuery({ ...sellersCheckoutQuery(id), refetchOnWindowFocus: 'always' });
  if (!checkout) return null;
  if (checkout.status !== 'open') {
    return (
      <ButtonLink to="/$org/checkouts/new" params={{ org }} kind="primary">
        New checkout
      </ButtonLink>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      <ButtonAnchor href={checkout.url} target="_blank" rel="noreferrer" kind="primary">
        Open the checkout<span className="sr-only"> in a new tab</span>
      </ButtonAnchor>
      <p className="text-soft">
        There, choose <span className="text-ink">A card that pays</span>, or see how the others end:{' '}
        <span className="text-ink">Declined</span>, <span className="text-ink">Insufficient funds</span>,{' '}
        <span className="text-ink">Asks the buyer to approve</span>, <span className="text-ink">Settles later</span>.
      </p>
    </div>
  );
}
