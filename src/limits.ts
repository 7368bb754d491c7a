import { MOST_FIELDS } from './kernel/errors.ts';
import { BATCH_SIZE, MAX_APPEND_BYTES, MAX_APPEND_EVENTS, MAX_EVENT_BYTES } from './kernel/ports/event-store.ts';
import { EDITS_PER_DAY } from './kernel/writing/edit-limit.ts';

/** A number that nothing exceeds. `of` says what is counted, so that an answer can say "at most 100 webhook endpoints". */
export interface Bound {
  readonly most: number;
  readonly of: string;
}

/** After `max` without a pause of `window` seconds, one per `window`. */
export interface Rate {
  readonly max: number;
  readonly window: number;
  readonly of: string;
}

export type Limit = Bound | Rate;

/** Such as "1,000", or "3 without a pause of 10 seconds, then one per 10 seconds". */
export function mostOf(limit: Bound | Omit<Rate, 'of'>): string {
  if ('most' in limit) return limit.most.toLocaleString('en-US');
  const { max, window } = limit;
  const pause = window === 1 ? 'a second' : `${window} seconds`;
  return `${max} without a pause of ${pause}, then one per ${window === 1 ? 'second' : pause}`;
}

/** What is said to an organization that has all that it can have. @param remedy such as `delete one that is no longer used` */
export function fullOf({ most, of }: Bound, remedy: string): string {
  return `An organization can have at most ${most} ${of}: ${remedy}`;
}

/**
 * What one organization, customer, person, address, request or batch may have, in one table: docs/LIMITS.md is written from it (`npm run limits-doc`).
 * Whoever refuses something because of its number reads it from here. What one process takes on at a time, whoever asks, is
 * `app/http/limits.ts`; lengths of single fields are in the schemas of docs/openapi.json.
 */
export const LIMITS = {
  organization: {
    slugs: { most: 20, of: 'slugs, with those that it gave up' },
    webhookEndpoints: { most: 100, of: 'webhook endpoints' },
    wrongDiscountCodes: { max: 300, window: 60, of: 'wrong discount codes, from all networks' },
    currentTaxRates: { most: 500, of: 'current tax rates' },
    fileBytes: { most: 10 * 1_024 ** 3, of: 'bytes of files, unless `ORG_FILE_BYTES` is set' },
    eventStreams: { most: 200, of: 'open event streams of each kind: live changes, checkouts, portals' },
    uploads: { most: 16, of: 'parts of files that arrive at once' },
    printing: { most: 10, of: 'invoices and credit notes that wait to be printed, in each process' },
    meters: { most: 50, of: 'meters' },
    meterClauses: { most: 500, of: 'clauses in the filters of all meters' },
    usageListsAtOnce: { most: 2, of: 'lists of usage events that read events, at once' },
    usageListsWaiting: { most: 8, of: 'such lists that wait' },
    usageVoidsAtOnce: { most: 1, of: 'usage events that are voided at once' },
    usageVoidsWaiting: { most: 8, of: 'voids that wait' },
    webhookRequests: { most: 32, of: 'requests to webhook endpoints at a time, in each process' },
    slowWebhookRequests: {
      most: 8,
      of: 'requests at a time to webhook endpoints that took over 2 s within an hour, in each process',
    },
    webhookBytes: {
      most: 8_000_000,
      of: 'bytes of large webhook bodies, as they are stored, in requests at a time, in each process; a larger one goes alone',
    },
    slowWebhookBytes: { most: 4_000_000, of: 'such bytes in requests to endpoints that took over 2 s within an hour' },
    outsideCalls: { most: 128, of: 'requests that wait for another server at a time, in each process' },
  },
  customer: {
    paymentMethods: { most: 20, of: 'payment methods' },
    linkedAccounts: { most: 10, of: 'linked accounts' },
    portalCodeTries: { most: 5, of: 'tries of one portal code' },
  },
  object: {
    editsPerDay: { most: EDITS_PER_DAY, of: 'edits in a day' },
    checkoutUpdates: { most: 200, of: 'updates of a checkout' },
    wrongDiscountCodes: { max: 10, window: 60, of: 'wrong discount codes at one checkout' },
    foundSubscribers: { max: 5, window: 600, of: 'addresses with an active subscription at one checkout' },
    checkoutConfirms: { most: 100, of: 'confirms of a checkout' },
    eventStreams: { most: 10, of: 'open event streams of a checkout, customer, member or token' },
    uploads: { most: 1, of: 'uploads of one part of a file at once' },
    measuredDigits: {
      most: 30,
      of: 'digits before the point of a number that a meter measures; the event of a larger one is kept, and not counted',
    },
  },
  address: {
    eventStreams: { most: 200, of: 'open event streams' },
    uploads: { most: 16, of: 'parts of files that arrive at once' },
    visits: { max: 30, window: 10, of: 'visits of links that are public, and wrong license keys' },
    licenseKeyChecks: { max: 300, window: 1, of: 'checks of license keys' },
    passwords: { max: 3, window: 10, of: 'requests to each path that takes a password' },
    wrongPasswords: { max: 10, window: 300, of: 'wrong passwords for one account' },
    wrongDiscountCodes: { max: 20, window: 600, of: 'wrong discount codes of one organization' },
    foundSubscribers: {
      max: 10,
      window: 600,
      of: 'addresses with an active subscription, at checkouts of one organization',
    },
    authMails: { max: 3, window: 60, of: 'requests for mails under /api/auth' },
    authTokens: { max: 20, window: 60, of: 'requests under /api/auth with a token that was mailed' },
    authRequests: { max: 100, window: 10, of: 'requests to any other path under /api/auth' },
  },
  account: {
    tries: { max: 10, window: 60, of: 'tries of each kind: passwords, codes, cards, keys that are replaced' },
    wrongPasswords: {
      max: 100,
      window: 60,
      of: 'wrong passwords at sign-in, from all networks that are unknown to the account',
    },
    mails: { max: 5, window: 300, of: 'mails of each kind to one address' },
    mailsOfOrganization: { most: 20, of: 'mails of one organization to one address within an hour' },
    mailsOfAll: { most: 60, of: 'mails of all organizations to one address within an hour' },
  },
  request: {
    bodyBytes: { most: 1_048_576, of: 'bytes of a body' },
    bodyDepth: { most: 50, of: 'levels of a body' },
    bodyValues: { most: 10_000, of: 'values in a body' },
    usageValues: { most: 60_000, of: 'values in a call with usage events' },
    usageEvents: { most: 1_000, of: 'usage events in a call' },
    usageBytes: { most: 512 * 1_024, of: 'bytes of usage events in a call' },
    valuesOfParameter: { most: 100, of: 'values of a parameter' },
    pageCharacters: { most: 4_000_000, of: 'characters of a page of a list' },
    productsOffered: { most: 25, of: 'products of a checkout, or of a checkout link' },
    filterClauses: { most: 100, of: 'clauses of a filter' },
    usageRead: { most: 20_000, of: 'usage events that a list reads' },
    usageCompared: {
      most: 200_000,
      of: 'usage events that a list reads, times the clauses that each is compared with',
    },
    refusedFields: { most: MOST_FIELDS, of: 'refused fields in an answer' },
  },
  batch: {
    eventBytes: { most: MAX_EVENT_BYTES, of: 'bytes of an event' },
    appendEvents: { most: MAX_APPEND_EVENTS, of: 'events of an append' },
    appendBytes: { most: MAX_APPEND_BYTES, of: 'bytes of an append' },
    readEvents: { most: BATCH_SIZE, of: 'events that a read model takes in at a time' },
  },
} as const satisfies Record<string, Record<string, Limit>>;
