import { usePortalCheckout } from '@/api/portal-own';
import type { Portal } from '@/api/types';
import { priceLabel } from '@/lib/price';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Facts';
import { FormError } from '@/ui/Form';

interface BuyAgainProps {
  slug: string;
  portal: Portal;
  /** What they had, which stands first. */
  productId?: string;
}

/** The plans on sale, each with a checkout that knows who buys. */
export function BuyAgain({ slug, portal, productId }: BuyAgainProps) {
  const checkout = usePortalCheckout(slug);
  const plans = portal.products
    .filter(({ recurring_interval }) => recurring_interval !== null)
    .sort((one, other) => Number(other.id === productId) - Number(one.id === productId));
  if (plans.length === 0) return null;
  const buy = (id: string) => checkout.mutate(id, { onSuccess: ({ url }) => window.location.assign(url) });
  return (
    <Section title={productId === undefined ? 'Plans' : 'Subscribe again'}>
      <FormError message={checkout.error?.message} />
      <ul className="border-t border-line">
        {plans.map(({ id, name, prices, recurring_interval }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2"
          >
            <span className="min-w-0">
              <span className="block font-medium">{name}</span>
              <span className="block text-soft">{priceLabel(prices, recurring_interval)}</span>
            </span>
            <Button
              kind={id === productId ? 'primary' : undefined}
              busy={checkout.isPending && checkout.variables === id && 'Opening'}
              onClick={() => buy(id)}
            >
              {id === productId ? `Subscribe to ${name} again` : `Subscribe to ${name}`}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
