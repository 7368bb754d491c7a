import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { accessTokenDecider } from '../../../src/features/accounts/access-tokens/access-token.decider.ts';
import type { AccessTokenEvent } from '../../../src/features/accounts/access-tokens/access-token.events.ts';
import { accessTokenProjection } from '../../../src/features/accounts/access-tokens/access-token.projection.ts';
import { secondsOfDuration } from '../../../src/features/accounts/access-tokens/duration.rules.ts';
import {
  addressesOf,
  belongsToUser,
} from '../../../src/features/accounts/organizations/invitations/invitation.rules.ts';
import { memberProjection } from '../../../src/features/accounts/organizations/members/member.projection.ts';
import { EraseInvitationsOf } from '../../../src/features/accounts/organizations/invitations/invitation.commands.ts';
import { organizationDecider } from '../../../src/features/accounts/organizations/organization.decider.ts';
import type { OrganizationEvent } from '../../../src/features/accounts/organizations/organization.events.ts';
import { organizationProjection } from '../../../src/features/accounts/organizations/organization.projection.ts';
import { invitationErasingProcess } from '../../../src/features/accounts/organizations/invitations/invitation.process.ts';
import { ownsSlug, slugClaimProcess } from '../../../src/features/accounts/organizations/organization.process.ts';
import { isReserved, isSlug, OWN_PATHS } from '../../../src/features/accounts/organizations/organization.rules.ts';
import { sessionDecider } from '../../../src/features/accounts/sessions/session.decider.ts';
import type { SessionEvent } from '../../../src/features/accounts/sessions/session.events.ts';
import {
  lastOrganizationProjection,
  sessionProjection,
} from '../../../src/features/accounts/sessions/session.projection.ts';
import { isEmailAddress } from '../../../src/features/accounts/users/email/email-address.rules.ts';
import { accountMailDecider } from '../../../src/features/accounts/users/email/account-mail.decider.ts';
import { SendAccountMail } from '../../../src/features/accounts/users/user.commands.ts';
import {
  accountMailProcess,
  ownsUserClaim,
  userClaimsProcess,
  userErasingProcess,
} from '../../../src/features/accounts/users/user.process.ts';
import { userDecider } from '../../../src/features/accounts/users/user.decider.ts';
import type { UserEvent } from '../../../src/features/accounts/users/user.events.ts';
import { isBanned, userProjection, type UserDocument } from '../../../src/features/accounts/users/user.projection.ts';
import { emailErasingProcess } from '../../../src/features/delivery/emails/email.process.ts';
import { EraseEmails } from '../../../src/features/delivery/emails/email.commands.ts';
import { ConfirmClaim, ReleaseClaim } from '../../../src/kernel/writing/claim.ts';
import { EraseSubject, subjectDecider } from '../../../src/kernel/writing/erasure.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { newToken, tokenIdOf } from '../../../src/kernel/secrets/tokens.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';

const EARLIER = '2026-01-31T09:59:59.999Z';
const LATER = '2026-02-01T10:00:00.000Z';
const emailClaim = { kind: 'user-email', digest: 'd1' };
const slugClaim = { kind: 'organization-slug', digest: 'd2' };

const user = {
  userId: 'u1',
  email: 'a@example.com',
  emailClaim,
  name: 'Ada',
  image: null,
  role: 'user',
  emailVerified: false,
};
const registered: UserEvent = { type: 'UserRegistered', data: user };
const passwordSet: UserEvent = {
  type: 'PasswordSet',
  data: { userId: 'u1', accountId: 'a1', credential: 'c1', at: NOW },
};
const newClaim = { kind: 'user-email', digest: 'd3' };
const changeOfEmail = { userId: 'u1', from: 'a@example.com', email: 'b@example.com', emailClaim: newClaim };
const emailChanged: UserEvent = {
  type: 'EmailChanged',
  data: { userId: 'u1', email: 'b@example.com', emailClaim: newClaim, releasedClaim: emailClaim, at: NOW },
};
const github = {
  accountId: 'a9',
  providerId: 'github',
  providerAccountId: 'g1',
  providerClaim: { kind: 'provider-account', digest: 'd4' },
  tokens: 't1',
  scopes: ['user:email'],
  accessTokenExpiresAt: LATER,
  refreshTokenExpiresAt: null,
};
const linked: UserEvent = { type: 'AccountLinked', data: { userId: 'u1', ...github, at: NOW } };
const signedOut: UserEvent = { type: 'SessionsRevoked', data: { userId: 'u1', at: NOW, except: null } };
const deletedUser = (data: object = {}): UserEvent => ({
  type: 'UserDeleted',
  data: { userId: 'u1', released: [emailClaim], at: NOW, ...data },
});
const forfeitedEmail: UserEvent = { type: 'ClaimForfeited', data: emailClaim };

