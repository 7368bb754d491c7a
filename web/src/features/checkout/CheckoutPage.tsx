import { useSuspenseQuery } from '@tanstack/react-query';
import { checkoutQuery } from '@/api/checkout';
import type { CheckoutPublic } from '@/api/types';
import { money } from '@/lib/format';
import { Markdown } from '@/ui/Markdown';
import { PageHead } from '@/ui/PageHead';
import { AmountField } from './AmountField';
import { Bill } from './Bill';
import { CheckoutSheet } from './CheckoutSheet';
import { DiscountCode } from './DiscountCode';
import { usePayForm } from './usePayForm';
import { PayForm } from './PayForm';
import { Pictures } from './Pictures';
import { ProductChoice } from './ProductChoice';
import { dueToday, priceWords } from './words';

/** The page a seller sends buyers to: the products on the left, the payment form on the right. */
export function CheckoutPage({ clientSecret }: { clientSecret: string }) {
  const { data: checkout } = useSuspenseQuery(checkoutQuery(clientSecret));
  if (checkout.status === 'open') return <OpenCheckout key={checkout.id} checkout={checkout} />;
  return (
    <CheckoutSheet
      checkout={checkout}
      side={
        <p className="text-soft">This checkout is closed. Go back to {checkout.organization.name} and begin again.</p>
      }
    >
      <PageHead title={checkout.product.name} />
      <Bill checkout={checkout} />
    </CheckoutSheet>
  );
}

function OpenCheckout({ checkout }: { checkout: CheckoutPublic }) {
  const entered = usePayForm(checkout);
  const { product, products, organization, product_price: price } = checkout;
  const { edits, ref, submit } = entered;
  return (
    <CheckoutSheet
      checkout={checkout}
      form={{ ref, 'aria-label': 'Checkout', onSubmit: submit }}
      side={<PayForm {...{ checkout, entered }} />}
    >
      <PageHead
        title={product.name}
        tab={`${product.name} · ${organization.name}`}
        note={products.length > 1 ? undefined : priceWords(product)}
      />
      <Pictures product={product} />
      {product.description && <Markdown text={product.description} className="mb-6 text-soft" />}
      {products.length > 1 && <ProductChoice {...{ checkout, edits }} />}
      {price.amount_type === 'custom' && <AmountField {...{ checkout, entered, price }} />}
      <Bill checkout={checkout} busy={edits.isPending} discount={<DiscountCode {...{ checkout, entered }} />} />
      <p role="status" className="sr-only">
        {edits.isPending ? '' : `Total ${money(dueToday(checkout), checkout.currency)}`}
      </p>
    </CheckoutSheet>
  );
}
