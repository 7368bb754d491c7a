import type { Claim } from '../../../kernel/writing/claim.ts';
import { command } from '../../../kernel/writing/command.ts';
import type { Metadata } from '../products/product.events.ts';
import type { Address, TaxId } from './customer.events.ts';

/** Takes a new customer in: claims e-mail and external id, creates; answers the customer's events. */
export class RegisterCustomer extends command('RegisterCustomer')<{
  customerId: string;
  organizationId: string;
  email: string;
  externalId: string | null;
  name: string | null;
  billingAddress: Address | null;
  taxId: TaxId | null;
  metadata: Metadata;
}> {}
/** Claims what is new, updates, releases what is replaced. */
export class EditCustomer extends command('EditCustomer')<{
  customerId: string;
  organizationIds: readonly string[];
  email?: string;
  externalId?: string;
  name?: string | null;
  billingAddress?: Address | null;
  taxId?: TaxId | null;
  metadata?: Metadata;
}> {}
export class RemoveCustomer extends command('RemoveCustomer')<{
  customerId: string;
  organizationIds: readonly string[];
}> {}

export class CreateCustomer extends command('CreateCustomer')<{
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
}> {}
export class UpdateCustomer extends command('UpdateCustomer')<{
  customerId: string;
  organizationIds: readonly string[];
  email?: string;
  emailClaim?: Claim;
  externalId?: string;
  externalIdClaim?: Claim;
  name?: string | null;
  billingAddress?: Address | null;
  taxId?: TaxId | null;
  metadata?: Metadata;
}> {}
export class DeleteCustomer extends command('DeleteCustomer')<{
  customerId: string;
  organizationIds: readonly string[];
}> {}
/** Confirms the claims that a customer's stream says it has, and releases the others of `claims`: repeated from the facts. */
export class SettleCustomerClaims extends command('SettleCustomerClaims')<{ customerId: string; claims: Claim[] }> {}
