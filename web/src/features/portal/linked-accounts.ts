import type { Platform } from '@/api/portal-own';
import type { Portal, PortalCustomer } from '@/api/types';

interface Account {
  account_id: string;
  account_username: string | null;
}

export function platformOf(benefitType: string): Platform {
  return benefitType === 'discord' ? 'discord' : 'github';
}

export function platformName(platform: Platform): string {
  return platform === 'discord' ? 'Discord' : 'GitHub';
}

export function accountsOf(customer: PortalCustomer | undefined, platform: Platform): Account[] {
  const all = Object.entries(customer?.oauth_accounts ?? {});
  return all.filter(([key]) => key.startsWith(`${platform}:`)).map(([, account]) => account);
}

/** Where the shop's benefits are given, and where the customer has linked an account anyway. */
export function platformsOf(
  { linkable_platforms }: Pick<Portal, 'linkable_platforms'>,
  customer: PortalCustomer,
): Platform[] {
  const linked = (['discord', 'github'] as const).filter((platform) => accountsOf(customer, platform).length > 0);
  return [...new Set([...linkable_platforms, ...linked])];
}

export function accountName({ account_id, account_username }: Account): string {
  return account_username ?? account_id;
}

const FAILURES: Record<string, string> = {
  access_denied: 'The account was not linked, because access to it was refused.',
  account_taken: 'Another customer has linked this account. Sign in with the address that you used then.',
  too_many_accounts: 'You have linked as many accounts as you can. Unlink one first.',
  invalid_state: 'The account was not linked, because that took too long. Please try again.',
};

/** Why nothing was linked, by the code that the customer came back with. */
export function failureOf(code: string): string {
  return FAILURES[code] ?? 'The account could not be linked. Please try again.';
}
