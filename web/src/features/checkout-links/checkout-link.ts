import type { CheckoutLink } from '@/api/types';
import { ABSENT } from '@/lib/format';

/** Its label, else what it sells. */
export function linkTitle({ label, products }: Pick<CheckoutLink, 'label' | 'products'>): string {
  return label ?? products[0]?.name ?? 'Checkout link';
}

/** "Paper", "Paper and 2 others". */
export function offerWords(products: CheckoutLink['products']): string {
  const [first, ...others] = products;
  if (!first) return ABSENT;
  if (others.length === 0) return first.name;
  return others.length === 1 ? `${first.name} and ${others[0]!.name}` : `${first.name} and ${others.length} others`;
}
