import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ledgerDeclarationsOf } from '../src/features/audit/ledger/ledger-entities.service.ts';
import { features } from '../src/app.module.ts';
import type { EventCatalogue } from '../src/kernel/writing/events.ts';
import { catalogues } from './golden/catalogues.ts';
import { eventsDoc } from './golden/events-doc.ts';
import { webModules } from './support/web-modules.mjs';
import { decode, formOf, presentForms, readGolden, type GoldenLine } from './golden/golden.ts';

/** What was stored once must stay readable (docs/EVENTS_AND_STREAMS.md#versions). `npm run golden` adds the line of a new form. */
const ROOT = join(import.meta.dirname, '..');
const golden = readGolden(join(ROOT, 'test/golden/events.jsonl'));

const definitions = Object.assign({}, ...catalogues) as EventCatalogue;

/** Fields that say something about a person, by their names. */
const PERSONAL =
  /name|mail|phone|address|street|city|postal|image|avatar|agent|birth|tax_?id|external_?id|comment|note|message|text|metadata|custom_?field|properties|details|^(ip|to|values)$/i;
/** Claims and digests don't give back what they are of; a mail's id says nothing. */
const HARMLESS = /Claim$|Digest$|^emailId$/;
/** What sellers say about themselves and what they sell is plain (docs/EVENTS_AND_STREAMS.md#personal-data). */
const ABOUT_SELLERS =
  /^(Organization|Team|Product|File|Benefit(Created|Updated)|CustomField|Meter|Discount(Created|Updated)|TaxRate|CheckoutLink|WebhookEndpoint|AccessToken|InvoiceIssued\.seller)/;
/** What sellers call what they measure. */
const USAGE_NAMES = /^UsageVoided\.name$|^UsageIngested\.events\.\d+\.name$/;
/** What sellers call their taxes. */
const TAX_NAMES = /\.tax\.rates\.\d+\.name$/;
const PLAIN = [ABOUT_SELLERS, USAGE_NAMES, TAX_NAMES];
/** Words of ours, and of the processor's. */
const ABOUT_THINGS = [
  'BenefitAccessFailed.message',
  'BenefitGrantFailed.error.message',
  'BenefitGrantRequested.error.message',
  'BenefitGrantRequested.properties',
  'BenefitGrantSuspended.error.message',
  'BenefitGranted.properties',
  'BenefitGrantUpdated.properties',
  // Of an app.
  'OAuthClientRegistered.name',
  'OAuthClientUpdated.name',
  'PaymentDeclined.message',
  'RefundFailed.message',
  'RefundReversed.message',
  // Of a server or an account that sellers give access to.
  'RemoteInstallationConnected.name',
  'WebhooksScheduled.messages',
];

describe('the web, which lists event types', () => {
  const listed = webModules.eventTypes;
  const stored = Object.keys(Object.assign({}, ...features.map(({ events }) => events ?? {})) as EventCatalogue);

  it('offers every type of event that an organization has in its log', async () => {
    const aboutUsers =
      /^(User|OAuthClient|Email(Verified|Changed)|Password|Account(Linked|Unlinked|Mail)|ProviderTokens|Sessions?(Revoked|Started|Refreshed|Ended)|Founding|Active)/;
    const offered = (await listed()).kinds.flatMap(({ types }) => types);
    expect(offered.filter((type) => !stored.includes(type))).toEqual([]);
    expect(stored.filter((type) => !offered.includes(type) && !aboutUsers.test(type))).toEqual(['LogSealed']);
  });

  it('shows at first what is of the business: every type but the steps and records of the program itself', async () => {
    const all = Object.entries(Object.assign({}, ...catalogues) as EventCatalogue);
    const internal = all.flatMap(([type, definition]) => (definition.internal ? [type] : []));
    expect(internal.sort()).toEqual(
      [
        ...['ApiKeyUsed', 'LicenseKeyTermsApplied', 'LicenseKeyUsed', 'ClaimForfeited', 'DocumentNumberTaken'],
        ...['CheckoutConfirmStarted', 'PaymentRequested', 'RedemptionReleased', 'RedemptionReserved'],
        ...['BenefitAccessWanted', 'BenefitGrantCycled', 'GrantReviewStarted', 'GrantReviewAdvanced'],
        ...['GrantReviewCompleted', 'CustomerUsageAnnounced', 'SubscriptionUsageMeasured', 'EmailOutcomesRecorded'],
        ...[
          'MeterPeriodClosed',
          'MeterPriceSet',
          'MeterRevisionServed',
          'MeterUsageCarried',
          'MeterUsageKept',
          'MeterUsageLinked',
        ],
        ...['UsageIngestAbandoned', 'UsageIngestSplit', 'UsageIngested', 'UsageRecounted'],
        ...['UsageRemeasured', 'UsageRemeasuringEnded', 'UsageRemeasuringStarted'],
        ...['WebhookOutcomesRecorded', 'WebhooksReplayed', 'WebhooksScheduled'],
      ].sort(),
    );
    expect([...ledgerDeclarationsOf(features).internal].sort()).toEqual(internal);
    const { tellingTypes } = await listed();
    expect(tellingTypes.filter((type) => internal.includes(type))).toEqual([]);
  });

  it('has every event of a customer in their history, but for intermediate steps', async () => {
    const { tellingTypes } = await listed();
    const own =
      /^(Customer|Checkout(?!Link)|Subscription|Order|Invoice|CreditNote|Refund(?!Credited)|Payment|DefaultPaymentMethod|BenefitGrant)/;
    const steps =
      /^(Checkout(Updated|Confirm)|Payment(Requested|Pending|Succeeded|ReversalRequested)|Refund(Requested|Pending|Settled|Undone)|OrderCredited)/;
    const repeated = [
      'BenefitGrantUpdated',
      'BenefitGrantCycled',
      'CustomerUsageAnnounced',
      'SubscriptionRenewalAnnounced',
      'SubscriptionPaymentRetried',
      'SubscriptionUsageMeasured',
    ];
    expect(tellingTypes.filter((type) => !stored.includes(type))).toEqual([]);
    expect(stored.filter((type) => own.test(type) && !tellingTypes.includes(type) && !steps.test(type)).sort()).toEqual(
      repeated.sort(),
    );
  });
});

