import { describe, expect, it } from '@jest/globals';
import { validateSync } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { AccountLimits, type AccountLimit } from '../../src/app/http/callers/account-limits.ts';
import { tooManyCalls, type WireError } from '../../src/app/http/errors.ts';
import { sharesOf as streamSharesOf } from '../../src/app/http/sharing/event-streams.ts';
import { GuessLimits } from '../../src/app/http/callers/guess-limits.ts';
import { pageOf, tooMany } from '../../src/app/http/lists/list.ts';
import { written } from '../../src/app/http/lists/pages.ts';
import type { BodyError } from '../../src/app/http/request-state.ts';
import { ProcessRequestCounts } from '../../src/app/http/sharing/request-counts.ts';
import { sharesOf as uploadSharesOf } from '../../src/app/http/bodies/uploads.ts';
import { bodyRefusal } from '../../src/app/http/validation.ts';
import { VisitLimit } from '../../src/app/http/callers/visit-limit.ts';
import type { Documents } from '../../src/app/reading/documents.ts';
import type { Config } from '../../src/config.ts';
import { TooManySlugs } from '../../src/features/accounts/organizations/organization.errors.ts';
import { CheckoutCreate } from '../../src/features/billing/checkouts/checkouts.dto.ts';
import { checkoutDecider } from '../../src/features/billing/checkouts/checkout.decider.ts';
import { TooManyCheckoutUpdates } from '../../src/features/billing/checkouts/checkout.errors.ts';
import { AlreadyActiveSubscriptionError } from '../../src/features/billing/subscriptions/subscription.errors.ts';
import { CheckoutGuesses } from '../../src/features/billing/checkouts/checkout-guesses.service.ts';
import { FileSpace } from '../../src/features/billing/files/file-space.service.ts';
import { readableSize } from '../../src/features/billing/files/file.rules.ts';
import { MeterReading } from '../../src/features/billing/meters/meter-filter.rules.ts';
import {
  demandClauses,
  demandRoom as demandRoomForMeter,
} from '../../src/features/billing/meters/meter-limits.rules.ts';
import type { MeterDocument } from '../../src/features/billing/meters/meter.projection.ts';
import { TooManyLinkedAccounts } from '../../src/features/billing/remote-access/linked-account.errors.ts';
import { TooManyPaymentMethods } from '../../src/features/billing/saved-methods/saved-method.errors.ts';
import { taxTableDecider } from '../../src/features/billing/tax/tax-table.decider.ts';
import type { TableRate } from '../../src/features/billing/tax/tax-table.rules.ts';
import { readLimit, tooManyAtOnce } from '../../src/features/billing/usage/lists/usage-events.queries.ts';
import { UsageReading } from '../../src/features/billing/usage/usage-input.rules.ts';
import { tooManyVoids } from '../../src/features/billing/usage/voids/usage-voids.handlers.ts';
import { demandRoom as demandRoomForEndpoint } from '../../src/features/delivery/webhooks/endpoints/webhook-endpoint.handlers.ts';
import { LongWork } from '../../src/kernel/coordination/long-work.ts';
import { Places, type Share } from '../../src/kernel/coordination/places.ts';
import { InvalidInput, type FieldError } from '../../src/kernel/errors.ts';
import type { Clock } from '../../src/kernel/ports/clock.ts';
import type { NewStoredEvent } from '../../src/kernel/ports/event-store.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { Keys } from '../../src/kernel/secrets/keys.ts';
import { encodeEvents } from '../../src/kernel/writing/append-limits.ts';
import { refuseTooManyEdits, type EditLimit } from '../../src/kernel/writing/edit-limit.ts';
import type { Recorded } from '../../src/kernel/writing/events.ts';
import type { Executor } from '../../src/kernel/writing/execute.ts';
import { LIMITS, mostOf, type Limit } from '../../src/limits.ts';
import { NOW } from '../support/given.ts';

