import type { ReactNode } from 'react';
import { billLines, type Bill, type BillLine } from '@/lib/bill';
import { money } from '@/lib/format';
import { Fact } from './Facts';

interface BillFactsProps {
  bill: Bill;
  /** In place of a line's label: what opens it. */
  label?: (line: BillLine) => ReactNode;
  /** Below a line. */
  more?: (line: BillLine) => ReactNode;
}

/** A bill, line by line, from its items to what is charged. */
export function BillFacts({ bill, label = (line) => <LineLabel line={line} />, more }: BillFactsProps) {
  return billLines(bill).map((line) => (
    <Fact key={line.key} term={label(line)} figures total={line.isTotal} below={more?.(line)}>
      {money(line.amount, bill.currency)}
    </Fact>
  ));
}

/** A line's label, marked if it is for a part of a period. */
export function LineLabel({ line }: { line: BillLine }) {
  return (
    <>
      {line.label}
      {line.isProration && <span className="ml-2 text-note text-faint">Prorated</span>}
    </>
  );
}
