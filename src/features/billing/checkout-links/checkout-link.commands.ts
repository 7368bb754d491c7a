import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { CheckoutLinkEvent, CheckoutLinkTerms } from './checkout-link.events.ts';

type Changed = Executed<unknown, CheckoutLinkEvent>;

/** What a link sells: products, or a product by one of its prices. */
export type Offer = { productIds: string[] } | { priceId: string };

/** Creates a link to products of one organization. */
export class CreateCheckoutLink extends command('CreateCheckoutLink')<
  { checkoutLinkId: string; offer: Offer; label: string | null } & Omit<CheckoutLinkTerms, 'productIds'>,
  Changed
> {}
/** Changes only the given fields. */
export class UpdateCheckoutLink extends command('UpdateCheckoutLink')<
  { checkoutLinkId: string; label?: string | null } & Partial<CheckoutLinkTerms>,
  Changed
> {}
export class DeleteCheckoutLink extends command('DeleteCheckoutLink')<{ checkoutLinkId: string }> {}
/** Removes a product that was archived from every link of its organization. */
export class WithdrawFromCheckoutLinks extends command('WithdrawFromCheckoutLinks')<{ productId: string }> {}
/** Removes a product from one link. */
export class WithdrawProduct extends command('WithdrawProduct')<{ checkoutLinkId: string; productId: string }> {}
