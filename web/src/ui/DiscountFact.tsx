import { Link } from '@tanstack/react-router';
import { durationLabel, valueLabel, type DiscountShape } from '@/lib/discount-words';
import { ABSENT } from '@/lib/format';
import { Fact } from './Facts';

interface DiscountFactProps {
  discount: (DiscountShape & { id: string; name: string }) | null;
  org: string;
  /** Says for how long, too. */
  lasting?: boolean;
}

/** The discount of a sale: its name, and what it takes off. */
export function DiscountFact({ discount, org, lasting }: DiscountFactProps) {
  return (
    <Fact term="Discount">
      {discount ? (
        <>
          <Link to="/$org/discounts/$id" params={{ org, id: discount.id }} className="link">
            {discount.name}
          </Link>
          <span className="text-soft">
            , {valueLabel(discount)} off
            {lasting && `: ${durationLabel(discount).toLowerCase()}`}
          </span>
        </>
      ) : (
        ABSENT
      )}
    </Fact>
  );
}
