import { useUpdateCheckout } from '@/api/checkout';
import type { CheckoutPublic, ProductPrice } from '@/api/types';
import { money } from '@/lib/format';
import { RadioGroup } from '@/ui/Choice';

export function ProductChoice({ checkout }: { checkout: CheckoutPublic }) {
  const update = useUpdateCheckout(checkout.client_secret);
  return (
    <div className="mb-6" aria-busy={update.isPending}>
      <RadioGroup
        legend="Choose"
        name="product"
        checkedValue={update.isPending ? update.variables.product_id : checkout.product_id}
        error={update.error?.message}
        options={checkout.products.map(({ id, name, prices, recurring_interval }) => ({
          value: id,
          label: name,
          hint: [firstPrice(prices), recurring_interval && `every ${recurring_interval}`].filter(Boolean).join(' '),
        }))}
        onChange={(event) => update.mutate({ product_id: event.target.value })}
      />
    </div>
  );
}

function firstPrice([price]: readonly ProductPrice[]): string {
  switch (price?.amount_type) {
    case 'fixed':
      return money(price.price_amount, price.price_currency);
    case 'custom':
      return 'You choose';
    case 'metered_unit':
      return 'By use';
    default:
      return 'Free';
  }
}
