import { word } from '@/lib/format';

const names: Record<string, string> = {
  google: 'Google',
  github: 'GitHub',
  discord: 'Discord',
  fake: 'Pretend ID',
  'fake-trusted': 'Trusted Pretend ID',
};

export function providerName(provider: string): string {
  return names[provider] ?? word(provider);
}

/** Where a sign-in continues: the provider's page, or ours for a pretend provider, whose address no browser can open. */
export function providerPage(url: string): string {
  const { hostname, search } = new URL(url);
  return hostname === 'idp.invalid' ? `/pretend-provider${search}` : url;
}

export interface PretendProfile {
  email: string;
  name: string;
  emailVerified: boolean;
  picture: string;
  /** The account's id at the provider; '' derives it from the e-mail. */
  accountId: string;
}

/** A pretend provider's code is the profile itself (docs/SANDBOX.md#identity-providers). */
export function pretendCode({ email, name, emailVerified, picture, accountId }: PretendProfile): string {
  const profile = {
    sub: accountId || `pretend|${email.trim().toLowerCase()}`,
    email: email.trim(),
    email_verified: emailVerified,
    name,
    picture: picture || null,
  };
  const bytes = new TextEncoder().encode(JSON.stringify(profile));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
