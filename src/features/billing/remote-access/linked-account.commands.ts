import type { Claim } from '../../../kernel/writing/claim.ts';
import { command } from '../../../kernel/writing/command.ts';
import type { RemoteAccount, RemotePlatformName, RemoteTokens } from './remote-access.rules.ts';

/** Keeps the tokens, claims the account, then links it. */
export class LinkCustomerAccount extends command('LinkCustomerAccount')<{
  customerId: string;
  organizationId: string;
  platform: RemotePlatformName;
  account: RemoteAccount;
  tokens: RemoteTokens;
}> {}
export class UnlinkCustomerAccount extends command('UnlinkCustomerAccount')<{
  customerId: string;
  platform: RemotePlatformName;
  accountId: string;
}> {}
/** All of a deleted customer. */
export class UnlinkCustomerAccounts extends command('UnlinkCustomerAccounts')<{ customerId: string }> {}
/** Confirms a claim, if the customer has the account; otherwise releases it. */
export class SettleAccountClaim extends command('SettleAccountClaim')<{ customerId: string; claim: Claim }> {}
/** Deletes what the Vault has of an account that is no longer linked, once it has access nowhere. */
export class ForgetLinkedAccount extends command('ForgetLinkedAccount')<{ customerId: string; linkId: string }> {}
