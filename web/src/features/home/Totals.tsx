import { Link, linkOptions, type LinkProps } from '@tanstack/react-router';
import type { Metrics } from '@/api/types';
import { asCount, asMoney } from './figures';

interface TotalsProps {
  org: string;
  metrics: Metrics;
  text: string;
}

/** The range's figures; each links to the list behind it. */
export function Totals({ org, metrics, text }: TotalsProps) {
  const params = { org };
  const { totals, periods } = metrics;
  const last = periods.at(-1);
  const orders = linkOptions({ to: '/$org/orders', params });
  const active = linkOptions({ to: '/$org/subscriptions', params, search: { status: 'active' } });
  return (
    <dl className="grid grid-cols-2 border-t border-ink sm:grid-cols-3 lg:grid-cols-6">
      <Total term="Revenue" value={asMoney(totals.revenue)} note={text} link={orders} />
      <Total term="Orders" value={asCount(totals.orders)} note={text} link={orders} />
      <Total
        term="Renewals"
        value={asMoney(totals.renewed_subscriptions_revenue)}
        note={text}
        link={linkOptions({ to: '/$org/orders', params, search: { reason: 'recurring' } })}
      />
      <Total
        term="One-time sales"
        value={asMoney(totals.one_time_products_revenue)}
        note={text}
        link={linkOptions({ to: '/$org/orders', params, search: { reason: 'purchase' } })}
      />
      <Total
        term="Active subscriptions"
        value={asCount(last?.active_subscriptions ?? 0)}
        note="at the end"
        link={active}
      />
      <Total
        term="MRR"
        value={asMoney(last?.monthly_recurring_revenue ?? 0)}
        note="at the end"
        link={linkOptions({ to: '/$org/subscriptions', params, search: { status: 'active', sorting: '-amount' } })}
      />
    </dl>
  );
}

function Total({ term, value, note, link }: { term: string; value: string; note: string; link: LinkProps }) {
  return (
    <div className="grid content-start border-b border-line py-3 pr-4">
      <dt className="text-soft">{term}</dt>
      <dd>
        <Link
          {...link}
          className="text-title font-semibold underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {value}
        </Link>
        <span className="block text-note text-faint">{note}</span>
      </dd>
    </div>
  );
}
