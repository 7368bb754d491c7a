import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { organizationStream } from '../../../src/features/accounts/organizations/organization.events.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { post, signUp, type Person } from '../../support/accounts.ts';
import { happen } from '../../support/sellers.ts';
import { openShop, somebody, type Shop } from '../../support/shop.ts';
import { PNG, uploadFile, uploadPicture } from '../../support/uploads.ts';

interface Sent {
  kind: string;
  from?: string;
  replyTo?: string;
  url?: string;
  text: string;
  html: string;
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>';

describe('mails to customers', () => {
  let shop: Shop;
  let productId: string;

  beforeAll(async () => {
    shop = await openShop();
    ({ id: productId } = await shop.product({ name: 'Almanac' }));
  });
  afterAll(() => shop.close());

  const change = async (fields: object) => {
    const answer = await fetch(`${shop.url}/v1/organizations/${shop.organizationId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${shop.bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    expect(answer.status).toBe(200);
  };
  const sentTo = async (email: string, kind: string): Promise<Sent> => {
    const mails = await fetch(`${shop.url}/sandbox/outbox?kind=${kind}&to=${encodeURIComponent(email)}`);
    return ((await mails.json()) as Sent[]).at(-1)!;
  };
  const receipt = async (): Promise<Sent> => {
    const email = somebody();
    await shop.buy(productId, { email });
    return sentTo(email, 'receipt');
  };
  const verified = async (): Promise<Person> => {
    const person = await signUp(shop);
    await post(shop, '/api/auth/send-verification-email', { email: person.email }, person.cookie);
    const { url } = await sentTo(person.email, 'verify-email');
    await fetch(url!, { redirect: 'manual' });
    return person;
  };
  const join = async ({ id: userId }: Person): Promise<string> => {
    const memberId = newUuid();
    const data = { organizationId: shop.organizationId, memberId, userId, role: 'admin' };
    await happen(shop, organizationStream(shop.organizationId), { type: 'MemberAdded', data });
    return memberId;
  };

  it('come from the seller, with answers to their address only once a member has proven to own it', async () => {
    expect(await receipt()).toMatchObject({ from: shop.slug });
    const [unproven, stranger, member] = await Promise.all([signUp(shop), verified(), verified()]);
    await join(unproven);
    const memberId = await join(member);
    for (const { email } of [unproven, stranger, { email: 'nobody@example.com' }]) {
      await change({ email });
      expect(await receipt()).not.toHaveProperty('replyTo');
    }
    await change({ email: member.email.toUpperCase() });
    const mail = await receipt();
    expect(mail.replyTo).toBe(member.email);
    expect(mail.text).toContain(`Reply to this mail to write to ${shop.slug}.`);

    const { result } = await shop.seller.customers.list({ organizationId: shop.organizationId, limit: 1 });
    const { email, id: customerId } = result.items[0]!;
    await post(shop, '/v1/customer-portal/customer-session/request', { organization_id: shop.organizationId, email });
    await shop.settled();
    expect(await sentTo(email, 'portal-code')).toMatchObject({ from: shop.slug, replyTo: member.email });

    const left = { organizationId: shop.organizationId, memberId, userId: member.id, reason: 'left' };
    await happen(shop, organizationStream(shop.organizationId), { type: 'MemberRemoved', data: left });
    expect(await receipt()).not.toHaveProperty('replyTo');
    const mails = await fetch(`${shop.url}/api/dashboard/customers/${customerId}/mails`, {
      headers: { authorization: `Bearer ${shop.bearer}` },
    });
    const { items } = (await mails.json()) as { items: { id: string }[] };
    await fetch(`${shop.url}/api/dashboard/customers/${customerId}/mails/${items[0]!.id}/resend`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.bearer}` },
    });
    await shop.settled();
    expect(await sentTo(email, 'receipt')).not.toHaveProperty('replyTo');
  });

  it('show the picture that the seller has uploaded as theirs, and none from elsewhere', async () => {
    const headers = { authorization: `Bearer ${shop.bearer}` };
    const avatar = (name: string, mime_type: string, bytes: Buffer) =>
      uploadFile(shop.url, headers, { service: 'organization_avatar', name, mime_type }, bytes);
    const other = await openShop();
    const [logo, drawn, cover, others] = await Promise.all([
      avatar('logo "1".png', 'image/png', PNG),
      avatar('logo.svg', 'image/svg+xml', Buffer.from(SVG)),
      uploadPicture(shop.url, headers, {}),
      uploadFile(
        other.url,
        { authorization: `Bearer ${other.bearer}` },
        { service: 'organization_avatar', name: 'x.png', mime_type: 'image/png' },
        PNG,
      ),
    ]);
    const pictureIn = ({ html }: Sent) => /<img class="logo" src="([^"]*)" alt="([^"]*)"/.exec(html)?.slice(1);
    await change({ avatar_url: logo.public_url });
    expect(pictureIn(await receipt())).toEqual([logo.public_url, `Logo of ${shop.slug}`]);
    for (const avatar_url of [
      null,
      'https://tracker.example/logo.png',
      drawn.public_url,
      cover.public_url,
      others.public_url,
      `${shop.url}/media/nonsense/logo.png`,
    ]) {
      await change({ avatar_url });
      expect(pictureIn(await receipt())).toBeUndefined();
    }
    await other.close();
  });
});
