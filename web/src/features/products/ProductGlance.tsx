import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { salesQuery, subscribersQuery } from '@/api/totals';
import type { Organization, Product } from '@/api/types';
import { productAnswer } from '@/lib/answers';
import { money } from '@/lib/format';
import { Answer, countWords, Figure, netWords } from '@/ui/Answer';
import { priceLabel } from './price';

interface ProductGlanceProps {
  product: Product;
  organization: Organization;
}

/** What it costs, how often it was sold, and what it has brought in. */
export function ProductGlance({ product, organization }: ProductGlanceProps) {
  const { id, is_recurring } = product;
  const sales = useQuery(salesQuery(organization.id, { product: id }));
  const subscribed = useQuery({ ...subscribersQuery(organization.id, { product: id }), enabled: is_recurring });
  const price = priceLabel(product.prices, product.recurring_interval);
  const params = { org: organization.slug };
  const search = { product: id };
  return (
    <Answer answer={productAnswer(product, price, subscribed.data?.count)}>
      <Figure label="Price">{price}</Figure>
      <Figure label="Paid orders" link={linkOptions({ to: '/$org/orders', params, search })}>
        {countWords(sales.data)}
      </Figure>
      <Figure label="Revenue">{netWords(sales.data)}</Figure>
      {is_recurring && (
        <Figure
          label="Active subscriptions"
          link={linkOptions({ to: '/$org/subscriptions', params, search })}
          note={subscribed.data?.totals.map(({ currency, monthly_amount }) => (
            <span key={currency} className="block">
              {money(monthly_amount, currency)} a month
            </span>
          ))}
        >
          {countWords(subscribed.data)}
        </Figure>
      )}
    </Answer>
  );
}
