import { Polar } from '@polar-sh/sdk';
import { Commands } from '../../../../src/app/commands.ts';
import { CreateApiKey } from '../../../../src/features/accounts/api-keys/api-key.commands.ts';
import { signUp } from '../../../support/accounts.ts';
import { polar } from '../../../support/sellers.ts';
import { openShop, type Shop } from '../../../support/shop.ts';

export const NAMESPACES = [
  'products',
  'files',
  'customFields',
  'discounts',
  'checkouts',
  'checkoutLinks',
  'customers',
  'customerMeters',
  'meters',
  'events',
  'organizations',
  'payments',
  'refunds',
  'customerSessions',
  'benefits',
] as const;
export type Namespace = (typeof NAMESPACES)[number];
type Client = Pick<Polar, Namespace>;

/** Called with a customer's session. */
export const PORTAL = [
  'benefitGrants',
  'customers',
  'customerMeters',
  'downloadables',
  'licenseKeys',
  'orders',
  'organizations',
  'subscriptions',
] as const;
export type PortalNamespace = `customerPortal.${(typeof PORTAL)[number]}`;
/** Its methods with the session filled in. */
type PortalClient = Record<string, (request?: object) => Promise<never>>;

export interface Method {
  /** The client's own schema of the request. */
  request: unknown;
  /** Calls it until every place of the request was filled once; the client itself validates the answers. */
  walk(): Promise<void>;
  /** Places that are not filled, by their beginning, and why. */
  except?: Record<string, string>;
}

export let shop: Shop;
/** The token of an organization. */
export let seller: Client;
/** A user who owns that organization. */
export let user: Client;
/** A user who may create organizations. */
export let owner: Client;
/** What each method was called with. */
export const called = new Map<string, unknown[]>();
let names = 0;
export const fresh = (prefix = 'walk') => `${prefix}${(names += 1)}`;

/** Starts the application that all walks share, and its clients. */
export async function openWalk(): Promise<void> {
  shop = await openShop({ allowSeveral: true });
  seller = recorded(shop.seller);
  user = recorded(polar(shop.url, shop.bearer.replace('seller', 'user')));
  const { id: userId } = await signUp(shop);
  const unlimited = { rateLimitEnabled: false };
  const create = new CreateApiKey({ prefix: null, given: unlimited, userId, organizationId: null }, shop.context());
  owner = recorded(polar(shop.url, (await shop.app.get(Commands).execute(create)).key));
}

/** A client that notes its calls, once they were answered as the client's schemas demand. */
function recorded(client: Polar): Client {
  const watched = (namespace: Namespace) =>
    new Proxy(client[namespace], {
      get(target, name) {
        const method = target[name as never] as (request: unknown) => Promise<unknown>;
        return async (request: unknown) => {
          const answer = await method.call(target, request);
          const key = `${namespace}.${String(name)}`;
          called.set(key, [...(called.get(key) ?? []), request]);
          return answer;
        };
      },
    });
  return Object.fromEntries(NAMESPACES.map((namespace) => [namespace, watched(namespace)])) as unknown as Client;
}

/** What the client offers with a customer's session; its calls are noted, too. */
export function asCustomer(customerSession: string, name: (typeof PORTAL)[number]): PortalClient {
  const target = shop.seller.customerPortal[name] as unknown as Record<string, (...given: object[]) => Promise<never>>;
  const isPublic = (method: string) =>
    name === 'organizations' || (name === 'licenseKeys' && method !== 'list' && method !== 'get');
  return new Proxy({} as PortalClient, {
    get: (_, method: string) => async (request?: object) => {
      const given = request === undefined ? [] : [request];
      const answer = await target[method]!(...(isPublic(method) ? [] : [{ customerSession }]), ...given);
      const key = `customerPortal.${name}.${method}`;
      called.set(key, [...(called.get(key) ?? []), request]);
      return answer;
    },
  });
}

export const authorization = () => ({ authorization: `Bearer ${shop.bearer}` });
export const post = (path: string, body: object) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization() },
    body: JSON.stringify(body),
  });

/** The names of a class's methods, as the client publishes it. */
export function methodsOf(namespace: Namespace | PortalNamespace): string[] {
  const path = namespace.split('.') as (keyof object)[];
  const target = path.reduce<object>((within, name) => within[name], shop.seller);
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(target));
  return names.filter((name) => name !== 'constructor').map((name) => `${namespace}.${name}`);
}
