import { Link } from '@tanstack/react-router';
import { valueLabel, type DiscountShape } from '@/lib/discount-words';
import { ABSENT } from '@/lib/format';
import { Fact } from './Facts';

interface DiscountFactProps {
  discount: (DiscountShape & { id: string; name: string }) | null;
  org: string;
  /** For how long: "3 months". */
  lasting?: string;
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
            {lasting && `: ${lasting}`}
          </span>
        </>
      ) : (
        ABSENT
      )}
    </Fact>
  );
}
