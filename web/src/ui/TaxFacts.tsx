import { taxLines, type Bill } from '@/lib/bill';
import { money } from '@/lib/format';
import { Fact } from './Facts';

interface TaxFactsProps {
  /** How it was computed, if that is known: orders from before rates were kept have only the sum. */
  tax: Bill['tax'];
  /** In minor units. */
  amount: number;
  currency: string;
}

/** A line of a bill for each rate. */
export function TaxFacts({ tax, amount, currency }: TaxFactsProps) {
  return taxLines({ tax, tax_amount: amount }).map((line) => (
    <Fact key={line.key} term={line.label} figures>
      {money(line.amount, currency)}
    </Fact>
  ));
}