/** The text of the refusal, or what throws it. */
type Refusal = () => unknown;
/** Why no request is refused with a text of ours because of it. */
type Reason = string;

const { organization, customer, object, address, account, request, batch } = LIMITS;

const clock = { now: () => NOW, machineNow: () => NOW } as Clock;
const keys = new Keys({ signing: ['s'], master: ['m'], lookup: 'l' });
const config = { auth: { rateLimit: true }, organizations: { fileBytes: organization.fileBytes.most } } as Config;

const CONTRACT = 'the contract of /api/auth fixes the text (docs/IDENTITY.md#rate-limits)';
const WRONG_CODE = { discountCode: 'WRONG', told: InvalidInput.at('body.discount_code', 'Discount does not exist.') };
const SUBSCRIBER = { customerEmail: 'ada@example.com', told: new AlreadyActiveSubscriptionError() };
const WAITS = 'it waits, or goes on later';
const PROCESS = '503: the process has too much to do (docs/OPERATING.md#overload)';

/** A limit of the table without an entry here does not compile. */
const refusals: { [Owner in keyof typeof LIMITS]: Record<keyof (typeof LIMITS)[Owner], Refusal | Reason> } = {
  organization: {
    webhookEndpoints: () => demandRoomForEndpoint(organization.webhookEndpoints.most),
    slugs: () => new TooManySlugs(),
    wrongDiscountCodes: () =>
      guess((n) => [`checkout${n}`, `10.${n >> 8}.${n & 255}.1`], organization.wrongDiscountCodes),
    currentTaxRates: addRate,
    fileBytes: () => spaceOf(organization.fileBytes.most).demand('o', 1),
    eventStreams: () => takeAll((n) => streamSharesOf({ ...stream, holder: `h${n}` }, `10.0.${n}.1`)),
    uploads: () => takeAll((n) => uploadSharesOf({ organizationId: 'o', target: `part${n}` }, `10.0.${n}.1`)),
    printing: PROCESS,
    meters: () => demandRoomForMeter(Array.from({ length: organization.meters.most }, () => ({}) as MeterDocument)),
    meterClauses: () => demandClauses([], 'meter', filterOf(organization.meterClauses.most + 1)),
    usageListsAtOnce: tooManyAtOnce,
    usageListsWaiting: tooManyAtOnce,
    usageVoidsAtOnce: tooManyVoids,
    usageVoidsWaiting: tooManyVoids,
    webhookRequests: WAITS,
    slowWebhookRequests: WAITS,
    webhookBytes: WAITS,
    slowWebhookBytes: WAITS,
    outsideCalls: PROCESS,
  },
  customer: {
    paymentMethods: () => new TooManyPaymentMethods(customer.paymentMethods.most),
    linkedAccounts: () => new TooManyLinkedAccounts(customer.linkedAccounts.most),
    portalCodeTries: 'the answer is that of a wrong code, which tells nothing of the right one',
  },
  object: {
    editsPerDay: () => edit({ types: ['Edited'], perDay: object.editsPerDay.most }),
    checkoutUpdates: () => new TooManyCheckoutUpdates(object.checkoutUpdates.most),
    wrongDiscountCodes: () => guess((n) => ['checkout', `10.0.${n}.1`], object.wrongDiscountCodes),
    foundSubscribers: () => guess((n) => ['checkout', `10.0.${n}.1`], object.foundSubscribers, SUBSCRIBER),
    checkoutConfirms: () => edit(checkoutDecider.edits!),
    eventStreams: () => takeAll((n) => streamSharesOf(stream, `10.0.${n}.1`)),
    uploads: () => takeAll((n) => uploadSharesOf({ organizationId: 'o', target: 'part' }, `10.0.${n}.1`)),
    measuredDigits: 'the event is kept, and its number counts as none',
  },
  address: {
    eventStreams: () =>
      takeAll((n) => streamSharesOf({ ...stream, holder: `h${n}`, organizationId: `o${n}` }, '10.0.0.1')),
    uploads: () => takeAll((n) => uploadSharesOf({ organizationId: `o${n}`, target: `part${n}` }, '10.0.0.1')),
    visits: () => visit(address.visits.max),
    licenseKeyChecks: () => visit(address.licenseKeyChecks.max, 'license-key', address.licenseKeyChecks),
    passwords: CONTRACT,
    wrongPasswords: CONTRACT,
    wrongDiscountCodes: () => guess((n) => [`checkout${n}`, '10.0.0.1'], address.wrongDiscountCodes),
    foundSubscribers: () => guess((n) => [`checkout${n}`, '10.0.0.1'], address.foundSubscribers, SUBSCRIBER),
    authMails: CONTRACT,
    authTokens: CONTRACT,
    authRequests: CONTRACT,
  },
  account: {
    tries: () => use('portal-email-try', account.tries.max),
    wrongPasswords: CONTRACT,
    mails: () => use('portal-email', account.mails.max),
    mailsOfOrganization: 'the mail is not sent; its request has been answered',
    mailsOfAll: 'the mail is not sent; its request has been answered',
  },
  request: {
    bodyBytes: () => refusedBody('too-large'),
    bodyDepth: () => refusedBody('too-deep'),
    bodyValues: () => refusedBody('too-many'),
    usageValues: () => refusedBody('too-many', { bodyValues: request.usageValues.most }),
    usageEvents: () => readUsage(Array.from({ length: request.usageEvents.most + 1 }, () => ({}))),
    usageBytes: () => readUsage(Array.from({ length: 30 }, () => usageOf(40))),
    pageCharacters: () => written(pageOf(['', 'x'.repeat(request.pageCharacters.most)], 2, 2), new LongWork()),
    productsOffered: () => new Error(JSON.stringify(validateSync(offering(request.productsOffered.most + 1)))),
    valuesOfParameter: () =>
      new InvalidInput([tooMany(Array.from({ length: request.valuesOfParameter.most + 1 }, String), 'id')!]),
    filterClauses: () => readFilter(request.filterClauses.most + 1),
    usageRead: () => readLimit(1),
    usageCompared: () => readLimit(100),
    refusedFields: 'an answer names no more of them',
  },
  batch: {
    eventBytes: () => encodeEvents([eventOf(batch.eventBytes.most)]),
    appendEvents: () => encodeEvents(Array.from({ length: batch.appendEvents.most + 1 }, () => eventOf(1))),
    appendBytes: () => encodeEvents(Array.from({ length: 20 }, () => eventOf(60_000))),
    readEvents: 'a read model takes in the rest afterwards',
  },
};

