import type { BrowserShop } from './shop.ts';

/** A path, and a text that appears once the page has loaded. */
export type Screen = readonly [path: string, text: string];

export const withoutSignIn: readonly Screen[] = [
  ['/sign-up', 'Have one already?'],
  ['/sign-in', 'New here?'],
  ['/verify-email?email=cleo@example.com', 'Send it again'],
  ['/verify-email?error=token_expired&email=cleo@example.com', 'Send a new link'],
  ['/verify-email?error=unauthorized', 'Not signed in with that account'],
  ['/forgot-password', 'Send the link'],
  ['/reset-password?token=abc', 'Set password'],
  ['/reset-password?error=INVALID_TOKEN', 'Ask for a new link'],
  ['/account-deleted', 'Your account is deleted'],
  ['/pretend-provider?state=abc&redirect_uri=http://127.0.0.1/api/auth/callback/fake', 'Pretend ID is made up.'],
  ['/error?error=state_mismatch', 'Go to sign-in'],
  ['/error?error=unable_to_link_account&from=account', 'Back to your account'],
  ['/nowhere/at/all', 'There is no such page'],
];

/** Pages that show a 404, which the browser also logs. */
export const missing: readonly Screen[] = [
  ['/checkout/tb_c_gone', 'There is no such checkout'],
  ['/checkout/tb_c_gone/confirmation', 'There is no such checkout'],
];

/** Areas of an organization that has nothing yet, and what they say then; the last is for owners and admins. */
export const emptyAreas = [
  ['Products', 'What do you sell?'],
  ['Benefits', 'What do buyers get beyond the product?'],
  ['Custom fields', 'What else do you need to know of buyers?'],
  ['Checkouts', 'No checkouts yet'],
  ['Orders', 'No orders yet'],
  ['Subscriptions', 'No subscriptions yet'],
  ['Customers', 'No customers yet'],
  ['Webhooks', 'No endpoints yet'],
  ['Access tokens', 'No access tokens yet'],
] as const;

/** Pages for owners and admins; other members see who may open them. */
export const RESERVED = /\/(new|edit|invite|events|access-tokens|api-keys)(\/|$)/;

/** What a plain member sees on the pages of the shop's organization: everything but its secrets, its log and the forms. */
export async function screensOfMember(shop: BrowserShop): Promise<Screen[]> {
  const { slug, cookie, url, organizationId } = shop;
  const ask = async (path: string) => (await fetch(url + path, { headers: { cookie } })).json();
  const { items: events } = (await ask(`/api/ledger/events?limit=1&organization_id=${organizationId}`)) as {
    items: { id: string }[];
  };
  const { teams } = (await ask(`/api/auth/organization/get-full-organization?organizationId=${organizationId}`)) as {
    teams: { id: string }[];
  };
  const more = [
    ['/members', 'Mona Member'],
    ['/members/invite', ''],
    ['/teams', '1 team'],
    [`/teams/${teams[0]!.id}`, 'Cleo Seller'],
    [`/events/${events[0]!.id}`, ''],
    ['/api-keys', ''],
    ['/api-keys/new', ''],
  ].map(([path, text]): Screen => [`/${slug}${path}`, text!]);
  const instead: Record<string, string> = { 'New subscription': 'see the history', Save: 'Leave the organization' };
  return [...(await screensOf(shop)), ...more]
    .filter(([path]) => path.startsWith(`/${slug}`))
    .map(([path, text]) => [path, RESERVED.test(path) ? 'Owners and admins' : (instead[text] ?? text)]);
}

