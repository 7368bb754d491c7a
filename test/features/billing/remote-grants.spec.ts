import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Commands } from '../../../src/app/commands.ts';
import { VAULT } from '../../../src/app/tokens.ts';
import { CreateBenefit, UpdateBenefit } from '../../../src/features/billing/benefits/benefit.commands.ts';
import type { BenefitProperties } from '../../../src/features/billing/benefits/benefit.events.ts';
import { GrantBenefit, RevokeGrant } from '../../../src/features/billing/grants/grant.commands.ts';
import type { BenefitGrant } from '../../../src/features/billing/grants/grants.dto.ts';
import { GrantStreams } from '../../../src/features/billing/grants/grant-streams.service.ts';
import { LinkedAccountReader } from '../../../src/features/billing/remote-access/linked-accounts.queries.ts';
import { RemoteFailure } from '../../../src/features/billing/remote-access/remote-platform.ts';
import { UpdateProductBenefits } from '../../../src/features/billing/products/product.commands.ts';
import { RevokeSubscription } from '../../../src/features/billing/subscriptions/subscription.commands.ts';
import type { Command, Context } from '../../../src/kernel/writing/command.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import type { Vault } from '../../../src/kernel/ports/vault.ts';
import { portalOf } from '../../support/portal.ts';
import { testPlatforms, type TestPlatform } from '../../support/test-platforms.ts';
import { foundOrganization, openShop, type Shop } from '../../support/shop.ts';

