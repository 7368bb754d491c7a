import { expect, it } from '@jest/globals';
import { PORTAL_SCOPES, TOKEN_SCOPES } from '../../src/app/http/scopes.ts';
import { OAUTH_SCOPES } from '../../src/features/accounts/oauth/oauth.scopes.ts';
import { allowancesLabel, allowancesOf, oauthScopeGroups, scopesBeyond } from '@/lib/oauth-scopes';

it('a client’s form offers every scope with which it reaches a route', () => {
  const offered = oauthScopeGroups.flatMap(({ options }) => options.map(({ value }) => value));
  expect(offered.filter((scope) => !OAUTH_SCOPES.includes(scope))).toEqual([]);
  const reaching = TOKEN_SCOPES.filter((scope) => !PORTAL_SCOPES.includes(scope));
  expect(reaching.filter((scope) => !offered.includes(scope))).toEqual([]);
  expect(scopesBeyond(['products:read', 'issues:read'])).toEqual(['issues:read']);
});

it('a user is told everything that an app asks for, in words', () => {
  expect(OAUTH_SCOPES.filter((scope) => allowancesOf([scope]).length !== 1)).toEqual([]);
  const scopes = ['openid', 'email', 'products:read', 'products:write', 'orders:read', 'customer_sessions:write'];
  expect(allowancesOf(scopes).map(({ what, may }) => `${what}: ${may.join(', ')}`)).toEqual([
    'Your identity: Know who you are, See your e-mail address',
    'Products: See, create and change',
    'Orders: See',
    'Sessions of customers: Create and change',
  ]);
  expect([allowancesLabel(scopes), allowancesLabel(['openid', 'orders:read']), allowancesLabel([])]).toEqual([
    'Your identity, products and 2 more',
    'Your identity and orders',
    'Nothing',
  ]);
});