describe('the user decider', () => {
  const given = specOf(userDecider);
  const register = {
    type: 'RegisterUser',
    data: { ...user, password: { accountId: 'a1', credential: 'c1' }, account: null },
  } as const;

  it('registers with a password', () => given().when(register).then(registered, passwordSet));
  it('registers nobody twice', () => given(registered).when(register).thenRefused('USER_ALREADY_EXISTS'));
  it('rejects a forfeited e-mail', () => given(forfeitedEmail).when(register).thenRefused('ClaimForfeited'));
  it('accepts another e-mail after one was forfeited', () =>
    given({ type: 'ClaimForfeited', data: { ...emailClaim, digest: 'other' } })
      .when(register)
      .then(registered, passwordSet));
  it('verifies the e-mail once', () => {
    const verify = { type: 'VerifyEmail', data: { userId: 'u1' } } as const;
    given(registered)
      .when(verify)
      .then({ type: 'EmailVerified', data: { userId: 'u1' } });
    given(registered, { type: 'EmailVerified', data: { userId: 'u1' } })
      .when(verify)
      .then();
    given().when(verify).thenRefused('ResourceNotFound');
  });
  it('keeps the account when the password changes', () =>
    given(registered, passwordSet)
      .when({ type: 'SetPassword', data: { userId: 'u1', accountId: 'a2', credential: 'c2' }, machineNow: LATER })
      .then({ type: 'PasswordSet', data: { userId: 'u1', accountId: 'a1', credential: 'c2', at: LATER } }));
  it('revokes sessions as of machine time', () =>
    given(registered)
      .when({ type: 'RevokeSessions', data: { userId: 'u1', except: 's1' }, machineNow: LATER })
      .then({ type: 'SessionsRevoked', data: { userId: 'u1', except: 's1', at: LATER } }));
  it('sets only a first password if requested', () => {
    const first = { ...passwordSet.data, onlyFirst: true } as never;
    given(registered).when({ type: 'SetPassword', data: first }).then(passwordSet);
    given(registered, passwordSet)
      .when({ type: 'SetPassword', data: first })
      .thenRefused('USER_ALREADY_HAS_A_PASSWORD');
  });
  it('replaces only the password that was proven', () => {
    const set = (replaces: string) =>
      ({ type: 'SetPassword', data: { userId: 'u1', accountId: 'a2', credential: 'c2', replaces } }) as const;
    given(registered, passwordSet)
      .when(set('c1'))
      .then({ type: 'PasswordSet', data: { userId: 'u1', accountId: 'a1', credential: 'c2', at: NOW } });
    given(registered, passwordSet).when(set('c0')).thenRefused('INVALID_PASSWORD');
    given(registered).when(set('c1')).thenRefused('INVALID_PASSWORD');
  });
  it('rejects tokens from before the current password or address', () => {
    const set = (provenAt: string) =>
      ({ type: 'SetPassword', data: { userId: 'u1', accountId: 'a1', credential: 'c1', provenAt } }) as const;
    given(registered, passwordSet).when(set(NOW)).then(passwordSet);
    given(registered, passwordSet).when(set(EARLIER)).thenRefused('INVALID_TOKEN');
    given(registered, emailChanged).when(set(EARLIER)).thenRefused('INVALID_TOKEN');
    given(registered).when(set(EARLIER)).then(passwordSet);
  });
  it('records only what changed in the profile', () => {
    const update = (data: object) => ({ type: 'UpdateUser', data: { userId: 'u1', ...data } }) as const;
    given(registered)
      .when(update({ name: 'Ada L.', image: null }))
      .then({ type: 'UserUpdated', data: { userId: 'u1', name: 'Ada L.' } });
    given(registered)
      .when(update({ image: 'i.png' }))
      .then({ type: 'UserUpdated', data: { userId: 'u1', image: 'i.png' } });
    given(registered)
      .when(update({ name: 'Ada' }))
      .then();
    given()
      .when(update({ name: 'Ada' }))
      .thenRefused('ResourceNotFound');
  });
  it('changes the address once, and only from the one it was requested for', () => {
    const change = { type: 'ChangeEmail', data: changeOfEmail } as const;
    given(registered).when(change).then(emailChanged);
    given(registered, emailChanged).when(change).then();
    given(registered)
      .when({ ...change, data: { ...changeOfEmail, from: 'c@example.com' } })
      .thenRefused('USER_NOT_FOUND');
    given(registered, { type: 'ClaimForfeited', data: newClaim }).when(change).thenRefused('ClaimForfeited');
  });
  it('verifies the new address anew', () =>
    given(registered, { type: 'EmailVerified', data: { userId: 'u1' } }, emailChanged)
      .when({ type: 'VerifyEmail', data: { userId: 'u1' } })
      .then({ type: 'EmailVerified', data: { userId: 'u1' } }));
  it('links an account once, unless it was forfeited', () => {
    const link = { type: 'LinkAccount', data: { userId: 'u1', ...github } } as const;
    given(registered).when(link).then(linked);
    given(registered, linked).when(link).then();
    given(registered, { type: 'ClaimForfeited', data: github.providerClaim }).when(link).thenRefused('ClaimForfeited');
  });
  it('removes other ways to sign in when a provider is the first to prove the e-mail', () => {
    const google = { ...github, accountId: 'a8', providerClaim: { kind: 'provider-account', digest: 'd5' } };
    const link = {
      type: 'LinkAccount',
      data: { userId: 'u1', ...google, verifiedEmail: user.email, reclaims: true },
    } as const;
    const proven: UserEvent = { type: 'AccountLinked', data: { userId: 'u1', ...google, at: NOW } };
    const reclaimed: UserEvent = { type: 'AccountLinked', data: { userId: 'u1', ...google, at: NOW, reclaims: true } };
    const unlinked = (accountId: string, providerId: string, releasedClaim: typeof emailClaim | null): UserEvent => ({
      type: 'AccountUnlinked',
      data: { userId: 'u1', accountId, providerId, releasedClaim },
    });
    const dropped = [unlinked('a1', 'credential', null), unlinked('a9', 'github', github.providerClaim)];
    given(registered, passwordSet, linked)
      .when(link)
      .then(...dropped, reclaimed, signedOut);
    // Already proven, or not proven by this provider: nothing is removed.
    given(registered, passwordSet, { type: 'EmailVerified', data: { userId: 'u1' } })
      .when(link)
      .then(proven);
    given(registered, passwordSet)
      .when({ ...link, data: { ...link.data, verifiedEmail: 'other@example.com' } })
      .then(proven);
    const third = { ...link, data: { ...link.data, ...github } };
    given(registered, reclaimed, passwordSet).when(third).then(linked);
    // A changed address is not proven yet.
    given(registered, reclaimed, passwordSet, emailChanged)
      .when({ ...third, data: { ...third.data, verifiedEmail: changeOfEmail.email } })
      .then(
        unlinked('a1', 'credential', null),
        unlinked('a8', 'github', google.providerClaim),
        { type: 'AccountLinked', data: { userId: 'u1', ...github, at: NOW, reclaims: true } },
        signedOut,
      );
  });
  it('proves the e-mail by an account that the user links, and removes nothing then or later', () => {
    const link = { type: 'LinkAccount', data: { userId: 'u1', ...github, verifiedEmail: user.email } } as const;
    const proving: UserEvent = { type: 'AccountLinked', data: { userId: 'u1', ...github, at: NOW, provesEmail: true } };
    given(registered, passwordSet).when(link).then(proving);
    const google = { ...github, accountId: 'a8', providerClaim: { kind: 'provider-account', digest: 'd5' } };
    given(registered, passwordSet, proving)
      .when({ ...link, data: { ...link.data, ...google, reclaims: true } })
      .then({ type: 'AccountLinked', data: { userId: 'u1', ...google, at: NOW } });
  });
  it('removes other ways to sign in when a new password is the first to prove the e-mail', () => {
    const data = { userId: 'u1', accountId: 'a2', credential: 'c2', provenAt: NOW, provesEmail: true };
    const set = { type: 'SetPassword', data } as const;
    const own = { userId: 'u1', accountId: 'a1', credential: 'c2', at: NOW };
    const replaced: UserEvent = { type: 'PasswordSet', data: own };
    const reclaimed: UserEvent = { type: 'PasswordSet', data: { ...own, reclaims: true } };
    const { accountId, providerId, providerClaim: releasedClaim } = github;
    given(registered, passwordSet, linked)
      .when(set)
      .then(
        { type: 'AccountUnlinked', data: { userId: 'u1', accountId, providerId, releasedClaim } },
        reclaimed,
        signedOut,
      );
    given(registered, passwordSet, { type: 'EmailVerified', data: { userId: 'u1' } }, linked)
      .when(set)
      .then(replaced);
    given(registered, reclaimed, linked).when(set).then(replaced);
    given(registered, passwordSet, linked)
      .when({ ...set, data: { ...data, provesEmail: false } })
      .then(replaced);
  });
  it('ends all access when somebody else sets the password, whoever has proven the e-mail', () => {
    const data = { userId: 'u1', accountId: 'a2', credential: 'c2', endsAccess: true };
    const own = { userId: 'u1', accountId: 'a1', credential: 'c2', at: NOW };
    const ended: UserEvent = { type: 'PasswordSet', data: { ...own, endsAccess: true } };
    given(registered, passwordSet, linked).when({ type: 'SetPassword', data }).then(ended, signedOut);
    given(registered, passwordSet, { type: 'EmailVerified', data: { userId: 'u1' } })
      .when({ type: 'SetPassword', data: { ...data, provesEmail: true } })
      .then(ended, signedOut);
  });
  it('registers with an account at a provider', () => {
    const data = { ...user, password: null, account: github };
    given().when({ type: 'RegisterUser', data }).then(registered, linked);
    given({ type: 'ClaimForfeited', data: github.providerClaim })
      .when({ type: 'RegisterUser', data })
      .thenRefused('ClaimForfeited');
  });
  it('replaces the tokens of a linked account', () => {
    const { tokens, scopes, accessTokenExpiresAt, refreshTokenExpiresAt } = { ...github, tokens: 't2' };
    const data = { userId: 'u1', accountId: 'a9', tokens, scopes, accessTokenExpiresAt, refreshTokenExpiresAt };
    given(registered, linked)
      .when({ type: 'ReplaceProviderTokens', data })
      .then({ type: 'ProviderTokensReplaced', data: { ...data, at: NOW } });
    given(registered).when({ type: 'ReplaceProviderTokens', data }).thenRefused('ACCOUNT_NOT_FOUND');
  });
  it('unlinks a linked account, but not the last', () => {
    const unlink = (providerId: string, providerAccountId?: string, allowLast = false) =>
      ({ type: 'UnlinkAccount', data: { userId: 'u1', providerId, providerAccountId, allowLast } }) as const;
    const { providerClaim: releasedClaim } = github;
    const gone = { userId: 'u1', accountId: 'a9', providerId: 'github', releasedClaim };
    const both = [registered, passwordSet, linked];
    for (const asked of [unlink('github'), unlink('github', 'g1')])
      given(...both)
        .when(asked)
        .then({ type: 'AccountUnlinked', data: gone });
    given(...both)
      .when(unlink('credential'))
      .then({
        type: 'AccountUnlinked',
        data: { userId: 'u1', accountId: 'a1', providerId: 'credential', releasedClaim: null },
      });
    for (const asked of [unlink('google'), unlink('github', 'g2'), unlink('credential', 'u2')])
      given(...both)
        .when(asked)
        .thenRefused('ACCOUNT_NOT_FOUND');
    // Being the last is reported first (docs/IDENTITY.md#linked-accounts).
    given(registered, linked).when(unlink('google')).thenRefused('YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT');
    given(registered, linked)
      .when(unlink('github', undefined, true))
      .then({ type: 'AccountUnlinked', data: gone });
    given(registered, linked, { type: 'AccountUnlinked', data: gone })
      .when(unlink('github', undefined, true))
      .thenRefused('ACCOUNT_NOT_FOUND');
  });
  it('is banned, which ends all sessions, and unbanned once', () => {
    const ban = { userId: 'u1', reason: 'spam', expiresAt: LATER };
    const banned: UserEvent = { type: 'UserBanned', data: { ...ban, at: NOW } };
    const unban = { type: 'UnbanUser', data: { userId: 'u1' } } as const;
    given(registered).when({ type: 'BanUser', data: ban }).then(banned, signedOut);
    given(registered, banned).when(unban).then({ type: 'UserUnbanned', data: unban.data });
    given(registered).when(unban).then();
    given(registered, banned, { type: 'UserUnbanned', data: unban.data }).when(unban).then();
  });
  it('is banned until the ban is over', () => {
    const user = (banned: boolean | null, banExpires: string | null) => ({ banned, banExpires }) as UserDocument;
    expect(isBanned(user(true, LATER), NOW)).toBe(true);
    expect(isBanned(user(true, LATER), LATER)).toBe(false);
    expect(isBanned(user(true, null), LATER)).toBe(true);
    expect(isBanned(user(null, null), NOW)).toBe(false);
  });
  it('creates no more organizations than its limit, counting each once', () => {
    const reserve = (organizationId: string, memberships: string[], limit: number | undefined) =>
      ({ type: 'ReserveOrganizationQuota', data: { userId: 'u1', organizationId, memberships, limit } }) as const;
    const reserved: UserEvent = { type: 'FoundingReserved', data: { userId: 'u1', organizationId: 'o1' } };
    given(registered)
      .when(reserve('o1', [], 1))
      .then(reserved);
    given(registered, reserved)
      .when(reserve('o1', [], 1))
      .then();
    given(registered, reserved)
      .when(reserve('o2', ['o1'], 2))
      .then({
        type: 'FoundingReserved',
        data: { userId: 'u1', organizationId: 'o2' },
      });
    given(registered, reserved)
      .when(reserve('o2', ['o3'], 2))
      .thenRefused('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS');
    given(registered, reserved)
      .when(reserve('o2', ['o3'], undefined))
      .then({
        type: 'FoundingReserved',
        data: { userId: 'u1', organizationId: 'o2' },
      });
  });
  it('releases the quota of a deleted organization, and ignores a deleted user', () => {
    const data = { userId: 'u1', organizationId: 'o1' };
    const reserved: UserEvent = { type: 'FoundingReserved', data };
    const released: UserEvent = { type: 'FoundingReleased', data };
    const release = { type: 'ReleaseOrganizationQuota', data } as const;
    given(registered, reserved).when(release).then(released);
    given(registered).when(release).then();
    given(registered, reserved, deletedUser()).when(release).then();
    given(registered, reserved, released)
      .when({ type: 'ReserveOrganizationQuota', data: { ...data, memberships: [], limit: 1 } })
      .then(reserved);
  });
  it('is deleted once, and releases all its claims', () => {
    const { providerClaim } = github;
    const remove = (erase: boolean) => ({ type: 'DeleteUser', data: { userId: 'u1', erase } }) as const;
    given(registered, passwordSet, linked)
      .when(remove(false))
      .then(signedOut, deletedUser({ released: [emailClaim, providerClaim] }));
    given(registered)
      .when(remove(true))
      .then(signedOut, deletedUser({ erase: true }));
    given(registered, emailChanged)
      .when(remove(false))
      .then(signedOut, deletedUser({ released: [newClaim] }));
    given(registered, deletedUser()).when(remove(true)).then();
    given().when(remove(true)).thenRefused('ResourceNotFound');
  });
  it('refuses every change once deleted', () => {
    given(registered, deletedUser()).when(register).thenRefused('USER_ALREADY_EXISTS');
    given(registered, deletedUser())
      .when({ type: 'SetPassword', data: { userId: 'u1', accountId: 'a1', credential: 'c1' } })
      .thenRefused('ResourceNotFound');
  });
  it('changes the role to another', () => {
    const change = { type: 'ChangeUserRole', data: { userId: 'u1', role: 'admin' } } as const;
    given(registered).when(change).then({ type: 'UserRoleChanged', data: change.data });
    given(registered, { type: 'UserRoleChanged', data: change.data }).when(change).then();
  });
});

