import { isDeepStrictEqual } from 'node:util';
import { claimStream, refuseForfeited, type Claim } from '../../../kernel/writing/claim.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import type { Address } from '../address.ts';
import type { Metadata } from '../metadata.ts';
import type { TaxId } from '../tax-id.ts';
import type {
  CreateCustomer,
  DeleteCustomer,
  RefuseCustomerErasure,
  RequestCustomerErasure,
  UpdateCustomer,
  WithdrawCustomerErasure,
} from './customer.commands.ts';
import type { CustomerEvent } from './customer.events.ts';

/** With the claims of e-mail and external id. */
type NewCustomer = CreateCustomer['data'] & { emailClaim: Claim; externalIdClaim: Claim | null };
/** With the claims of values that are new. */
type CustomerChanges = UpdateCustomer['data'] & { emailClaim?: Claim; externalIdClaim?: Claim };
type CustomerIntent =
  | IntentWith<CreateCustomer, NewCustomer>
  | IntentWith<UpdateCustomer, CustomerChanges>
  | IntentOf<RequestCustomerErasure>
  | IntentOf<WithdrawCustomerErasure>
  | IntentOf<RefuseCustomerErasure>
  | IntentOf<DeleteCustomer>;

interface Customer {
  status: 'active';
  customerId: string;
  organizationId: string;
  email: string;
  emailClaim: Claim;
  externalId: string | null;
  externalIdClaim: Claim | null;
  name: string | null;
  billingAddress: Address | null;
  taxId: TaxId | null;
  metadata: Metadata;
  asksForErasure: boolean;
}
/** `forfeited`: claim streams of values that the customer held for too long, and must not take any more. */
export type CustomerState = { forfeited: readonly string[] } & (
  { status: 'absent' } | { status: 'deleted' } | Customer
);

/** A buyer at one organization (docs/BILLING.md#customers). */
export const customerDecider: Decider<CustomerIntent, CustomerState, CustomerEvent> = {
  category: 'customer',
  initial: { status: 'absent', forfeited: [] },
  edits: { types: ['CustomerUpdated', 'CustomerErasureRequested', 'CustomerErasureWithdrawn'], perDay: EDITS_PER_DAY },

  decide({ type, data }, state) {
    switch (type) {
      case 'CreateCustomer':
        return create(data, state);
      case 'UpdateCustomer':
        return update(data, known(state), state.forfeited);
      case 'RequestCustomerErasure':
        return askForErasure(known(state), true);
      case 'WithdrawCustomerErasure':
        return askForErasure(known(state), false);
      case 'RefuseCustomerErasure':
        return refuseErasure(data.reason, known(state));
      case 'DeleteCustomer':
        return data.erase && state.status === 'deleted' ? [] : remove(known(state), data.erase);
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'CustomerCreated':
        return { ...data, status: 'active', asksForErasure: false, forfeited: state.forfeited };
      case 'CustomerUpdated': {
        const { releasedEmailClaim: _, ...changes } = data;
        return state.status === 'active' ? { ...state, ...changes } : state;
      }
      case 'CustomerErasureRequested':
      case 'CustomerErasureWithdrawn':
      case 'CustomerErasureRefused':
        return state.status === 'active' ? { ...state, asksForErasure: type === 'CustomerErasureRequested' } : state;
      case 'CustomerDeleted':
        return { status: 'deleted', forfeited: state.forfeited };
      case 'ClaimForfeited':
        return { ...state, forfeited: [...state.forfeited, claimStream(data)] };
    }
  },
};

/** The claims of a customer's current e-mail and external id. */
export function claimsOf(state: CustomerState): Claim[] {
  if (state.status !== 'active') return [];
  return [state.emailClaim, ...(state.externalIdClaim ? [state.externalIdClaim] : [])];
}

function create(data: NewCustomer, state: CustomerState): CustomerEvent[] {
  if (state.status !== 'absent') return [];
  refuseForfeited(state.forfeited, data.emailClaim);
  if (data.externalIdClaim) refuseForfeited(state.forfeited, data.externalIdClaim);
  return [{ type: 'CustomerCreated', data }];
}

function update(changes: CustomerChanges, customer: Customer, forfeited: readonly string[]): CustomerEvent[] {
  const { name, billingAddress, taxId, metadata } = changes;
  const changed = {
    ...emailChange(changes, customer, forfeited),
    ...externalIdChange(changes, customer, forfeited),
    ...(name !== undefined && name !== customer.name && { name }),
    ...(billingAddress !== undefined &&
      !isDeepStrictEqual(billingAddress, customer.billingAddress) && { billingAddress }),
    ...(taxId !== undefined && !isDeepStrictEqual(taxId, customer.taxId) && { taxId }),
    ...(metadata !== undefined && !isDeepStrictEqual(metadata, customer.metadata) && { metadata }),
  };
  if (Object.keys(changed).length === 0) return [];
  return [{ type: 'CustomerUpdated', data: { customerId: customer.customerId, ...changed } }];
}

/** A different address needs its claim; the same address in different case does not. */
function emailChange({ email, emailClaim }: CustomerChanges, customer: Customer, forfeited: readonly string[]) {
  if (email === undefined || email === customer.email) return {};
  if (!emailClaim || claimStream(emailClaim) === claimStream(customer.emailClaim)) return { email };
  refuseForfeited(forfeited, emailClaim);
  return { email, emailClaim, releasedEmailClaim: customer.emailClaim };
}

function externalIdChange(
  { externalId, externalIdClaim }: CustomerChanges,
  customer: Customer,
  forfeited: readonly string[],
) {
  if (externalId === undefined || externalId === customer.externalId) return {};
  if (customer.externalId !== null || !externalIdClaim)
    throw InvalidInput.at('body.external_id', 'Customer external ID cannot be updated.');
  refuseForfeited(forfeited, externalIdClaim);
  return { externalId, externalIdClaim };
}

function askForErasure({ customerId, organizationId, asksForErasure }: Customer, asks: boolean): CustomerEvent[] {
  if (asksForErasure === asks) return [];
  const type = asks ? 'CustomerErasureRequested' : 'CustomerErasureWithdrawn';
  return [{ type, data: { customerId, organizationId } }];
}

function refuseErasure(reason: string, { customerId, organizationId, asksForErasure }: Customer): CustomerEvent[] {
  return asksForErasure ? [{ type: 'CustomerErasureRefused', data: { customerId, organizationId, reason } }] : [];
}

function remove(customer: Customer, isErased = false): CustomerEvent[] {
  const { customerId, organizationId, asksForErasure } = customer;
  const released = claimsOf({ ...customer, forfeited: [] });
  const erase = isErased || asksForErasure ? { erase: true as const } : {};
  return [{ type: 'CustomerDeleted', data: { customerId, organizationId, released, ...erase } }];
}

function known(state: CustomerState): Customer {
  if (state.status !== 'active') throw new NotFound();
  return state;
}
