import { Link } from '@tanstack/react-router';
import type { FinanceOverview, FinanceTax } from '@/api/types';
import { leftAfterRefunds, periodName, taxPlace, taxRateWords, type FinanceInterval } from '@/lib/finance';
import { figure } from '@/lib/format';
import { day } from '@/lib/time';

interface TaxesTableProps {
  org: string;
  overview: FinanceOverview;
  interval: FinanceInterval;
  currency: string;
}

/** The tax of each period by place and rate; a row opens the lines that it is the sum of. */
export function TaxesTable({ org, overview, interval, currency }: TaxesTableProps) {
  const periods = overview.periods.flatMap(({ currencies, start_date, end_date }) => {
    const own = currencies.find((one) => one.currency === currency);
    return own ? [{ from: start_date, to: end_date, taxes: own.taxes, sum: leftAfterRefunds(own) }] : [];
  });
  const areBeside = periods.some(({ taxes, sum }) => sumOf(taxes) !== sum.net_amount);
  const unit = <span className="font-normal text-faint"> {currency.toUpperCase()}</span>;
  return (
    <table aria-label={`Taxes in ${currency.toUpperCase()}`} className="w-full">
      <thead>
        <tr className="border-b border-ink text-note text-soft">
          <th scope="col" className="px-2 py-1 text-left font-medium">
            Place and rate
          </th>
          <th scope="col" className="px-2 py-1 text-right font-medium whitespace-nowrap">
            Net{unit}
          </th>
          <th scope="col" className="px-2 py-1 text-right font-medium whitespace-nowrap">
            Tax{unit}
          </th>
        </tr>
      </thead>
      {areBeside && (
        <caption className="caption-bottom px-2 pt-2 text-left text-note text-soft">
          Rates that apply side by side have the same net, which a period’s sum counts once.
        </caption>
      )}
      {periods.map(({ from, to, taxes, sum }) => (
        <tbody key={from}>
          <tr className="border-b border-line">
            <th scope="rowgroup" className="px-2 pt-4 pb-1 text-left font-semibold">
              {periodName({ from, to }, interval) ?? `${day(from)} to ${day(to)}`}
            </th>
            {[sum.net_amount, sum.tax_amount].map((amount, at) => (
              <td key={at} className="px-2 pt-4 pb-1 text-right font-semibold tabular-nums">
                {figure(amount, currency)}
              </td>
            ))}
          </tr>
          {taxes.map((tax) => (
            <TaxRow key={tax.row} org={org} tax={tax} search={{ from, to, currency, row: tax.row }} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function sumOf(taxes: readonly FinanceTax[]): number {
  return taxes.reduce((total, { base_amount }) => total + base_amount, 0);
}

interface TaxRowProps {
  org: string;
  tax: FinanceTax;
  search: { from: string; to: string; currency: string; row: string };
}

function TaxRow({ org, tax, search }: TaxRowProps) {
  return (
    <tr className="row border-b border-line hover:bg-shade">
      <td className="px-2 py-1.5">
        <Link
          to="/$org/finance/taxes"
          params={{ org }}
          search={search}
          data-row={`${search.from} ${tax.row}`}
          className="flex flex-wrap gap-x-3"
        >
          <span className="font-medium">{taxPlace(tax)}</span>
          <span className="text-soft">{taxRateWords(tax)}</span>
        </Link>
      </td>
      <td className="px-2 py-1.5 text-right align-top tabular-nums">{figure(tax.base_amount, search.currency)}</td>
      <td className="px-2 py-1.5 text-right align-top tabular-nums">{figure(tax.tax_amount, search.currency)}</td>
    </tr>
  );
}