describe('the user projection', () => {
  const revoked: UserEvent = { type: 'SessionsRevoked', data: { userId: 'u1', at: LATER, except: null } };
  const of = (...events: UserEvent[]) =>
    documentsOf(userProjection, events.map((event) => recorded(event, { stream: 'user-u1' })) as never[])['u1'];

  it("has the fields of the contract's user", () =>
    expect(of(registered)).toMatchObject({
      id: 'u1',
      email: 'a@example.com',
      role: 'user',
      banned: null,
      subjects: ['user:u1'],
    }));
  it('shows until when sessions are revoked', () =>
    expect(of(registered, revoked)!.sessionsRevoked).toEqual({ at: LATER, except: null }));
  it('follows the profile, and is not updated by it', () => {
    const shown = of(registered, { type: 'UserUpdated', data: { userId: 'u1', name: 'Bea', image: 'i.png' } });
    expect(shown).toMatchObject({ name: 'Bea', name_lower: 'bea', image: 'i.png', updatedAt: NOW });
    expect(of(registered, { type: 'UserUpdated', data: { userId: 'u1', image: null } })).toMatchObject({ name: 'Ada' });
  });
  it('shows the new address as not verified', () =>
    expect(of(registered, { type: 'EmailVerified', data: { userId: 'u1' } }, emailChanged)).toMatchObject({
      email: 'b@example.com',
      emailVerified: false,
    }));
  it('shows bans and roles', () => {
    const banned: UserEvent = { type: 'UserBanned', data: { userId: 'u1', reason: 'spam', expiresAt: LATER, at: NOW } };
    const pardoned: UserEvent = { type: 'UserUnbanned', data: { userId: 'u1' } };
    expect(of(registered, banned)).toMatchObject({ banned: true, banReason: 'spam', banExpires: LATER });
    expect(of(registered, banned, pardoned)).toMatchObject({ banned: false, banReason: null, banExpires: null });
    expect(of(registered, { type: 'UserRoleChanged', data: { userId: 'u1', role: 'admin' } })!.role).toBe('admin');
  });
  it('hides passwords, accounts and created organizations', () => {
    const founding: UserEvent = { type: 'FoundingReserved', data: { userId: 'u1', organizationId: 'o1' } };
    expect(of(registered, passwordSet, linked, founding)).toEqual(of(registered));
  });
  it('is removed once deleted', () => expect(of(registered, deletedUser())).toBeUndefined());
  it('is blanked once the person is erased', () =>
    expect(userProjection.blank!(of(registered)!, 'user:u1')).toMatchObject({ email: 'erased+u1@invalid', name: '' }));
});

