import { expect, it } from '@jest/globals';
import { PORTAL_SCOPES, TOKEN_SCOPES } from '../../src/app/http/callers/scopes.ts';
import { OAUTH_SCOPES } from '../../src/features/accounts/oauth/oauth.scopes.ts';
import { ALL_SCOPES, READ_SCOPES, scopesLabel } from '@/features/access-tokens/scopes';
import { allowancesLabel, allowancesOf, clientScopeGroups, scopesBeyond } from '@/lib/scopes';

const reaching = TOKEN_SCOPES.filter((scope) => !PORTAL_SCOPES.includes(scope));

it('the form of a token offers exactly the scopes with which a token reaches a route', () => {
  expect([...ALL_SCOPES].sort()).toEqual([...reaching].sort());
  expect([scopesLabel(reaching), scopesLabel(reaching.slice(1))]).toEqual([
    'Everything',
    `${reaching.length - 1} scopes`,
  ]);
  expect(scopesLabel(READ_SCOPES)).toBe(`${READ_SCOPES.length} scopes, reading only`);
});

it('the form of a client offers the same, and what it may know of the user', () => {
  const offered = clientScopeGroups.flatMap(({ options }) => options.map(({ value }) => value));
  expect(offered).toEqual(['openid', 'profile', 'email', ...ALL_SCOPES]);
  expect(offered.filter((scope) => !OAUTH_SCOPES.includes(scope))).toEqual([]);
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
