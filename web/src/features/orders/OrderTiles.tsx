import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { financeEntryTotalsQuery } from '@/api/finance';
import { orderTotalsQuery } from '@/api/orders';
import type { Organization } from '@/api/types';
import { rangeOf } from '@/lib/presets';
import { useNow } from '@/lib/time';
import { amountsWords, countWords, Figure, figureOf } from '@/ui/Answer';

/** How much was sold, today and ever, in each currency; each figure opens what it is the sum of. */
export function OrderTiles({ organization }: { organization: Organization }) {
  const paid = { status: 'paid' } as const;
  const today = rangeOf('today', useNow());
  const orderCount = useQuery(orderTotalsQuery(organization.id, paid));
  const ever = useQuery(financeEntryTotalsQuery(organization.id, {}));
  const lately = useQuery(financeEntryTotalsQuery(organization.id, today));
  const unpaid = useQuery(orderTotalsQuery(organization.id, { status: 'pending' }));
  const params = { org: organization.slug };
  const orders = (search: object) => linkOptions({ to: '/$org/orders', params, search });
  const entries = (search: object) => linkOptions({ to: '/$org/finance/entries', params, search });
  return (
    <dl aria-label="Sales" className="mb-6 grid grid-cols-2 gap-x-6 border-t border-ink md:grid-cols-4">
      <Figure label="Paid orders" link={orders(paid)}>
        {figureOf(orderCount, countWords)}
      </Figure>
      <Figure label="Revenue today" link={entries(today)} note="After refunds, before tax">
        {figureOf(lately, revenueWords)}
      </Figure>
      <Figure label="Revenue, all time" link={entries({})} note="After refunds, before tax">
        {figureOf(ever, revenueWords)}
      </Figure>
      <Figure label="Waiting for payment" link={orders({ status: 'pending' })}>
        {figureOf(unpaid, countWords)}
      </Figure>
    </dl>
  );
}

function revenueWords({ totals }: { totals: readonly { currency: string; net_amount: number }[] }) {
  return amountsWords(totals.map(({ currency, net_amount }) => ({ currency, amount: net_amount })));
}