const cases = Object.entries(refusals).flatMap(([owner, ofOwner]) =>
  Object.entries(ofOwner as Record<string, Refusal | Reason>).flatMap(([name, refusal]) => {
    const limit = (LIMITS[owner as keyof typeof LIMITS] as Record<string, Limit>)[name]!;
    return typeof refusal === 'string' ? [] : [{ name: `${owner}.${name}`, limit, refusal }];
  }),
);

describe('the refusal of what exceeds', () => {
  it.each(cases)('$name names its number', async ({ limit, refusal }) => {
    const text = await textOf(refusal);
    const numbers = 'max' in limit ? [mostOf(limit)] : [String(limit.most), readableSize(limit.most)];
    expect(text).toMatch(new RegExp(`(^|[^\\d.])(${numbers.join('|')})(\\D|$)`));
  });
});

async function textOf(refusal: Refusal): Promise<string> {
  let said: unknown;
  try {
    said = await refusal();
  } catch (error) {
    said = error;
  }
  const { body, message } = said as Partial<WireError>;
  return typeof said === 'string' ? said : body ? JSON.stringify(body) : String(message);
}

const stream = { kind: 'checkout', holder: 'h', organizationId: 'o' } as const;

/** Takes places until one is refused. */
function takeAll(sharesOf: (n: number) => Share[]): void {
  const places = new Places(Infinity, () => new Error('All are taken'));
  for (let n = 0; ; n++) places.take(sharesOf(n));
}