describe('the claims of users and organizations', () => {
  it('are confirmed by the facts', () => {
    const steps = userClaimsProcess.react(recorded(registered as never));
    expect(steps).toEqual([
      { command: ConfirmClaim, data: { claim: emailClaim, owner: 'user-u1' }, target: emailClaim.digest },
    ]);
    const slugSteps = slugClaimProcess.react(recorded(created as never));
    expect(slugSteps).toEqual([
      { command: ConfirmClaim, data: { claim: slugClaim, owner: 'organization-o1' }, target: '' },
    ]);
  });
  it('are released by owners that no longer have them', () => {
    const of = (event: UserEvent) => userClaimsProcess.react(recorded(event as never));
    const confirm = { command: ConfirmClaim, data: { claim: newClaim, owner: 'user-u1' }, target: newClaim.digest };
    const release = { command: ReleaseClaim, data: { claim: emailClaim, owner: 'user-u1' }, target: emailClaim.digest };
    expect(of(emailChanged)).toEqual([confirm, release]);
    expect(of(deletedUser())).toEqual([release]);
    expect(of(linked)).toMatchObject([{ command: ConfirmClaim, data: { claim: github.providerClaim } }]);
    const gone = { userId: 'u1', accountId: 'a9', providerId: 'github', releasedClaim: github.providerClaim };
    expect(of({ type: 'AccountUnlinked', data: gone })).toMatchObject([{ command: ReleaseClaim }]);
    expect(
      ownsUserClaim(
        [registered, emailChanged].map((event) => recorded(event)),
        emailClaim,
      ),
    ).toBe(false);
    expect(
      ownsUserClaim(
        [registered, emailChanged].map((event) => recorded(event)),
        newClaim,
      ),
    ).toBe(true);
  });
  it('belong to the owner named in the events', () => {
    expect(ownsUserClaim([recorded(registered)], emailClaim)).toBe(true);
    expect(ownsUserClaim([recorded(forfeitedEmail)], emailClaim)).toBe(false);
    expect(ownsSlug([recorded(created)], slugClaim)).toBe(true);
    expect(ownsSlug([recorded(created)], { ...slugClaim, digest: 'other' })).toBe(false);
  });
});

