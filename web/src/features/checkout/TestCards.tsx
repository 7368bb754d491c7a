import { useQuery } from '@tanstack/react-query';
import { clockQuery } from '@/api/sandbox';
import { RadioGroup } from '@/ui/Choice';
import { FormSection } from '@/ui/Form';
import { Loading } from '@/ui/Loading';

const cards = [
  { value: 'ctoken_ok', label: 'A card that pays' },
  { value: 'ctoken_declined', label: 'Declined' },
  { value: 'ctoken_insufficient_funds', label: 'Insufficient funds' },
  {
    value: 'ctoken_requires_action',
    label: 'Asks the buyer to approve',
    hint: 'You approve or refuse on the next page.',
  },
  { value: 'ctoken_pending', label: 'Settles later', hint: 'As a bank debit does: the answer takes days.' },
  { value: 'ctoken_renewal_declined', label: 'Pays once, declined on renewal' },
  { value: 'ctoken_renewal_pending', label: 'Pays once, renewals settle later' },
  { value: 'ctoken_refund_pending', label: 'Pays; refunds settle later' },
  { value: 'ctoken_refund_failed', label: 'Pays; refunds are refused' },
];

interface TestCardsProps {
  register: object;
  /** The chosen card's token. */
  chosen: string;
  error?: string;
  /** The tokens of those that are offered; all by default. */
  only?: readonly string[];
}

/** The sandbox asks for no card: the buyer chooses the outcome of the payment. */
export function TestCards({ register, chosen, error, only }: TestCardsProps) {
  const { data: sandbox, isPending } = useQuery(clockQuery);
  if (isPending) return <Loading what="the ways to pay" shape="form" count={2} />;
  const offered = only ? cards.filter(({ value }) => only.includes(value)) : cards;
  return (
    <FormSection
      title="Card"
      hint={sandbox ? 'This is a sandbox: no money moves. Choose how the payment should go.' : undefined}
    >
      {sandbox ? (
        <RadioGroup legend="Test card" options={offered} error={error} {...register} checkedValue={chosen} />
      ) : (
        <p className="border-l-2 border-amber bg-amber-wash px-3 py-2">
          This shop can’t take payments yet. You were not charged; ask the seller to set up payments.
        </p>
      )}
    </FormSection>
  );
}