/** Guesses wrongly once more than a limit admits. */
async function guess(
  from: (n: number) => [checkout: string, address: string],
  { max }: { max: number },
  { told, ...given }: { told: Error; discountCode?: string; customerEmail?: string } = WRONG_CODE,
): Promise<void> {
  const state = async () => ({ state: { status: 'open', offer: { organizationId: 'o' } } });
  const limits = new GuessLimits(new ProcessRequestCounts(), keys, clock, config);
  const guesses = new CheckoutGuesses(limits, { state } as unknown as Executor);
  for (let n = 0; n <= max; n++) {
    const [checkoutId, ip] = from(n);
    const check = guesses.check({ checkoutId, ...given }, ip, () => Promise.reject(told));
    await (n < max ? check.catch((error: unknown) => expect(error).toBe(told)) : check);
  }
}

async function visit(times: number, ...of: [kind?: string, limit?: typeof address.licenseKeyChecks]): Promise<void> {
  const visits = new VisitLimit(new ProcessRequestCounts(), clock, config);
  for (let n = 0; n <= times; n++) await visits.demand('10.0.0.1', ...of);
}

async function use(kind: AccountLimit, times: number): Promise<void> {
  const limits = new AccountLimits(new ProcessRequestCounts(), keys, clock, config);
  for (let n = 0; n <= times; n++) await limits.demand(kind, 'customer', tooManyCalls);
}

function spaceOf(used: number): FileSpace {
  const sums = new Map([['o', { count: 1, sums: { size: used } }]]);
  return new FileSpace({ sumBy: async () => sums } as unknown as Documents, clock, config);
}

function addRate(): void {
  const rate = { country: 'FR', state: null, name: 'VAT', endsOn: null, startsOn: '2020-01-01' } as TableRate;
  const rates = Array.from({ length: organization.currentTaxRates.most }, (_, n) => ({ ...rate, name: `Tax ${n}` }));
  const data = { ...rate, startsOn: undefined, taxRateId: 'new', organizationId: 'o', percent: '1' };
  taxTableDecider.decide({ type: 'AddTaxRate', data, now: NOW } as never, { origin: null, rates });
}

/** Once more in a day than a stream takes. */
function edit(limit: EditLimit): void {
  const edited = { type: limit.types[0]!, data: {} };
  const recorded = { ...edited, metadata: { recordedAt: NOW } } as Recorded;
  refuseTooManyEdits(
    limit,
    [edited],
    Array.from({ length: limit.perDay }, () => recorded),
    NOW,
  );
}

function refusedBody(error: BodyError, of: object = {}): Error {
  return bodyRefusal(error, { routeOptions: { config: of } } as FastifyRequest);
}

function readUsage(events: object[]): Error {
  const reading = new UsageReading(NOW);
  reading.events({ events });
  return refused(reading.errors);
}

/** With so many values of 500 characters. */
function usageOf(values: number): object {
  const metadata = Object.fromEntries(Array.from({ length: values }, (_, n) => [`key${n}`, 'x'.repeat(500)]));
  return { name: 'print', external_customer_id: 'emil', metadata };
}

function offering(products: number): CheckoutCreate {
  return Object.assign(new CheckoutCreate(), { products: Array.from({ length: products }, () => newUuid()) });
}

function readFilter(clauses: number): Error {
  const reading = new MeterReading();
  reading.filter(filterOf(clauses));
  return refused(reading.errors);
}

function filterOf(clauses: number) {
  const clause = { property: 'name', operator: 'eq', value: 'print' } as const;
  return { conjunction: 'or', clauses: Array.from({ length: clauses }, () => clause) } as const;
}

function refused(errors: FieldError[]): Error {
  return new InvalidInput(errors);
}

function eventOf(bytes: number): NewStoredEvent {
  return { id: 'id', type: 'Written', data: { text: 'x'.repeat(bytes) }, metadata: {} } as unknown as NewStoredEvent;
}
