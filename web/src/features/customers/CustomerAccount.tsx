import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { customerAccountQuery } from '@/api/customers';
import type { CustomerAccount as Account } from '@/api/types';
import { accountLineWords } from '@/lib/account-lines';
import { figure } from '@/lib/format';
import { Section } from '@/ui/Facts';
import { Loading } from '@/ui/Loading';
import { ErrorState } from '@/ui/States';
import { Time } from '@/ui/Value';

interface CustomerAccountProps {
  id: string;
  org: string;
}

/** What the customer has paid too much or owes, and the lines that made it, newest first. */
export function CustomerAccount({ id, org }: CustomerAccountProps) {
  const { data, error, refetch } = useQuery(customerAccountQuery(id));
  return (
    <div id="account">
      <Section title="Account">
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading what="the account" />
        ) : data.lines.length === 0 ? (
          <p className="border-t border-line py-2 text-soft">
            Credits of plan changes and refunds, and what is too little to charge, are kept here for the next order.
          </p>
        ) : (
          data.balances.map(({ currency }) => (
            <Lines
              key={currency}
              org={org}
              currency={currency}
              lines={data.lines.filter((line) => line.currency === currency)}
            />
          ))
        )}
      </Section>
    </div>
  );
}

interface LinesProps {
  org: string;
  currency: string;
  lines: Account['lines'];
}

function Lines({ org, currency, lines }: LinesProps) {
  const code = currency.toUpperCase();
  return (
    <table aria-label={`Account in ${code}`} className="mb-4 w-full last:mb-0">
      <thead>
        <tr className="border-b border-ink text-note text-soft">
          <th scope="col" className="px-2 py-1 text-left font-medium">
            What happened
          </th>
          <th scope="col" className="px-2 py-1 text-right font-medium whitespace-nowrap">
            Amount <span className="font-normal text-faint">{code}</span>
          </th>
          <th scope="col" className="px-2 py-1 text-right font-medium">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={`${line.at} ${index}`} className="row border-b border-line hover:bg-shade">
            <td className="px-2 py-1.5">
              <Link
                to="/$org/orders/$id"
                params={{ org, id: line.order_id }}
                data-row={`${line.at} ${index}`}
                className="font-medium"
              >
                {accountLineWords(line.type)}
              </Link>{' '}
              <span className="text-soft">
                <Time at={line.at} inRow />
              </span>
            </td>
            <td className="px-2 py-1.5 text-right tabular-nums">{figure(line.amount, currency)}</td>
            <td className="px-2 py-1.5 text-right tabular-nums">{figure(line.balance, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