describe('the processes of users', () => {
  it('erases users who were deleted for erasure, and nobody else', () => {
    const of = (event: UserEvent) => userErasingProcess.react(recorded(event as never));
    expect(of(deletedUser({ erase: true }))).toEqual([
      { command: EraseSubject, data: { subject: 'user:u1' }, target: '' },
    ]);
    expect(of(deletedUser())).toEqual([]);
  });
  it('erases invitations to addresses of the user, pending ones only if the address was verified', () => {
    const verified: UserEvent = { type: 'EmailVerified', data: { userId: 'u1' } };
    const [first, second] = [{ emailDigest: 'd1' }, { emailDigest: 'd3' }];
    expect(addressesOf([registered, emailChanged, verified])).toEqual([
      { ...first, isVerified: false },
      { ...second, isVerified: true },
    ]);
    expect(addressesOf([registered, verified, emailChanged]).map(({ isVerified }) => isVerified)).toEqual([
      true,
      false,
    ]);
    expect(belongsToUser({ status: 'pending' }, { ...first, isVerified: false })).toBe(false);
    expect(belongsToUser({ status: 'accepted' }, { ...first, isVerified: false })).toBe(true);
    expect(belongsToUser({ status: 'pending' }, { ...first, isVerified: true })).toBe(true);
    const of = (event: UserEvent) => invitationErasingProcess.react(recorded(event as never));
    expect(of(deletedUser({ erase: true }))).toMatchObject([{ command: EraseInvitationsOf, data: { userId: 'u1' } }]);
    expect(of(deletedUser())).toEqual([]);
  });
  it('erases a person once', () => {
    const erase = { type: 'EraseSubject', data: { subject: 'user:u1' } } as const;
    const erased = { type: 'SubjectErased', data: erase.data } as const;
    specOf(subjectDecider)().when(erase).then(erased);
    specOf(subjectDecider)(erased).when(erase).then();
    expect(emailErasingProcess.react(recorded(erased))).toEqual([
      { command: EraseEmails, data: erase.data, target: '' },
    ]);
  });
  it('records a requested mail once, and sends it', () => {
    const data = { requestId: 'm1', kind: 'reset-password' } as const;
    const requested = { type: 'AccountMailRequested', data: { ...data, at: NOW } } as const;
    specOf(accountMailDecider)().when({ type: 'RequestAccountMail', data }).then(requested);
    specOf(accountMailDecider)(requested).when({ type: 'RequestAccountMail', data }).then();
    expect(accountMailProcess.react(recorded(requested))).toEqual([{ command: SendAccountMail, data, target: '' }]);
  });
});