describe('benefits at Discord and GitHub', () => {
  let shop: Shop;
  let discord: TestPlatform;
  let github: TestPlatform;
  let restore: () => void;
  let named = 0;
  const fresh = (what: string) => `${what}${(named += 1)}`;

  beforeAll(async () => {
    shop = await openShop({ allowSeveral: true, ages: true });
    await foundOrganization(shop, 'stranger');
    ({ discord, github, restore } = testPlatforms(shop));
  });
  afterAll(async () => {
    restore();
    await shop.close();
  });

  const run = (commandOf: (context: Context) => Command) =>
    shop.app.get(Commands).execute(commandOf({ ...shop.context(), organizationId: shop.organizationId }));
  const end = async ({ subscriptionId }: Buyer) => {
    await run((context) => new RevokeSubscription({ subscriptionId, reason: null, comment: null }, context));
    await shop.settled();
  };

  async function benefit(properties: BenefitProperties): Promise<string> {
    const benefitId = newUuid();
    const data = { benefitId, organizationId: shop.organizationId, description: 'Club', properties, metadata: {} };
    await run((context) => new CreateBenefit(data, context));
    return benefitId;
  }
  const roleOf = (roleId: string): BenefitProperties => ({ type: 'discord', guildId: 'club', roleId });
  const repository = (permission: 'pull' | 'push'): BenefitProperties => ({
    ...{ type: 'github_repository', installationId: '7', owner: 'acme', name: 'press', permission },
  });

  async function productWith(...properties: BenefitProperties[]): Promise<{ productId: string; benefitIds: string[] }> {
    const benefitIds = await Promise.all(properties.map(benefit));
    const { id: productId } = await shop.product({ interval: 'month' });
    await shop.settled();
    await run((context) => new UpdateProductBenefits({ productId, benefitIds }, context));
    return { productId, benefitIds };
  }

  interface Buyer {
    customerId: string;
    subscriptionId: string;
    session: string;
  }
  async function buy(productId: string, email = `${fresh('buyer')}@example.com`): Promise<Buyer> {
    const checkoutId = await shop.buy(productId, { email });
    const [order] = (await shop.seller.orders.list({ checkoutId })).result.items;
    const { customerId, subscriptionId } = order!;
    const { token: session } = await shop.seller.customerSessions.create({ customerId });
    return { customerId, subscriptionId: subscriptionId!, session };
  }

  const portal = (path: string, session: string | null, init: RequestInit = {}) =>
    fetch(`${shop.url}/v1/customer-portal/oauth-accounts/${path}`, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(session !== null && { authorization: `Bearer ${session}` }) },
    });
  const authorize = (session: string, platform = 'discord', returnTo = `${shop.url}/shop/portal/settings`) =>
    portal(`authorize?${new URLSearchParams({ platform, return_to: returnTo }).toString()}`, session);
  /** What the browser has once it is sent to the platform. */
  async function started(session: string, platform?: string): Promise<{ state: string; cookie: string }> {
    const answer = await authorize(session, platform);
    const { url } = (await answer.json()) as { url: string };
    return { state: new URL(url).searchParams.get('state')!, cookie: answer.headers.get('set-cookie')!.split(';')[0]! };
  }
  async function comeBack(code: string, { state, cookie }: { state: string; cookie: string }): Promise<URL> {
    const answer = await portal(`callback?${new URLSearchParams({ code, state }).toString()}`, null, {
      headers: { cookie },
    });
    expect(answer.status).toBe(302);
    return new URL(answer.headers.get('location')!);
  }
  const link = async (session: string, code: string, platform?: string) =>
    comeBack(code, await started(session, platform));
  const errorOf = (url: URL) => url.searchParams.get('error');
  const grantsOf = async ({ session }: Buyer) => {
    await shop.settled();
    return (await shop.seller.customerPortal.benefitGrants.list({ customerSession: session }, {})).result.items;
  };
  /** As the seller sees it, on the wire: the SDK drops properties of grants. */
  const seen = async (benefitId: string, { customerId }: Buyer) => {
    await shop.settled();
    const path = `/v1/benefits/${benefitId}/grants?customer_id=${customerId}`;
    const answer = await fetch(shop.url + path, { headers: { authorization: `Bearer ${shop.bearer}` } });
    return ((await answer.json()) as { items: BenefitGrant[] }).items[0]!;
  };
  const held = (platform: TestPlatform, account: string) =>
    [...platform.has].filter((one) => one.startsWith(`id-${account} `)).map((one) => one.slice(account.length + 4));
  const unlink = (session: string, platform: string, account: string) =>
    portal(`${platform}/id-${account}`, session, { method: 'DELETE' });

  it('wait for the account, are given with it, and taken when it is unlinked or the subscription ends', async () => {
    const role = fresh('role');
    const { productId, benefitIds } = await productWith(roleOf(role));
    const buyer = await buy(productId);
    expect(await seen(benefitIds[0]!, buyer)).toMatchObject({
      is_granted: false,
      error: { type: 'BenefitActionRequiredError', message: expect.stringContaining('Discord') },
    });
    const name = fresh('ada');
    expect((await link(buyer.session, name)).pathname).toBe('/shop/portal/settings');
    expect(await seen(benefitIds[0]!, buyer)).toMatchObject({
      is_granted: true,
      error: null,
      properties: { account_id: `id-${name}`, guild_id: 'club', role_id: role },
    });
    expect(held(discord, name)).toEqual([`club/${role}`]);
    const me = await shop.seller.customerPortal.customers.get({ customerSession: buyer.session });
    expect(me.oauthAccounts).toEqual({ [`discord:id-${name}`]: { accountId: `id-${name}`, accountUsername: name } });
    expect((await unlink(buyer.session, 'discord', name)).status).toBe(204);
    expect(await seen(benefitIds[0]!, buyer)).toMatchObject({ is_granted: false, is_revoked: false });
    expect(held(discord, name)).toEqual([]);
    expect((await unlink(buyer.session, 'discord', name)).status).toBe(404);
    await link(buyer.session, name);
    await shop.settled();
    expect(held(discord, name)).toEqual([`club/${role}`]);
    await end(buyer);
    expect(held(discord, name)).toEqual([]);
    expect(await grantsOf(buyer)).toEqual([]);
  });

  it('follow the role of the benefit, and the account that the customer chooses', async () => {
    const { productId, benefitIds } = await productWith(roleOf('old'));
    const email = `${fresh('buyer')}@example.com`;
    const buyer = await buy(productId, email);
    const [ada, bob] = [fresh('ada'), fresh('bob')];
    await link(buyer.session, ada);
    const [grant] = await grantsOf(buyer);
    const changes = { benefitId: benefitIds[0]!, properties: roleOf('new') };
    await run((context) => new UpdateBenefit(changes, context));
    await shop.settled();
    expect(held(discord, ada)).toEqual(['club/new']);
    const choose = (accountId: string, customerSession = buyer.session) =>
      shop.seller.customerPortal.benefitGrants.update(
        { customerSession },
        { id: grant!.id, customerBenefitGrantUpdate: { benefitType: 'discord', properties: { accountId } } },
      );
    await expect(choose(`id-${bob}`)).rejects.toThrow('OAuth account does not exist.');
    await link(buyer.session, bob);
    await shop.settled();
    expect([held(discord, ada), held(discord, bob)]).toEqual([['club/new'], []]);
    await choose(`id-${bob}`);
    expect(await seen(benefitIds[0]!, buyer)).toMatchObject({
      properties: { account_id: `id-${bob}`, role_id: 'new' },
    });
    const bound = await portalOf(() => shop).boundSession({ email }, productId);
    await expect(choose(`id-${ada}`, bound.session)).rejects.toThrow('limited to one purchase');
    expect([held(discord, ada), held(discord, bob)]).toEqual([[], ['club/new']]);
    await end(buyer);
    await expect(choose(`id-${bob}`)).rejects.toThrow('This benefit has been revoked.');
  });

  it('stay where another benefit of the customer gives the same, with the permission that that gives', async () => {
    const strong = await productWith(repository('push'));
    const weak = await productWith(repository('pull'));
    const email = `${fresh('buyer')}@example.com`;
    const first = await buy(strong.productId, email);
    const name = fresh('ada');
    await link(first.session, name, 'github');
    await buy(weak.productId, email);
    await shop.settled();
    expect(held(github, name)).toEqual(['acme/press push']);
    await end(first);
    expect(held(github, name)).toEqual(['acme/press pull']);
  });

  it('are tried again when the platform says, and at once when the seller asks', async () => {
    const { productId, benefitIds } = await productWith(roleOf(fresh('role')));
    const buyer = await buy(productId);
    discord.failures.push(new RemoteFailure('transient', 'Too many requests', 600));
    await link(buyer.session, fresh('ada'));
    expect(await seen(benefitIds[0]!, buyer)).toMatchObject({ is_granted: false, error: null });
    discord.failures.push(new RemoteFailure('refused', 'The bot may not give this role'));
    shop.clock.advanceMachine(601);
    const refused = await seen(benefitIds[0]!, buyer);
    expect(refused).toMatchObject({
      is_granted: false,
      error: { type: 'BenefitServiceError', message: 'The bot may not give this role' },
    });
    const attention = await fetch(`${shop.url}/api/dashboard/attention?organization_id=${shop.organizationId}`, {
      headers: { authorization: `Bearer ${shop.bearer}` },
    });
    const { failed_grants } = (await attention.json()) as { failed_grants: object[] };
    expect(failed_grants).toEqual([{ benefit_id: benefitIds[0], description: 'Club', count: 1 }]);
    const retry = (bearer: string) =>
      fetch(`${shop.url}/api/dashboard/grants/${refused.id}/retry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
      });
    expect((await retry('seller-stranger')).status).toBe(404);
    expect((await retry(shop.bearer)).status).toBe(202);
    expect(await seen(benefitIds[0]!, buyer)).toMatchObject({ is_granted: true, error: null });
  });

  it('use a token that is refreshed when it has expired, and ask for the account again when that is refused', async () => {
    const { productId } = await productWith(roleOf(fresh('role')));
    const other = await productWith(roleOf(fresh('role')));
    const email = `${fresh('buyer')}@example.com`;
    const buyer = await buy(productId, email);
    discord.lifetime = 30;
    await link(buyer.session, fresh('ada'));
    await shop.settled();
    expect(discord.calls.slice(-2)).toEqual(['refresh', expect.stringMatching(/^grant/)]);
    discord.refused = new RemoteFailure('action_required', 'Revoked by its owner');
    await buy(other.productId, email);
    expect((await seen(other.benefitIds[0]!, buyer)).error?.type).toBe('BenefitActionRequiredError');
    discord.refused = undefined;
    discord.lifetime = null;
  });

  it('are taken from a customer who is erased, whose tokens are deleted', async () => {
    const vault = shop.app.get<Vault>(VAULT);
    const { productId } = await productWith(roleOf(fresh('role')));
    const buyer = await buy(productId);
    const name = fresh('ada');
    await link(buyer.session, name);
    await shop.settled();
    const [kept] = await shop.app.get(LinkedAccountReader).links(buyer.customerId);
    const row = `linked-account/${kept!.linkId}`;
    expect((await vault.getMany([row])).get(row)?.value).not.toMatch(/token-\d/);
    const me = { headers: { authorization: `Bearer ${buyer.session}` }, method: 'POST' };
    await fetch(`${shop.url}/v1/customer-portal/customers/me/erasure`, me);
    await shop.seller.customers.delete({ id: buyer.customerId });
    await shop.settled();
    expect(held(discord, name)).toEqual([]);
    expect((await vault.getMany([row])).size).toBe(0);
    const other = await buy(productId);
    expect(errorOf(await link(other.session, name))).toBeNull();
  });

  it('link an account in the browser that asked, once, within ten minutes, and come back to this site only', async () => {
    const { productId } = await productWith(roleOf(fresh('role')));
    const [buyer, other] = [await buy(productId), await buy(productId)];
    expect((await authorize(buyer.session, 'discord', 'https://evil.example/portal')).status).toBe(422);
    expect((await authorize(buyer.session, 'discord', '//evil.example/portal')).status).toBe(422);
    expect((await authorize(buyer.session, 'slack')).status).toBe(422);
    const name = fresh('ada');
    const mine = await started(buyer.session);
    const theirs = await started(other.session);
    expect(errorOf(await comeBack(name, { ...mine, cookie: theirs.cookie }))).toBe('invalid_state');
    expect(errorOf(await comeBack(name, mine))).toBe('invalid_state');
    expect((await comeBack(name, mine)).pathname).toBe('/shop/portal/settings');
    const again = await started(buyer.session);
    expect(errorOf(await comeBack('bad', again))).toBe('access_denied');
    const late = await started(buyer.session);
    shop.clock.advanceMachine(601);
    expect(errorOf(await comeBack(name, late))).toBe('invalid_state');
    const foreign = `${again.state.split('.')[0]}.${Buffer.from('https://evil.example').toString('base64url')}`;
    expect((await comeBack(name, { ...again, state: foreign })).origin).toBe(shop.url);
    expect(await shop.app.get(LinkedAccountReader).links(buyer.customerId)).toEqual([]);
  });

  it('belong to one of fifty customers who link the same account at the same moment', async () => {
    const customers = await Promise.all(
      Array.from({ length: 50 }, () => shop.seller.customers.create({ email: `${fresh('buyer')}@example.com` })),
    );
    const name = fresh('ada');
    const errors = await Promise.all(
      customers.map(async ({ id: customerId }) => {
        const { token } = await shop.seller.customerSessions.create({ customerId });
        return errorOf(await link(token, name));
      }),
    );
    expect(errors.filter((error) => error === null)).toHaveLength(1);
    expect(errors.filter((error) => error === 'account_taken')).toHaveLength(49);
    const links = await Promise.all(customers.map(({ id }) => shop.app.get(LinkedAccountReader).links(id)));
    expect(links.flat()).toHaveLength(1);
  });

  it('are at the platform what the log says after fifty grants and revocations at the same moment', async () => {
    const { id: customerId } = await shop.seller.customers.create({ email: `${fresh('buyer')}@example.com` });
    const { token } = await shop.seller.customerSessions.create({ customerId });
    const name = fresh('ada');
    await link(token, name);
    const { linkId } = (await shop.app.get(LinkedAccountReader).links(customerId))[0]!;
    const streams = shop.app.get(GrantStreams);
    const access = { platform: 'discord' as const, guildId: 'club', roleId: fresh('role') };
    for (const endsGranted of [true, false]) {
      const benefitId = newUuid();
      const ids = { customerId, benefitId, organizationId: shop.organizationId };
      const scopes = Array.from({ length: 5 }, () => ({ subscriptionId: newUuid(), orderId: null }));
      const grant = (scope: (typeof scopes)[0]) =>
        streams.execute(
          new GrantBenefit(
            {
              ...{ ...ids, scope, grantId: newUuid(), benefitType: 'discord', properties: {} },
              remote: { access, links: [linkId] },
            },
            { ...shop.context(), organizationId: shop.organizationId },
          ),
        );
      const revoke = (scope: (typeof scopes)[0]) =>
        streams.execute(new RevokeGrant({ ...ids, scope, reason: 'subscription_ended' }, shop.context()));
      await Promise.all(
        Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? grant : revoke)(scopes[Math.floor(at / 2) % 5]!)),
      );
      if (endsGranted) await grant(scopes[0]!);
      else for (const scope of scopes) await revoke(scope);
      await shop.settled();
      const { grants, access: state } = await streams.state(customerId, benefitId);
      const live = Object.values(grants).filter(({ status }) => status !== 'revoked');
      expect(live.length > 0).toBe(endsGranted);
      expect(live.every(({ status }) => status === 'granted')).toBe(true);
      expect(state.held.map(({ isGiven }) => isGiven)).toEqual(endsGranted ? [true] : []);
      expect(held(discord, name)).toEqual(endsGranted ? [`club/${access.roleId}`] : []);
      if (endsGranted) for (const scope of scopes) await revoke(scope);
    }
  });
});
