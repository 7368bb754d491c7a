import { Link } from '@tanstack/react-router';
import { portalOrdersQuery } from '@/api/portal-own';
import { billingReason } from '@/lib/billing';
import { money } from '@/lib/format';
import { day } from '@/lib/time';
import { PageHead } from '@/ui/PageHead';
import { EmptyState } from '@/ui/States';
import { OrderStatus } from '@/ui/statuses';
import { LongList } from './LongList';

export function Orders({ slug }: { slug: string }) {
  return (
    <>
      <PageHead title="Orders" note="Each opens to its amounts and its invoice." />
      <LongList queryOf={(pages) => portalOrdersQuery(slug, pages)} what="your orders" shape="rows">
        {(orders) =>
          orders.length === 0 ? (
            <EmptyState title="No orders yet">What you buy here shows on this page.</EmptyState>
          ) : (
            <ul className="border-t border-ink">
              {orders.map((order) => (
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
          )
        }
      </LongList>
    </>
  );
}
