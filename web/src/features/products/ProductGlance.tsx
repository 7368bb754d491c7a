import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { orderTotalsQuery } from '@/api/orders';
import { subscriptionTotalsQuery } from '@/api/subscriptions';
import type { Organization, Product } from '@/api/types';
import { productAnswer } from '@/lib/answers';
import { money } from '@/lib/format';
import { Answer, countWords, Figure, figureOf, netWords } from '@/ui/Answer';
import { priceLabel } from '@/lib/price';

interface ProductGlanceProps {
  product: Product;
  organization: Organization;
}

/** What it costs, how often it was sold, and what it has brought in. */
export function ProductGlance({ product, organization }: ProductGlanceProps) {
  const { id, is_recurring } = product;
  const paid = { product: id, status: 'paid' } as const;
  const live = { product: id, status: 'live' } as const;
  const sales = useQuery(orderTotalsQuery(organization.id, paid));
  const subscribed = useQuery({ ...subscriptionTotalsQuery(organization.id, live), enabled: is_recurring });
  const price = priceLabel(product.prices, product.recurring_interval);
  const params = { org: organization.slug };
  return (
    <Answer answer={productAnswer(product, price, subscribed.data?.count)}>
      <Figure label="Price">{price}</Figure>
      <Figure label="Paid orders" link={linkOptions({ to: '/$org/orders', params, search: paid })}>
        {figureOf(sales, countWords)}
      </Figure>
      <Figure label="Revenue" link={linkOptions({ to: '/$org/orders', params, search: paid })}>
        {figureOf(sales, netWords)}
      </Figure>
      {is_recurring && (
        <Figure
          label="Active subscriptions"
          link={linkOptions({ to: '/$org/subscriptions', params, search: live })}
          note={subscribed.data?.totals.map(({ currency, monthly_recurring_revenue }) => (
            <span key={currency} className="block">
              {money(monthly_recurring_revenue, currency)} MRR
            </span>
          ))}
        >
          {figureOf(subscribed, countWords)}
        </Figure>
      )}
    </Answer>
  );
}
