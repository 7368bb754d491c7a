import { isDeepStrictEqual } from 'node:util';
import { NotFound } from '../../../kernel/errors.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import type {
  CreateCheckoutLink,
  DeleteCheckoutLink,
  UpdateCheckoutLink,
  WithdrawProduct,
} from './checkout-link.commands.ts';
import type { CheckoutLinkEvent, CheckoutLinkTerms } from './checkout-link.events.ts';

/** What the decider gets of CreateCheckoutLink: the organization and the products were found. */
export type CheckoutLinkCreation = {
  checkoutLinkId: string;
  organizationId: string;
  label: string | null;
} & CheckoutLinkTerms;
type CheckoutLinkIntent =
  | IntentWith<CreateCheckoutLink, CheckoutLinkCreation>
  | IntentOf<UpdateCheckoutLink | DeleteCheckoutLink | WithdrawProduct>;

type CheckoutLink = { status: 'active' } & CheckoutLinkCreation;
export type CheckoutLinkState = { status: 'absent' } | { status: 'deleted' } | CheckoutLink;

/** A link that creates a checkout each time it is opened (docs/BILLING.md#checkout-links). */
export const checkoutLinkDecider: Decider<CheckoutLinkIntent, CheckoutLinkState, CheckoutLinkEvent> = {
  category: 'checkoutlink',
  initial: { status: 'absent' },
  edits: { types: ['CheckoutLinkUpdated'], perDay: EDITS_PER_DAY },

  decide({ type, data }, state) {
    switch (type) {
      case 'CreateCheckoutLink':
        return state.status === 'absent' ? [{ type: 'CheckoutLinkCreated', data }] : [];
      case 'UpdateCheckoutLink':
        return update(data, known(state));
      case 'WithdrawProduct':
        return withdraw(data, state);
      case 'DeleteCheckoutLink':
        return remove(known(state));
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'CheckoutLinkCreated':
        return { status: 'active', ...data };
      case 'CheckoutLinkUpdated':
        return state.status === 'active' ? { ...state, ...data } : state;
      case 'CheckoutLinkProductWithdrawn':
        return state.status === 'active' ? { ...state, productIds: without(state.productIds, data.productId) } : state;
      case 'CheckoutLinkDeleted':
        return { status: 'deleted' };
    }
  },
};

export function without(productIds: readonly string[], productId: string): string[] {
  return productIds.filter((id) => id !== productId);
}

function update({ checkoutLinkId, ...wanted }: UpdateCheckoutLink['data'], link: CheckoutLink): CheckoutLinkEvent[] {
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => value !== undefined && !isDeepStrictEqual(value, link[field as keyof typeof wanted]),
    ),
  );
  return Object.keys(changes).length === 0
    ? []
    : [{ type: 'CheckoutLinkUpdated', data: { checkoutLinkId, ...changes } }];
}

/** A link that no longer exists, or that no longer offers the product, needs no change. */
function withdraw(
  { checkoutLinkId, productId }: WithdrawProduct['data'],
  state: CheckoutLinkState,
): CheckoutLinkEvent[] {
  const isOffered = state.status === 'active' && state.productIds.includes(productId);
  return isOffered ? [{ type: 'CheckoutLinkProductWithdrawn', data: { checkoutLinkId, productId } }] : [];
}

function remove({ checkoutLinkId, organizationId }: CheckoutLink): CheckoutLinkEvent[] {
  return [{ type: 'CheckoutLinkDeleted', data: { checkoutLinkId, organizationId } }];
}

function known(state: CheckoutLinkState): CheckoutLink {
  if (state.status !== 'active') throw new NotFound();
  return state;
}
