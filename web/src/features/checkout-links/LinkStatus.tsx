import type { CheckoutLink } from '@/api/types';
import { StatusMark } from '@/ui/StatusMark';

/** Whether anything can be bought through it. */
export function LinkStatus({ link: { products } }: { link: Pick<CheckoutLink, 'products'> }) {
  return products.length > 0 ? (
    <StatusMark tone="good">Open</StatusMark>
  ) : (
    <StatusMark tone="warn">Nothing on sale</StatusMark>
  );
}
