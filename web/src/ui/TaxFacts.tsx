import { money } from '@/lib/format';
import { rateLabel } from '@/lib/tax-words';
import { Fact } from './Facts';

interface TaxFactsProps {
  /** How it was computed, if that is known: orders from before rates were kept have only the sum. */
  tax: {
    rates: readonly { name: string; percent: string; country: string; state: string | null; amount: number }[];
    reverse_charge: boolean;
  } | null;
  /** In cents. */
  amount: number;
  currency: string;
}

/** A line of a bill for each rate. */
export function TaxFacts({ tax, amount, currency }: TaxFactsProps) {
  if (tax && tax.rates.length > 0)
    return tax.rates.map((rate) => (
      <Fact key={`${rate.name} ${rate.state ?? rate.country}`} term={rateLabel(rate, tax.reverse_charge)} figures>
        {money(rate.amount, currency)}
      </Fact>
    ));
  if (amount === 0) return null;
  return (
    <Fact term="Tax" figures>
      {money(amount, currency)}
    </Fact>
  );
}
