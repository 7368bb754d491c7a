import { linkOptions } from '@tanstack/react-router';

interface Shown {
  teams: boolean;
  /** Whether the organization bills usage. */
  meters: boolean;
  /** Whether the user may see what is for owners and admins. */
  reserved: boolean;
}

/** The areas on the rail, from products to customers. */
export function areasOf(org: string, { teams, meters, reserved }: Shown) {
  const params = { org };
  const [tokens] = apiAccess(org);
  return [
    { areas: [{ label: 'Home', link: linkOptions({ to: '/$org', params }), exact: true, key: 'h' }] },
    {
      label: 'Catalog',
      areas: [
        { label: 'Products', link: linkOptions({ to: '/$org/products', params }), key: 'p' },
        { label: 'Benefits', link: linkOptions({ to: '/$org/benefits', params }) },
        { label: 'Discounts', link: linkOptions({ to: '/$org/discounts', params }) },
        { label: 'Custom fields', link: linkOptions({ to: '/$org/custom-fields', params }) },
        ...(meters
          ? [
              { label: 'Meters', link: linkOptions({ to: '/$org/meters', params }) },
              { label: 'Usage events', link: linkOptions({ to: '/$org/usage-events', params }) },
            ]
          : []),
      ],
    },
    {
      label: 'Sales',
      areas: [
        { label: 'Checkouts', link: linkOptions({ to: '/$org/checkouts', params }) },
        { label: 'Checkout links', link: linkOptions({ to: '/$org/checkout-links', params }) },
        { label: 'Orders', link: linkOptions({ to: '/$org/orders', params }), key: 'o' },
        { label: 'Payments', link: linkOptions({ to: '/$org/payments', params }) },
        { label: 'Subscriptions', link: linkOptions({ to: '/$org/subscriptions', params }), key: 's' },
        { label: 'Finance', link: linkOptions({ to: '/$org/finance', params }), key: 'f' },
      ],
    },
    {
      label: 'People',
      areas: [
        { label: 'Customers', link: linkOptions({ to: '/$org/customers', params }), key: 'c' },
        { label: 'License keys', link: linkOptions({ to: '/$org/license-keys', params }) },
        { label: 'Members', link: linkOptions({ to: '/$org/members', params }) },
        ...(teams ? [{ label: 'Teams', link: linkOptions({ to: '/$org/teams', params }) }] : []),
      ],
    },
    ...(reserved
      ? [{ label: 'Ledger', areas: [{ label: 'Events', link: linkOptions({ to: '/$org/events', params }), key: 'e' }] }]
      : []),
    {
      label: 'Set up',
      areas: [
        { label: 'Webhooks', link: linkOptions({ to: '/$org/webhooks', params }) },
        ...(reserved ? [{ label: 'API access', link: tokens.link, also: '/$org/api-keys' }] : []),
      ],
    },
  ];
}

/** At the foot of the rail, however many areas there are. */
export function pinnedAreas(org: string) {
  return [{ label: 'Settings', link: linkOptions({ to: '/$org/settings', params: { org } }), also: '/$org/tax' }];
}

/** The two pages of API access; most programs need a token. */
export function apiAccess(org: string) {
  const params = { org };
  return [
    { label: 'Access tokens', link: linkOptions({ to: '/$org/access-tokens', params }) },
    { label: 'API keys', link: linkOptions({ to: '/$org/api-keys', params }) },
  ] as const;
}

/** Lists that other pages open, and the palette. */
export function deeperPages(org: string) {
  const params = { org };
  return [{ label: 'Invoices and credit notes', link: linkOptions({ to: '/$org/finance/entries', params }) }] as const;
}

/** The pages of an organization's settings. */
export function settingsPages(org: string) {
  const params = { org };
  return [
    { label: 'Organization', link: linkOptions({ to: '/$org/settings', params }) },
    { label: 'Tax', link: linkOptions({ to: '/$org/tax', params }) },
  ] as const;
}

export function newThings(org: string, { meters }: Pick<Shown, 'meters'>) {
  const params = { org };
  return [
    { label: 'New product', link: linkOptions({ to: '/$org/products/new', params }) },
    { label: 'New benefit', link: linkOptions({ to: '/$org/benefits/new', params }) },
    { label: 'New discount', link: linkOptions({ to: '/$org/discounts/new', params }) },
    { label: 'New custom field', link: linkOptions({ to: '/$org/custom-fields/new', params }) },
    ...(meters ? [{ label: 'New meter', link: linkOptions({ to: '/$org/meters/new', params }) }] : []),
    { label: 'New checkout', link: linkOptions({ to: '/$org/checkouts/new', params }) },
    { label: 'New checkout link', link: linkOptions({ to: '/$org/checkout-links/new', params }) },
    { label: 'New customer', link: linkOptions({ to: '/$org/customers/new', params }) },
    { label: 'New webhook endpoint', link: linkOptions({ to: '/$org/webhooks/new', params }) },
    { label: 'Invite someone', link: linkOptions({ to: '/$org/members/invite', params }) },
    { label: 'New API key', link: linkOptions({ to: '/$org/api-keys/new', params }) },
    { label: 'New access token', link: linkOptions({ to: '/$org/access-tokens/new', params }) },
  ];
}