/** Every screen of a shop with entries in every list, including dialogs. */
export async function screensOf(shop: BrowserShop): Promise<Screen[]> {
  const { slug, seller, open, club, plan, benefit, downloads, licenseKey, discount, field, meter, endpoint, paid } =
    shop;
  const patronage = await open(await shop.patronage());
  const [
    { result: orders },
    { result: payments },
    { result: subscriptions },
    { result: customers },
    { result: usage },
    [delivery],
    unpaid,
  ] = [
    await seller.orders.list({ productId: club.id }),
    await seller.payments.list({}),
    await seller.subscriptions.list({}),
    await seller.customers.list({ email: 'dora@example.com' }),
    await seller.events.list({ name: 'print' }),
    await shop.deliveries(),
    await open(club.id),
  ];
  const sold = { products: [club.id, plan.id], discountId: discount.id };
  const link = await seller.checkoutLinks.create({ ...sold, label: 'Newsletter' });
  const at = (path: string, text: string): Screen => [`/${slug}${path}`, text];
  return [
    ['/organizations', 'Choose an organization'],
    ['/organizations/new', 'You become its owner.'],
    ['/account', 'How others in your organizations see you.'],
    ['/account/sign-in', 'Linked accounts'],
    ['/account/sessions', 'This device'],
    ['/account/delete', 'Send me the link'],
    ['/outbox', 'dora@example.com'],
    [`/checkout/${unpaid.clientSecret}`, 'Subscribe for $19.00 a month'],
    [`/checkout/${patronage.clientSecret}`, 'Questions from the seller'],
    [`/checkout/${paid.clientSecret}/confirmation`, 'Paid $19.00'],
    at('', 'Active subscriptions'),
    at('/products', 'Sheets printed at $0.005 each'),
    at('/products/new', 'Choose images'),
    at(`/products/${club.id}`, 'A ream a month.'),
    at(`/products/${club.id}/edit`, 'cover.png'),
    at(`/products/${plan.id}`, 'Required'),
    at(`/products/${plan.id}/edit`, 'Price per unit'),
    at('/benefits', 'Free postage'),
    at('/benefits/new', 'Create benefit'),
    at(`/benefits/${benefit.id}`, 'dora@example.com'),
    at(`/benefits/${downloads.id}`, 'templates-2025.pdf'),
    at(`/benefits/${downloads.id}/edit`, 'Upload files'),
    at('/license-keys', licenseKey.displayKey),
    at(`/license-keys/${licenseKey.id}`, 'version: 2.1'),
    at(`/license-keys/${licenseKey.id}/edit`, 'Usage so far'),
    at('/custom-fields', 'Grain'),
    at('/custom-fields/new', 'Create custom field'),
    at(`/custom-fields/${field.id}`, 'Print plan'),
    at(`/custom-fields/${field.id}/edit`, 'Add an option'),
    at('/meters', 'summed over sheets'),
    at('/meters/new', 'Create meter'),
    at(`/meters/${meter.id}`, 'Events where name is print'),
    at(`/meters/${meter.id}/edit`, 'Add group'),
    at('/usage-events', 'No customer yet'),
    at(`/usage-events/${usage.items[0]!.id}`, 'sheets: 3'),
    at('/discounts', 'PAPER20'),
    at('/discounts/new', 'Create discount'),
    at(`/discounts/${discount.id}`, '20%'),
    at(`/discounts/${discount.id}/edit`, 'Maximum redemptions'),
    at('/checkouts', 'Succeeded'),
    at('/checkouts/new', 'Create checkout'),
    at(`/checkouts/${unpaid.id}`, 'in a new tab'),
    at('/checkout-links', 'Newsletter'),
    at('/checkout-links/new', 'Create checkout link'),
    at(`/checkout-links/${link.id}`, 'Friends of paper'),
    at(`/checkout-links/${link.id}/edit`, 'Selected at first'),
    ['/checkout/closed-link', 'Nothing is on sale here'],
    at('/orders', 'emil@example.com'),
    at(`/orders/${orders.items[0]!.id}`, 'Download invoice'),
    at('/payments', 'emil@example.com'),
    at(`/payments/${payments.items[0]!.id}`, 'This one'),
    at('/finance', 'After refunds'),
    at('/finance/entries', 'emil@example.com'),
    at('/finance/taxes', 'No rate'),
    at('/subscriptions', 'dora@example.com'),
    at(`/subscriptions/${subscriptions.items[0]!.id}`, 'New subscription'),
    at('/customers', 'emil@example.com'),
    at('/customers/new', 'External ID'),
    at(`/customers/${customers.items[0]!.id}`, 'templates.pdf'),
    at('/events', 'times in UTC'),
    at('/webhooks', '/hook'),
    at('/webhooks/new', 'Which events are sent to this endpoint.'),
    at(`/webhooks/${endpoint.id}`, 'order.paid'),
    at(`/webhooks/${endpoint.id}/edit`, 'Save'),
    at(`/webhooks/${endpoint.id}?open=${delivery!.id}`, 'Request headers'),
    at('/access-tokens', 'test'),
    at('/access-tokens/new', 'Allow as little as the program needs.'),
    at('/settings', 'Save'),
    at('/tax', 'TVA'),
    at('/orders/nope', 'There is no such order'),
    at('/orders?product=nope&q=stray', 'The list is shown without it.'),
    at('/customers?page=99', 'There is no page 99'),
  ];
}