const started: SessionEvent = {
  type: 'SessionStarted',
  data: {
    sessionId: 's1',
    userId: 'u1',
    at: NOW,
    expiresAt: '2026-02-07T10:00:00.000Z',
    rememberMe: true,
    ipAddress: '192.0.2.1',
    userAgent: 'test',
    activeOrganizationId: null,
  },
};
const ended: SessionEvent = { type: 'SessionEnded', data: { sessionId: 's1', userId: 'u1', reason: 'signed_out' } };

describe('the session decider', () => {
  const given = specOf(sessionDecider);
  const refresh = (expiresAt: string, machineNow: string) =>
    ({ type: 'RefreshSession', data: { sessionId: 's1', expiresAt, updateAge: 86_400 }, machineNow }) as const;

  it('starts at the current time', () =>
    given()
      .when({ type: 'StartSession', data: started.data as never })
      .then(started));
  it('is refreshed once its update age has passed, not before', () => {
    given(started).when(refresh('2026-02-08T09:59:59.999Z', '2026-02-01T09:59:59.999Z')).then();
    given(started)
      .when(refresh('2026-02-08T10:00:00.000Z', LATER))
      .then({ type: 'SessionRefreshed', data: { sessionId: 's1', at: LATER, expiresAt: '2026-02-08T10:00:00.000Z' } });
  });
  it('is not refreshed once expired or ended, or if it is not to be remembered', () => {
    const due = refresh('2026-03-01T10:00:00.000Z', '2026-02-22T10:00:00.000Z');
    given(started).when(due).then();
    given(started, ended).when(refresh('2026-02-09T10:00:00.000Z', '2026-02-02T10:00:00.000Z')).then();
    const forgotten = { ...started, data: { ...started.data, rememberMe: false } } as SessionEvent;
    given(forgotten).when(refresh('2026-02-09T10:00:00.000Z', '2026-02-02T10:00:00.000Z')).then();
  });
  it('records a change of the active organization once', () => {
    const change = { type: 'ChangeActiveOrganization', data: { sessionId: 's1', organizationId: 'o1' } } as const;
    given(started)
      .when(change)
      .then({ type: 'ActiveOrganizationChanged', data: { ...change.data, userId: 'u1' } });
    given(started, { type: 'ActiveOrganizationChanged', data: { ...change.data, userId: 'u1' } })
      .when(change)
      .then();
    given(started, ended).when(change).thenRefused('ResourceNotFound');
  });
  it('records a change of the active team once, and forgets the team with the organization', () => {
    const change = (teamId: string | null) =>
      ({ type: 'ChangeActiveTeam', data: { sessionId: 's1', teamId } }) as const;
    const inTeam: SessionEvent = { type: 'ActiveTeamChanged', data: { sessionId: 's1', teamId: 't1' } };
    const elsewhere: SessionEvent = {
      type: 'ActiveOrganizationChanged',
      data: { sessionId: 's1', organizationId: 'o2', userId: 'u1' },
    };
    given(started).when(change('t1')).then(inTeam);
    given(started, inTeam).when(change('t1')).then();
    given(started, inTeam, elsewhere).when(change('t1')).then(inTeam);
    given(started, inTeam, elsewhere).when(change(null)).then();
    given(started, ended).when(change('t1')).thenRefused('ResourceNotFound');
  });
  it('records who impersonates the user', () => {
    const data = { ...started.data, impersonatedBy: 'u9' } as never;
    given().when({ type: 'StartSession', data }).then({ type: 'SessionStarted', data });
    given(started).when({ type: 'StartSession', data }).then();
  });
  it('ends once', () => {
    const end = { type: 'EndSession', data: { sessionId: 's1', reason: 'signed_out' } } as const;
    given(started).when(end).then(ended);
    given(started, ended).when(end).then();
    given().when(end).then();
  });
  it('is removed from the read model once ended', () => {
    const of = (...events: SessionEvent[]) =>
      documentsOf(
        sessionProjection,
        events.map((event) => recorded(event, { stream: 'session-s1' })),
      );
    expect(of(started)['s1']).toMatchObject({ id: 's1', createdAt: NOW, updatedAt: NOW, impersonatedBy: null });
    expect(of(started, ended)).toEqual({});
  });
  it("gives the active organization of a user's next session", () => {
    const moved = (organizationId: string | null, userId?: string) =>
      recorded({ type: 'ActiveOrganizationChanged', data: { sessionId: 's1', organizationId, userId } } as const);
    const of = (...events: ReturnType<typeof moved>[]) => documentsOf(lastOrganizationProjection, events as never[]);
    expect(of(moved('o1', 'u1'), moved('o2', 'u1'))).toEqual({ u1: { id: 'u1', organizationId: 'o2' } });
    expect(of(moved('o1', 'u1'), moved(null, 'u1'))).toEqual({ u1: { id: 'u1', organizationId: null } });
    expect(of(moved('o1'))).toEqual({});
  });
});

