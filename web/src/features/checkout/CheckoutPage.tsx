import { useSuspenseQuery } from '@tanstack/react-query';
import { checkoutQuery } from '@/api/checkout';
import { PageHead } from '@/ui/PageHead';
import { Bill } from './Bill';
import { CheckoutSheet } from './CheckoutSheet';
import { PayForm } from './PayForm';
import { ProductChoice } from './ProductChoice';

/** The page a seller sends buyers to: the products on the left, the payment form on the right. */
export function CheckoutPage({ clientSecret }: { clientSecret: string }) {
  const { data: checkout } = useSuspenseQuery(checkoutQuery(clientSecret));
  const isOpen = checkout.status === 'open';
  return (
    <CheckoutSheet
      checkout={checkout}
      side={
        isOpen ? (
          <PayForm key={checkout.id} checkout={checkout} />
        ) : (
          <p className="text-soft">This checkout is closed. Go back to {checkout.organization.name} and begin again.</p>
        )
      }
    >
      <PageHead
        title={checkout.product.name}
        tab={`${checkout.product.name} · ${checkout.organization.name}`}
        note={checkout.product.description ?? undefined}
      />
      {isOpen && checkout.products.length > 1 && <ProductChoice checkout={checkout} />}
      <Bill checkout={checkout} />
    </CheckoutSheet>
  );
}
