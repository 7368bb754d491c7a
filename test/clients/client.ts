import type { Example } from './examples.ts';

/** One release of the client, and for releases that speak several dated versions of the API one of those. */
export interface Client {
  name: string;
  calls: Call[];
  /** Reads a webhook message as its users do. @returns what it refuses */
  readEvent(body: string): Promise<string[]>;
}

/** A method of a client. */
export interface Call {
  /** Such as `customerPortal.orders.list`. */
  name: string;
  /** Such as `GET /v1/orders/{}`. */
  route: string;
  /** Names of what it can send, from the client's own types: `prices.amount_type`. */
  sends: string[];
  /** Sends an example and reads the answer. @returns what it refuses */
  run(example: Example): Promise<string[]>;
}

/** Compares routes of the client's and the product's documents. */
export function routeOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/\/$/, '').replaceAll(/\{[^}]+\}/g, '{}')}`;
}
