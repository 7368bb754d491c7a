import { expect } from '@jest/globals';
import type { Window } from '../support/browser.ts';
import { post } from '../support/accounts.ts';
import { Dashboard } from './dashboard.ts';
import { glance } from './looks.ts';
import type { BrowserShop } from './shop.ts';

const MONTH_MS = 31 * 24 * 3_600_000;

/** A seller changes a plan, schedules another change and withdraws it, has an order explained, and looks at a failed payment. */
export async function plans(shop: BrowserShop, { page, keys, complaints }: Window): Promise<void> {
  const { app, slug, seller, club } = shop;
  const wrong: string[] = [];
  const dashboard = new Dashboard(keys);
  await seller.products.create({
    name: 'Paper plus',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 4_000 }],
  });
  const { clientSecret } = await shop.open(club.id);
  const card = { confirmationTokenId: 'ctoken_renewal_declined', customerBillingAddress: { country: 'DE' } } as const;
  const buyer = { customerName: 'Nora Buyer', customerEmail: 'nora@example.com' };
  await seller.checkouts.clientConfirm({ clientSecret, checkoutConfirmStripe: { ...buyer, ...card } });
  await app.runtime.settled();
  const { items } = (await seller.subscriptions.list({ productId: club.id })).result;
  const pathOf = (email: string) =>
    `/${slug}/subscriptions/${items.find(({ customer }) => customer.email === email)!.id}`;

  const dialog = page.getByRole('dialog', { name: 'Change plan' });
  const choose = async (plan: string, behavior: string) => {
    await keys.command('Change plan');
    await keys.enter(dialog.getByRole('button', { name: /^Plan:/ }));
    await keys.typeInto(page.getByRole('dialog', { name: 'Plan', exact: true }), plan);
    await page.getByRole('button', { name: new RegExp(`^${plan}`) }).waitFor();
    await keys.press('Enter');
    await keys.pick(page.getByLabel(behavior));
  };
  await page.goto(pathOf('dora@example.com'));
  await choose('Paper plus', 'Now, charging the difference at once');
  const cost = dialog.getByRole('group', { name: 'What it costs' });
  await cost.getByText('Remaining time on Paper club').waitFor();
  await cost.getByText('$40.00').first().waitFor();
  wrong.push(...(await glance(page, 'a change of plan')));
  await keys.enter(dialog.getByRole('button', { name: 'Change plan', exact: true }));
  await dashboard.head(/^Paper plus for dora/);

  await choose('Paper club', 'When the period ends');
  await cost.getByText('Nothing is charged now.').waitFor();
  await keys.enter(dialog.getByRole('button', { name: 'Schedule change' }));
  const banner = page.getByRole('region', { name: 'Scheduled change' });
  await banner.getByText('Paper club, $19.00 a month').waitFor();
  wrong.push(...(await glance(page, 'a scheduled change')));
  await keys.enter(banner.getByRole('button', { name: 'Withdraw' }));
  await banner.waitFor({ state: 'detached' });

  await dashboard.open(dashboard.row('orders', 'Subscription changed', 'Paid'));
  await dashboard.press('Explain');
  await dashboard.shows(/left × 40\.00 = /, 'Subscription product changed');
  wrong.push(...(await glance(page, 'an explained order')));

  const advance_to = new Date(Date.parse(app.clock.now()) + MONTH_MS).toISOString();
  await post(app, '/sandbox/clock', { advance_to });
  await page.goto(pathOf('nora@example.com'));
  await dashboard.shows('Past due', 'Next attempt', 'Last attempt; if that is declined, it is canceled');
  wrong.push(...(await glance(page, 'a failed payment')));
  expect(wrong).toEqual([]);
  expect(complaints).toEqual([]);
}