const profile = {
  name: 'Acme',
  avatarUrl: null,
  metadata: null,
  email: null,
  website: null,
  socials: [],
  details: null,
  featureSettings: { issueFundingEnabled: false, usageBasedBillingEnabled: false },
  subscriptionSettings: {
    allowMultipleSubscriptions: false,
    allowCustomerUpdates: true,
    prorationBehavior: 'prorate' as const,
  },
};
const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: { organizationId: 'o1', slug: 'acme', slugClaim, createdBy: 'u1', ...profile },
};
const member = (userId: string, role: string): OrganizationEvent => ({
  type: 'MemberAdded',
  data: { organizationId: 'o1', memberId: `m-${userId}`, userId, role },
});

describe('the organization decider', () => {
  const given = specOf(organizationDecider);
  const create = {
    type: 'CreateOrganization',
    data: { ...created.data, memberId: 'm-u1', role: 'owner' } as never,
  } as const;
  const update = (data: object, actorId: string | null = 'u1') =>
    ({
      type: 'UpdateOrganization',
      data: { organizationId: 'o1', actorId, ...data },
    }) as const;
  const all = [created, member('u1', 'owner'), member('u2', 'member')];

  it('creates an organization with its owner', () => given().when(create).then(created, member('u1', 'owner')));
  it('rejects a forfeited slug', () =>
    given({ type: 'ClaimForfeited', data: slugClaim }).when(create).thenRefused('ClaimForfeited'));
  it('records only what changed', () =>
    given(...all)
      .when(update({ name: 'Acme', email: 'hi@example.com' }))
      .then({ type: 'OrganizationUpdated', data: { organizationId: 'o1', email: 'hi@example.com' } }));
  it('merges features and replaces subscription settings', () =>
    given(...all)
      .when(update({ featureSettings: { usageBasedBillingEnabled: true } }))
      .then({
        type: 'OrganizationUpdated',
        data: { organizationId: 'o1', featureSettings: { issueFundingEnabled: false, usageBasedBillingEnabled: true } },
      }));
  it('changes nothing if every field is as before', () =>
    given(...all)
      .when(update({ name: 'Acme' }))
      .then());
  it('lets only managers and its own tokens update it', () => {
    given(...all)
      .when(update({ name: 'New' }, 'u2'))
      .thenRefused('NotPermitted');
    given(...all)
      .when(update({ name: 'New' }, 'u3'))
      .thenRefused('ResourceNotFound');
    given(...all, member('u3', 'member,admin'))
      .when(update({ name: 'New' }, 'u3'))
      .then({ type: 'OrganizationUpdated', data: { organizationId: 'o1', name: 'New' } });
    given(...all)
      .when(update({ name: 'New' }, null))
      .then({ type: 'OrganizationUpdated', data: { organizationId: 'o1', name: 'New' } });
    given()
      .when(update({ name: 'New' }))
      .thenRefused('ResourceNotFound');
  });
  it('has the fields of the billing contract', () => {
    const events = [
      created,
      { type: 'OrganizationUpdated', data: { organizationId: 'o1', name: 'ACME', details: {} } },
    ];
    const documents = documentsOf(
      organizationProjection,
      events.map((event) => recorded(event, { stream: 'organization-o1' })) as never[],
    );
    expect(documents['o1']).toMatchObject({
      name: 'ACME',
      name_lower: 'acme',
      slug: 'acme',
      modified_at: NOW,
      details_submitted_at: NOW,
    });
  });
  it('lists its members', () =>
    expect(documentsOf(memberProjection, [recorded(member('u1', 'owner') as never)])).toEqual({
      'm-u1': {
        id: 'm-u1',
        organizationId: 'o1',
        userId: 'u1',
        role: 'owner',
        teams: [],
        teamIds: [],
        createdAt: NOW,
      },
    }));
});

