import { describe, expect, it } from '@jest/globals';
import { oauthClientDecider } from '../../../src/features/accounts/oauth/oauth-client.decider.ts';
import type { ClientProfile } from '../../../src/features/accounts/oauth/oauth-client.events.ts';
import { oauthGrantDecider } from '../../../src/features/accounts/oauth/oauth-grant.decider.ts';
import {
  clientIdOf,
  isRecentEnough,
  isRedirectUri,
  wireClientId,
} from '../../../src/features/accounts/oauth/oauth.rules.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { specOf } from '../../support/given.ts';

const CALLBACK = 'https://app.example.com/callback';
const PROFILE: ClientProfile = {
  name: 'Reports',
  redirectUris: [CALLBACK],
  authMethod: 'client_secret_post',
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'products:read'],
  clientUri: null,
  logoUri: null,
  tosUri: null,
  policyUri: null,
};

describe('an OAuth client', () => {
  const given = specOf(oauthClientDecider);
  const registered = { type: 'OAuthClientRegistered' as const, data: { clientId: 'c', userId: 'u', ...PROFILE } };

  it('is registered once', () => {
    const register = { type: 'RegisterOAuthClient' as const, data: { clientId: 'c', userId: 'u', profile: PROFILE } };
    given().when(register).then(registered);
    given(registered).when(register).then();
  });

  it('is changed by the user who registered it alone, and not without a change', () => {
    const update = (userId: string, profile: ClientProfile) =>
      ({ type: 'UpdateOAuthClient', data: { clientId: 'c', userId, profile } }) as const;
    const renamed = { ...PROFILE, name: 'Figures' };
    given(registered).when(update('u', PROFILE)).then();
    given(registered)
      .when(update('u', renamed))
      .then({ type: 'OAuthClientUpdated', data: { clientId: 'c', ...renamed } });
    given(registered).when(update('x', renamed)).thenRefused('ResourceNotFound');
  });

  it('is removed for good', () => {
    const remove = { type: 'RemoveOAuthClient' as const, data: { clientId: 'c', userId: 'u' } };
    const removed = { type: 'OAuthClientRemoved' as const, data: { clientId: 'c' } };
    given(registered).when(remove).then(removed);
    given(registered, removed).when(remove).thenRefused('ResourceNotFound');
  });
});

describe('what an app is allowed', () => {
  const given = specOf(oauthGrantDecider);
  const data = { grantId: 'g', clientId: 'c', userId: 'u', subject: 'organization' as const, organizationId: 'o' };
  const granted = { type: 'OAuthAccessGranted' as const, data: { ...data, scopes: ['openid'] } };
  const revoke = { type: 'RevokeOAuthAccess' as const, data: { grantId: 'g', reason: 'user' as const } };
  const revoked = {
    type: 'OAuthAccessRevoked' as const,
    data: { grantId: 'g', organizationId: 'o', reason: 'user' as const },
  };

  it('ends once', () => {
    given(granted).when(revoke).then(revoked);
    given(granted, revoked).when(revoke).then();
    given().when(revoke).then();
    given(granted, revoked).when({ type: 'GrantOAuthAccess', data: granted.data }).then();
  });
});

it.each([
  ['https://app.example.com/callback?x=1', true],
  ['http://localhost:3000/callback', true],
  ['http://127.0.0.1/callback', true],
  ['http://app.example.com/callback', false],
  ['https://app.example.com/callback#here', false],
  ['https://ada@app.example.com/callback', false],
  ['javascript:alert(1)', false],
  ['https://app.example.com/callback\n', false],
  [' https://app.example.com/callback', false],
  ['https://app.example.com/call\r\nback', false],
  ['https://app.example.com/\u0000', false],
  ['/callback', false],
])('%j is a redirect URI: %s', (uri, isOne) => {
  expect(isRedirectUri(uri)).toBe(isOne);
});

it.each([
  [{}, 0, true],
  [{ prompt: 'consent' }, 0, true],
  [{ prompt: 'login' }, 99, false],
  [{ prompt: 'consent login' }, 100, true],
  [{ max_age: '20' }, 89, false],
  [{ max_age: '20' }, 90, true],
  [{ max_age: '0' }, 109, false],
])('for %j at 100, a sign-in at %i is recent enough at 110: %s', (params, signedInAt, isEnough) => {
  expect(isRecentEnough(signedInAt, { params, iat: 100 }, 110)).toBe(isEnough);
});

it('a client id is found in the id that programs know', () => {
  const id = newUuid();
  expect(clientIdOf(wireClientId(id))).toBe(id);
  expect(clientIdOf('tb_ci_x')).toBeUndefined();
});
