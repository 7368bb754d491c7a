import type { IdentityProvider } from './identity-provider.ts';

/** The providers' addresses and rules, which are not configured. */
export interface ProviderEndpoints {
  google: Endpoints & { profile: string; keys: string; issuers: string[] };
  github: Endpoints & { profile: string; emails: string };
  discord: Endpoints & { api: string };
}

export interface Endpoints {
  authorization: string;
  token: string;
  signUp: IdentityProvider['signUp'];
}

/** Bound if the providers are elsewhere, as in tests; else the public endpoints apply. */
export const PROVIDER_ENDPOINTS = Symbol('ProviderEndpoints');

export const publicEndpoints: ProviderEndpoints = {
  google: {
    authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    profile: 'https://openidconnect.googleapis.com/v1/userinfo',
    keys: 'https://www.googleapis.com/oauth2/v3/certs',
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    signUp: 'always',
  },
  github: {
    authorization: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    profile: 'https://api.github.com/user',
    emails: 'https://api.github.com/user/emails',
    signUp: 'always',
  },
  discord: {
    authorization: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    api: 'https://discord.com/api',
    signUp: 'always',
  },
};
