import { beforeAll, describe, expect, it } from '@jest/globals';
import type {
  InstallablePlatform,
  RemoteAccess,
  RemoteAccount,
} from '../../src/features/billing/remote-access/remote-platform.ts';

export const BACK = 'http://127.0.0.1/back';

/** A platform with a place in which the seller has installed the bot or app. */
export interface PlatformUnderTest {
  platform: InstallablePlatform;
  /** Where the seller comes back with this query. */
  installed: { id: string; name: string };
  installQuery(): Record<string, string>;
  /** What can be given there. */
  access: RemoteAccess;
  /** Gone, or never there. */
  unknown: RemoteAccess;
  /** The code with which the customer of that name comes back. */
  codeFor(username: string): string;
  hasAccess(access: RemoteAccess, account: RemoteAccount): Promise<boolean>;
}

/** What every platform must do. */
export function remotePlatformContract(name: string, open: () => Promise<PlatformUnderTest>): void {
  describe(`${name} is a platform`, () => {
    let under: PlatformUnderTest;
    beforeAll(async () => {
      under = await open();
    });

    async function linked(username: string) {
      const { account, tokens } = await under.platform.link(under.codeFor(username), BACK);
      return { ...account, accessToken: tokens.accessToken };
    }

    it('leads to pages that know the state', () => {
      const request = { state: 'st-1', redirectUri: BACK };
      for (const url of [under.platform.installUrl(request), under.platform.authorizeUrl(request)])
        expect(new URL(url).searchParams.get('state')).toBe('st-1');
    });

    it('says where the seller has installed it, and what can be given there', async () => {
      expect(await under.platform.install(under.installQuery(), BACK)).toEqual([under.installed]);
      const choices = await under.platform.choices(under.installed.id);
      expect(choices.platform).toBe(under.platform.name);
      const ids = choices.platform === 'discord' ? choices.roles : choices.repositories;
      const given = under.access.platform === 'discord' ? { id: under.access.roleId } : { name: under.access.name };
      expect(ids).toContainEqual(expect.objectContaining(given));
    });

    it('knows nothing of places that do not exist', async () => {
      await expect(under.platform.choices('404')).rejects.toMatchObject({ reason: 'refused' });
    });

    it('links the same account to the same id, with tokens that can be refreshed', async () => {
      const one = await under.platform.link(under.codeFor('ada'), BACK);
      const again = await under.platform.link(under.codeFor('ada'), BACK);
      expect(one.account).toEqual({ id: expect.stringMatching(/^\d+$/), username: 'ada' });
      expect(again.account).toEqual(one.account);
      const { accessToken } = await under.platform.refresh(one.tokens);
      await under.platform.grant(under.access, { ...one.account, accessToken });
    });

    it('asks the customer to link again after a bad code, or without a token to refresh with', async () => {
      const again = { reason: 'action_required' };
      await expect(under.platform.link('Not a code', BACK)).rejects.toMatchObject(again);
      const tokens = { accessToken: 'a', refreshToken: null, expiresAt: null };
      await expect(under.platform.refresh(tokens)).rejects.toMatchObject(again);
      await expect(under.platform.refresh({ ...tokens, refreshToken: 'gone' })).rejects.toMatchObject(again);
    });

    it('gives access once, however often it is asked', async () => {
      const account = await linked('bea');
      expect(await under.hasAccess(under.access, account)).toBe(false);
      await under.platform.grant(under.access, account);
      await under.platform.grant(under.access, account);
      expect(await under.hasAccess(under.access, account)).toBe(true);
    });

    it('takes access away, also if there was none', async () => {
      const account = await linked('cyd');
      await under.platform.revoke(under.access, account);
      await under.platform.grant(under.access, account);
      await under.platform.revoke(under.access, account);
      await under.platform.revoke(under.access, account);
      expect(await under.hasAccess(under.access, account)).toBe(false);
    });

    it('gives and takes one account alone', async () => {
      const [one, other] = [await linked('dan'), await linked('eve')];
      await under.platform.grant(under.access, one);
      await under.platform.grant(under.access, other);
      await under.platform.revoke(under.access, one);
      expect(await under.hasAccess(under.access, other)).toBe(true);
    });

    it('refuses what does not exist', async () => {
      await expect(under.platform.grant(under.unknown, await linked('fay'))).rejects.toMatchObject({
        reason: 'refused',
        message: expect.stringMatching(/^[A-Z].*\.$/),
      });
    });
  });
}
