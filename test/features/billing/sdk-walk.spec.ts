import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { filledIn, placesOf } from '../../support/request-places.ts';
import { benefits } from './sdk-walk/benefits.ts';
import { customFields, discounts, files, products } from './sdk-walk/catalog.ts';
import { checkoutLinks, checkouts } from './sdk-walk/checkouts.ts';
import {
  type Method,
  NAMESPACES,
  type Namespace,
  PORTAL,
  type PortalNamespace,
  called,
  methodsOf,
  openWalk,
  shop,
} from './sdk-walk/client.ts';
import { customers } from './sdk-walk/customers.ts';
import { organizations } from './sdk-walk/organizations.ts';
import { payments, refunds } from './sdk-walk/payments.ts';
import { portalDownloads, portalGrants, portalLicenseKeys } from './sdk-walk/portal-benefits.ts';
import {
  customerSessions,
  portalCustomers,
  portalOrders,
  portalOrganizations,
  portalSubscriptions,
} from './sdk-walk/portal-customers.ts';
import { customerMeters, events, meters, portalMeters } from './sdk-walk/usage.ts';

/** Methods without a test, and why. */
const LEFT_OUT: Record<string, string> = {};

beforeAll(openWalk);
afterAll(() => shop.close());

const METHODS: Record<Namespace | PortalNamespace, Record<string, Method>> = {
  'customerPortal.benefitGrants': portalGrants,
  'customerPortal.customers': portalCustomers,
  'customerPortal.customerMeters': portalMeters,
  'customerPortal.downloadables': portalDownloads,
  'customerPortal.licenseKeys': portalLicenseKeys,
  'customerPortal.orders': portalOrders,
  'customerPortal.organizations': portalOrganizations,
  'customerPortal.subscriptions': portalSubscriptions,
  customerSessions,
  products,
  files,
  customFields,
  discounts,
  checkouts,
  checkoutLinks,
  customers,
  customerMeters,
  meters,
  events,
  organizations,
  payments,
  refunds,
  benefits,
};

const ALL = [...NAMESPACES, ...PORTAL.map((name) => `customerPortal.${name}` as const)];

describe("every method of the client's catalog, checkout and portal", () => {
  it.each(ALL)('has a test, in %s', (namespace) => {
    const tested = Object.keys(METHODS[namespace]).map((name) => `${namespace}.${name}`);
    const leftOut = Object.keys(LEFT_OUT).filter((name) => name.startsWith(`${namespace}.`));
    expect([...tested, ...leftOut].sort()).toEqual(methodsOf(namespace).sort());
  });

  const all = ALL.flatMap((namespace) =>
    Object.entries(METHODS[namespace]).map(([name, method]): [string, Method] => [`${namespace}.${name}`, method]),
  );
  it.each(all)('%s takes every parameter, and answers as the client demands', async (name, method) => {
    called.delete(name);
    await method.walk();
    const filledPlaces = new Set(called.get(name)?.flatMap((request) => filledIn(request)));
    const except = Object.keys(method.except ?? {});
    const missing = [...placesOf(method.request)].filter((place) => !filledPlaces.has(place));
    expect(missing.filter((place) => !except.some((beginning) => place.startsWith(beginning)))).toEqual([]);
    const needless = except.filter((beginning) => !missing.some((place) => place.startsWith(beginning)));
    expect(needless).toEqual([]);
  });
});
