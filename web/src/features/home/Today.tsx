import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { recentOrdersQuery } from '@/api/latest-orders';
import type { Figures, Order, Organization } from '@/api/types';
import { Section } from '@/ui/Facts';
import { Loading } from '@/ui/Loading';
import { ErrorState } from '@/ui/States';
import { Money, Time } from '@/ui/Value';
import { TileList } from './TileList';
import { nowTiles } from './tiles';

interface TodayProps {
  organization: Organization;
  figures: Figures;
}

/** The last orders, the current state and the next renewals. */
export function Today({ organization, figures }: TodayProps) {
  return (
    <div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
      <Section title="Last orders" action={<span className="text-note text-soft">Before tax</span>}>
        <LastOrders organization={organization} most={figures.currencies.length > 1 ? 10 : 5} />
      </Section>
      <Section title="Now">
        {figures.currencies.map((one) => {
          const code = one.currency.toUpperCase();
          return (
            <div key={one.currency} className="mb-4 last:mb-0">
              {figures.currencies.length > 1 && <h3 className="mb-2 font-semibold">{code}</h3>}
              <TileList
                label={`Now, ${code}`}
                tiles={nowTiles(organization.slug, figures, one)}
                currency={one.currency}
                columns="sm:grid-cols-3 md:grid-cols-2 md:[&>:last-child]:col-span-2"
              />
            </div>
          );
        })}
      </Section>
    </div>
  );
}

/** @param most as many as are about as tall as what is now */
function LastOrders({ organization, most }: { organization: Organization; most: number }) {
  const { data, error, refetch } = useQuery(recentOrdersQuery(organization.id));
  if (!data)
    return error ? (
      <ErrorState title="" error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading what="the last orders" shape="rows" count={most} />
    );
  return (
    <ul className="border-t border-ink">
      {data.items.slice(0, most).map((order) => (
        <li key={order.id} className="border-b border-line">
          <LastOrder org={organization.slug} order={order} />
        </li>
      ))}
    </ul>
  );
}

function LastOrder({ org, order }: { org: string; order: Order }) {
  const { id, number, customer, net_amount, currency, created_at, paid } = order;
  return (
    <Link
      to="/$org/orders/$id"
      params={{ org, id }}
      className="grid min-h-9 grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-4 px-2 hover:bg-shade focus-visible:outline-offset-0"
    >
      <span className="font-mono text-[13px]">{number}</span>
      <span className="truncate text-soft">{customer.name ?? customer.email}</span>
      <span className="text-note text-soft">{paid ? <Time at={created_at} inRow side="left" /> : 'Not paid yet'}</span>
      <span className="min-w-16 text-right">
        <Money amount={net_amount} currency={currency} />
      </span>
    </Link>
  );
}
