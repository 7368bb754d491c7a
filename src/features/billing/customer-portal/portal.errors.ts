import { DomainError } from '../../../kernel/errors.ts';
import type { PortalCaller } from './portal.rules.ts';

/** The organization's `allow_customer_updates` is off. */
export class UpdatesNotAllowed extends DomainError {
  constructor() {
    super('NotPermitted', 'The seller does not let customers change this themselves. Please ask them.', 403);
  }
}

/** The session shows what one checkout created (docs/SECURITY.md#customer-sessions). */
export class LimitedToCheckout extends DomainError {
  constructor() {
    super('NotPermitted', 'This session is limited to one purchase. Sign in to the portal with a code by mail.', 403);
  }
}

/** @throws LimitedToCheckout the session shows what one checkout created */
export function refuseLimited({ checkoutId }: PortalCaller): void {
  if (checkoutId !== undefined) throw new LimitedToCheckout();
}
