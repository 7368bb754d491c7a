import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import type { ProductEvent } from '../products/product.events.ts';
import { WithdrawFromCheckoutLinks } from './checkout-link.commands.ts';

/** Links no longer offer a product that was archived, not even once it is on sale again (docs/BILLING.md#checkout-links). */
export const checkoutLinkProductsProcess = reactingTo<ProductEvent>()({
  name: 'checkout-link-products',
  on: { ProductArchived: ({ productId }) => [send(WithdrawFromCheckoutLinks, { productId })] },
});
