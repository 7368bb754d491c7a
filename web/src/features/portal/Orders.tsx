import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { portalOrdersQuery } from '@/api/portal-own';
import { billingReason } from '@/lib/billing';
import { money } from '@/lib/format';
import { day } from '@/lib/time';
import { Button } from '@/ui/Button';
import { PageHead } from '@/ui/PageHead';
import { EmptyState } from '@/ui/States';
import { OrderStatus } from '@/ui/statuses';
import { Loaded } from './Loaded';

export function Orders({ slug }: { slug: string }) {
  const [page, setPage] = useState(1);
  return (
    <>
      <PageHead title="Orders" note="Each opens to its amounts and its invoice." />
      <Loaded query={useQuery(portalOrdersQuery(slug, page))} what="your orders" shape="rows">
        {({ items, pagination }) =>
          items.length === 0 ? (
            <EmptyState title="No orders yet">What you buy here shows on this page.</EmptyState>
          ) : (
            <>
              <ul className="border-t border-ink">
                {items.map((order) => (
                  <li key={order.id} className="border-b border-line">
                    <Link
                      to="/$slug/portal/orders/$id"
                      params={{ slug, id: order.id }}
                      className="grid gap-0.5 px-2 py-2 hover:bg-shade focus-visible:outline-offset-0"
                    >
                      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                        <span className="font-medium">{order.product.name}</span>
                        <span className="tabular-nums">{money(order.total_amount, order.currency)}</span>
                      </span>
                      <span className="flex flex-wrap items-baseline gap-x-3 text-soft">
                        <OrderStatus order={order} />
                        <span>
                          {billingReason(order.billing_reason)}, {day(order.created_at)}
                        </span>
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
              {pagination.max_page > 1 && (
                <nav aria-label="Pages" className="mt-4 flex items-center gap-3">
                  <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
                    Newer
                  </Button>
                  <span className="text-soft">
                    {page} of {pagination.max_page}
                  </span>
                  <Button disabled={page === pagination.max_page} onClick={() => setPage(page + 1)}>
                    Older
                  </Button>
                </nav>
              )}
            </>
          )
        }
      </Loaded>
    </>
  );
}
