import { linkOptions } from '@tanstack/react-router';

/** The rail, from what is sold to who buys it. */
export function areasOf(org: string) {
  const params = { org };
  return [
    { label: 'Catalogue', areas: [{ label: 'Products', link: linkOptions({ to: '/$org/products', params }) }] },
    { label: 'People', areas: [{ label: 'Customers', link: linkOptions({ to: '/$org/customers', params }) }] },
  ];
}

export function newThings(org: string) {
  const params = { org };
  return [
    { label: 'New product', link: linkOptions({ to: '/$org/products/new', params }) },
    { label: 'New customer', link: linkOptions({ to: '/$org/customers/new', params }) },
  ];
}
