import type { Claim } from '../../../kernel/writing/claim.ts';
import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { Address } from '../address.ts';
import type { Metadata } from '../metadata.ts';
import type { TaxId } from '../tax-id.ts';
import type { CustomerEvent } from './customer.events.ts';

type Changed = Executed<unknown, CustomerEvent>;

/** Claims e-mail and external id, then creates. */
export class CreateCustomer extends command('CreateCustomer')<
  {
    customerId: string;
    organizationId: string;
    email: string;
    externalId: string | null;
    name: string | null;
    billingAddress: Address | null;
    taxId: TaxId | null;
    metadata: Metadata;
  },
  Changed
> {}
/** Changes only the given fields: claims new values, updates, then releases those that were replaced. */
export class UpdateCustomer extends command('UpdateCustomer')<
  {
    customerId: string;
    email?: string;
    externalId?: string;
    name?: string | null;
    billingAddress?: Address | null;
    taxId?: TaxId | null;
    metadata?: Metadata;
  },
  Changed
> {}
/** The customer asks to be erased; the seller confirms it by deleting them. Changes nothing if they have asked before. */
export class RequestCustomerErasure extends command('RequestCustomerErasure')<{ customerId: string }, Changed> {}
/** Takes that back. */
export class WithdrawCustomerErasure extends command('WithdrawCustomerErasure')<{ customerId: string }, Changed> {}
/** By the seller; the customer gets the reason by mail. Changes nothing unless they have asked. */
export class RefuseCustomerErasure extends command('RefuseCustomerErasure')<
  { customerId: string; reason: string },
  Changed
> {}
/**
 * Deletes, and releases e-mail and external id. Processes end the customer's subscriptions and grants, and erase who has asked for it, or who is to be
 * erased by `erase`: also somebody who has been deleted before.
 */
export class DeleteCustomer extends command('DeleteCustomer')<{ customerId: string; erase?: boolean }> {}
/** Confirms those of `claims` whose values the customer has, and releases the others. */
export class SettleCustomerClaims extends command('SettleCustomerClaims')<{ customerId: string; claims: Claim[] }> {}
