import { isDeepStrictEqual } from 'node:util';
import { claimStream, refuseForfeited, type Claim } from '../../../kernel/writing/claim.ts';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import type { Metadata } from '../products/product.events.ts';
import type { CreateCustomer, DeleteCustomer, UpdateCustomer } from './customer.commands.ts';
import type { Address, CustomerEvent, TaxId } from './customer.events.ts';

type CustomerIntent = IntentOf<CreateCustomer | UpdateCustomer | DeleteCustomer>;
type Changes = UpdateCustomer['data'];

interface Customer {
  status: 'there';
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
}
/** `forfeited`: claims that were held too long for this stream. */
export type CustomerState = { forfeited: readonly string[] } & (
  { status: 'absent' } | { status: 'deleted'; organizationId: string } | Customer
);

/** Somebody who buys from an organization (docs/BILLING.md#customers). */
export const customerDecider: Decider<CustomerIntent, CustomerState, CustomerEvent> = {
  category: 'customer',
  initial: { status: 'absent', forfeited: [] },

  decide({ type, data }, state) {
    switch (type) {
      case 'CreateCustomer':
        return create(data, state);
      case 'UpdateCustomer':
        return update(data, known(state, data.organizationIds), state.forfeited);
      case 'DeleteCustomer':
        return remove(known(state, data.organizationIds));
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'CustomerCreated':
        return { ...data, status: 'there', forfeited: state.forfeited };
      case 'CustomerUpdated': {
        const { releasedEmailClaim: _, ...changes } = data;
        return state.status === 'there' ? { ...state, ...changes } : state;
      }
      case 'CustomerDeleted':
        return { status: 'deleted', organizationId: data.organizationId, forfeited: state.forfeited };
      case 'ClaimForfeited':
        return { ...state, forfeited: [...state.forfeited, claimStream(data)] };
    }
  },
};

/** Claims that a customer has now. */
export function claimsOf(state: CustomerState): Claim[] {
  if (state.status !== 'there') return [];
  return [state.emailClaim, ...(state.externalIdClaim ? [state.externalIdClaim] : [])];
}

function create(data: CreateCustomer['data'], state: CustomerState): CustomerEvent[] {
  if (state.status !== 'absent') return [];
  refuseForfeited(state.forfeited, data.emailClaim);
  if (data.externalIdClaim) refuseForfeited(state.forfeited, data.externalIdClaim);
  return [{ type: 'CustomerCreated', data }];
}

function update(changes: Changes, customer: Customer, forfeited: readonly string[]): CustomerEvent[] {
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

/** Another address comes with its claim; the same one in other letters needs none. */
function emailChange({ email, emailClaim }: Changes, customer: Customer, forfeited: readonly string[]) {
  if (email === undefined || email === customer.email) return {};
  if (!emailClaim || claimStream(emailClaim) === claimStream(customer.emailClaim)) return { email };
  refuseForfeited(forfeited, emailClaim);
  return { email, emailClaim, releasedEmailClaim: customer.emailClaim };
}

function externalIdChange({ externalId, externalIdClaim }: Changes, customer: Customer, forfeited: readonly string[]) {
  if (externalId === undefined || externalId === customer.externalId) return {};
  if (customer.externalId !== null || !externalIdClaim)
    throw InvalidInput.at('body.external_id', 'Customer external ID cannot be updated.');
  refuseForfeited(forfeited, externalIdClaim);
  return { externalId, externalIdClaim };
}

function remove(customer: Customer): CustomerEvent[] {
  const { customerId, organizationId } = customer;
  const released = claimsOf({ ...customer, forfeited: [] });
  return [{ type: 'CustomerDeleted', data: { customerId, organizationId, released } }];
}

function known(state: CustomerState, organizationIds: readonly string[]): Customer {
  if (state.status !== 'there' || !organizationIds.includes(state.organizationId)) throw new NotFound();
  return state;
}