describe('golden events', () => {
  it('have an example of every form that is stored', () => {
    const forms = golden.map(formOf);
    expect(presentForms(catalogues).filter((form) => !forms.includes(form))).toEqual([]);
  });

  it('hold each form once', () => {
    expect(new Set(golden.map(formOf)).size).toBe(golden.length);
  });

  it('hold something in every personal field, so that one that is no longer sealed does not decode', () => {
    for (const { event } of presentLines())
      for (const [field, values] of personalValuesOf(event))
        expect([event.type, field, values]).toEqual([event.type, field, expect.arrayContaining([SEALED])]);
  });

  it('seal whatever is about people: names, addresses, numbers, words and maps', () => {
    const open = presentLines().flatMap(({ event, expect: data }) =>
      wordsAboutPeople(data)
        .filter(([field, , inEntry]) => !isPersonal(event.type, field!, inEntry))
        .map((path) => `${event.type}.${path.join('.')}`),
    );
    expect(open.filter((field) => !PLAIN.some((words) => words.test(field)) && !ABOUT_THINGS.includes(field))).toEqual(
      [],
    );
  });

  it.each(golden.map((line) => [formOf(line), line] as const))('decode for ever: %s', async (_, line) => {
    expect(await decode(line, catalogues)).toEqual(line.expect);
  });
});

describe('docs/EVENTS.md', () => {
  it('is what the catalogues say; else npm run events-doc', () => {
    expect(readFileSync(join(ROOT, 'docs/EVENTS.md'), 'utf8')).toBe(eventsDoc(ROOT, catalogues, golden));
  });
});

function presentLines(): GoldenLine[] {
  return golden.filter(({ event }) => event.metadata.version === definitions[event.type]?.version);
}

const SEALED = { $sealed: expect.any(Array) };

/** What each personal field of an event holds: one value, or one for each entry of its list. */
function personalValuesOf({ type, data }: GoldenLine['event']): [field: string, values: unknown[]][] {
  const { personal, personalEntries } = definitions[type]!;
  const own = personal.flatMap(({ fields }) => Object.keys(fields));
  const listed = Object.entries(personalEntries as PersonalEntries).flatMap(([list, { fields }]) =>
    Object.keys(fields).map((field): [string, unknown[]] => {
      const entries = data[list] as Record<string, unknown>[];
      return [`${list}.${field}`, entries.map((entry) => entry[field])];
    }),
  );
  return [...own.map((field): [string, unknown[]] => [field, [data[field]]]), ...listed];
}

type PersonalEntries = Record<string, { fields: object }>;

function isPersonal(type: string, field: string, inEntry = ''): boolean {
  const { personal, personalEntries } = definitions[type]!;
  const entries = (personalEntries as PersonalEntries)[field];
  return personal.some(({ fields }) => field in fields) || (entries !== undefined && inEntry in entries.fields);
}

/** Paths of the fields that by their names are about a person, and hold something. */
function wordsAboutPeople(data: unknown, path: readonly string[] = []): string[][] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => {
    if (value === null || typeof value === 'boolean' || HARMLESS.test(name)) return [];
    return PERSONAL.test(name) ? [[...path, name]] : wordsAboutPeople(value, [...path, name]);
  });
}
