import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { orderTotalsQuery } from '@/api/orders';
import type { Organization } from '@/api/types';
import { rangeOf } from '@/lib/presets';
import { useNow } from '@/lib/time';
import { countWords, Figure, figureOf, netWords } from '@/ui/Answer';

/** How much was sold, today and ever, in each currency; each figure opens the orders that it is the sum of. */
export function OrderTiles({ organization }: { organization: Organization }) {
  const paid = { status: 'paid' } as const;
  const today = { ...paid, dates: 'paid', ...rangeOf('today', useNow()) } as const;
  const ever = useQuery(orderTotalsQuery(organization.id, paid));
  const lately = useQuery(orderTotalsQuery(organization.id, today));
  const unpaid = useQuery(orderTotalsQuery(organization.id, { status: 'pending' }));
  const params = { org: organization.slug };
  const orders = (search: object) => linkOptions({ to: '/$org/orders', params, search });
  return (
    <dl aria-label="Sales" className="mb-6 grid grid-cols-2 gap-x-6 border-t border-ink md:grid-cols-4">
      <Figure label="Paid orders" link={orders(paid)}>
        {figureOf(ever, countWords)}
      </Figure>
      <Figure label="Revenue today" link={orders(today)}>
        {figureOf(lately, netWords)}
      </Figure>
      <Figure label="Revenue so far" link={orders(paid)}>
        {figureOf(ever, netWords)}
      </Figure>
      <Figure label="Waiting for payment" link={orders({ status: 'pending' })}>
        {figureOf(unpaid, countWords)}
      </Figure>
    </dl>
  );
}