describe('the access token decider', () => {
  const given = specOf(accessTokenDecider);
  const data = {
    tokenId: 't1',
    organizationId: 'o1',
    comment: 'CI',
    scopes: ['orders:read'],
    expiresAt: null,
    digest: 'd',
    createdBy: 'u1',
  };
  const created: AccessTokenEvent = { type: 'AccessTokenCreated', data };
  const revoked: AccessTokenEvent = { type: 'AccessTokenRevoked', data: { tokenId: 't1', organizationId: 'o1' } };
  const revoke = { type: 'RevokeAccessToken', data: { tokenId: 't1' } } as const;

  it('creates a token once', () => {
    given().when({ type: 'CreateAccessToken', data }).then(created);
    given(created).when({ type: 'CreateAccessToken', data }).then();
  });
  it('revokes a token once', () => {
    given(created).when(revoke).then(revoked);
    given(created, revoked).when(revoke).thenRefused('ResourceNotFound');
    given().when(revoke).thenRefused('ResourceNotFound');
  });
  it('records what changes of a token that works', () => {
    const update = (changes: object) => ({ type: 'UpdateAccessToken', data: { tokenId: 't1', ...changes } }) as const;
    const updated = (changes: object): AccessTokenEvent => ({
      type: 'AccessTokenUpdated',
      data: { tokenId: 't1', organizationId: 'o1', ...changes },
    });
    given(created)
      .when(update({ comment: 'Deploy', scopes: data.scopes }))
      .then(updated({ comment: 'Deploy' }));
    given(created, updated({ scopes: [] }))
      .when(update({ scopes: data.scopes }))
      .then(updated({ scopes: data.scopes }));
    given(created)
      .when(update({ comment: 'CI' }))
      .then();
    given(created, revoked)
      .when(update({ comment: 'Deploy' }))
      .thenRefused('ResourceNotFound');
  });
  it('is created at machine time', () => {
    const event = recorded(created, { stream: 'accesstoken-t1', occurredAt: LATER, recordedAt: NOW });
    expect(documentsOf(accessTokenProjection, [event])['t1']!.created_at).toBe(NOW);
  });
});

describe('text formats', () => {
  const label = 'a'.repeat(63);
  it.each([
    ['a@example.com', true],
    ["o'neil+x@sub.example-mail.org", true],
    [`${'a'.repeat(64)}@example.com`, true],
    [`${'a'.repeat(65)}@example.com`, false],
    [`a@${label}.com`, true],
    [`a@${label}a.com`, false],
    [`a@${label}.${label}.${label}.${'b'.repeat(56)}.com`, true],
    [`a@${label}.${label}.${label}.${'b'.repeat(57)}.com`, false],
    ['a..b@example.com', false],
    ['.a@example.com', false],
    ['a@example', false],
    ['a@-x.com', false],
    ['a b@example.com', false],
    ['a@b@example.com', false],
    ['', false],
  ])('e-mail %s: %s', (text, expected) => expect(isEmailAddress(text)).toBe(expected));

  it.each([
    ['acme', true],
    ['Acme-2', true],
    ['a.b', true],
    ['-a', false],
    ['a/b', false],
    ['a b', false],
    ['..', false],
    ['é', false],
    ['', false],
  ])('slug %s: %s', (text, expected) => expect(isSlug(text)).toBe(expected));

  it('reserves slugs that are paths of the program', () => {
    const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { paths: object };
    const routes = Object.keys(paths).map((path) => path.split('/')[1]!);
    const pages = ['web/src/routes', 'web/src/routes/_in']
      .flatMap((folder) => readdirSync(folder))
      .map((file) => file.split('.')[0]!)
      .filter((name) => !/^[$_]|^index$/.test(name));
    const files = [
      ...readdirSync('web').filter((name) => name.endsWith('.html')),
      ...readdirSync('web/public'),
      'assets',
    ];
    const ours = [...new Set([...routes, ...pages, ...files])].filter(isSlug).sort();
    expect([...OWN_PATHS].sort()).toEqual(ours);
    for (const slug of [...ours, 'Sign-In', 'embed.js.br', 'index.html.gz', 'login', 'www'])
      expect([slug, isReserved(slug)]).toEqual([slug, true]);
    expect(['acme', 'sign', 'embed'].map(isReserved)).toEqual([false, false, false]);
  });

  it.each([
    ['P30D', 2_592_000],
    ['P1W', 604_800],
    ['PT1H30M', 5_400],
    [60, 60],
    ['P', undefined],
    ['P1M', undefined],
    [0, undefined],
    [-1, undefined],
    ['1 day', undefined],
  ])('duration %s: %s', (text, expected) => expect(secondsOfDuration(text)).toBe(expected));

  it('reads the id from a token, and from nothing else', () => {
    const id = newUuid();
    const token = newToken('tb_oat_', id);
    expect(token).toHaveLength('tb_oat_'.length + 54);
    expect(tokenIdOf('tb_oat_', token)).toBe(id);
    expect(tokenIdOf('tb_cst_', token)).toBeUndefined();
    expect(tokenIdOf('tb_oat_', token.slice(0, -1))).toBeUndefined();
    expect(tokenIdOf('tb_oat_', `tb_oat_${'z'.repeat(54)}`)).toBeUndefined();
    expect(tokenIdOf('tb_oat_', `tb_oat_${'-'.repeat(54)}`)).toBeUndefined();
  });
});
