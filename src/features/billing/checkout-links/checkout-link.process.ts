import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { ProductEvent } from '../products/product.events.ts';
import { WithdrawFromCheckoutLinks } from './checkout-link.commands.ts';

/** Links no longer offer a product that was archived, not even once it is on sale again (docs/BILLING.md#checkout-links). */
export const checkoutLinkProductsProcess: ProcessManager<Extract<ProductEvent, { type: 'ProductArchived' }>> = {
  name: 'checkout-link-products',
  handles: ['ProductArchived'],
  react: ({ data: { productId } }) => [send(WithdrawFromCheckoutLinks, { productId })],
};
