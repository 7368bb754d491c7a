import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checkoutQuery } from '@/api/checkout';
import type { CheckoutPublic } from '@/api/types';
import { PageHead } from '@/ui/PageHead';
import { SkipLink } from '@/ui/SkipLink';
import { Bill } from './Bill';
import { PayForm } from './PayForm';
import { Paid, Waiting } from './Outcome';
import { ProductChoice } from './ProductChoice';

/** The page a seller sends people to: what is bought on the left, who pays and how on the right. */
export function CheckoutPage({ clientSecret }: { clientSecret: string }) {
  const { data: checkout } = useSuspenseQuery(checkoutQuery(clientSecret));
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid max-w-[60rem] gap-x-16 gap-y-8 px-4 pt-6 pb-16 outline-none sm:px-8 md:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] md:pt-16"
      >
        <div className="min-w-0">
          <p className="mb-6 font-semibold">{checkout.organization.name}</p>
          <PageHead title={checkout.product.name} note={checkout.product.description ?? undefined} />
          {checkout.status === 'open' && checkout.products.length > 1 && <ProductChoice checkout={checkout} />}
          <Bill checkout={checkout} />
        </div>
        <div className="min-w-0 md:pt-11">
          <Step checkout={checkout} />
        </div>
      </main>
    </div>
  );
}

function Step({ checkout }: { checkout: CheckoutPublic }) {
  // A payment that fails later opens the checkout again: only who has seen it wait can be told so.
  const [waited, setWaited] = useState(false);
  if (checkout.status === 'confirmed' && !waited) setWaited(true);
  switch (checkout.status) {
    case 'open':
      return <PayForm key={checkout.id} checkout={checkout} declined={waited} />;
    case 'confirmed':
      return <Waiting checkout={checkout} />;
    case 'succeeded':
      return <Paid checkout={checkout} />;
    case 'expired':
      return (
        <p className="text-soft">This checkout is closed. Go back to {checkout.organization.name} and begin again.</p>
      );
  }
}
