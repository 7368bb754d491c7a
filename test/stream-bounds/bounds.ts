import { EDITS_PER_DAY } from '../../src/kernel/writing/edit-limit.ts';

/** What limits the streams of one category. docs/EVENTS_AND_STREAMS.md#bounds shows the same table. */
export interface Bound {
  category: string;
  /** What makes one stream grow. */
  grows: string;
  bound: string;
  /** What happens at the bound. */
  then: string;
  /** Its decider's `edits.perDay`. */
  editsPerDay?: number;
  /** Its decider has snapshots. */
  isSnapshotted?: true;
}

const NEVER = 'cannot be reached';
const REFUSED = '429 with `Retry-After`';
const SNAPSHOT = 'a snapshot of its state after every 1,000 events';
const READ_ON = 'a cold command reads the snapshot and what came after it';
const perDay = (edits: number) => ({ bound: `${edits} edits a day`, then: REFUSED, editsPerDay: edits });

export const bounds: readonly Bound[] = [
  { category: 'accesstoken', grows: 'created, edits, revoked', ...perDay(EDITS_PER_DAY) },
  {
    category: 'account',
    grows: 'orders and refunds that change the balance',
    bound: SNAPSHOT,
    then: READ_ON,
    isSnapshotted: true,
  },
  { category: 'apikey', grows: 'edits', ...perDay(EDITS_PER_DAY) },
  { category: 'apikeyuse', grows: 'one event per hour with uses', bound: '744, a stream per month', then: NEVER },
  { category: 'benefit', grows: 'edits', ...perDay(EDITS_PER_DAY) },
  {
    category: 'checkout',
    grows: 'updates; confirms, with their failures',
    bound: '200 updates in all; 100 confirms a day, until it expires',
    then: '429, for confirms with `Retry-After`',
    editsPerDay: 100,
  },
  {
    category: 'checkoutlink',
    grows: 'edits; products that are archived',
    ...perDay(EDITS_PER_DAY),
  },
  {
    category: 'claim',
    grows: 'taking and releasing a value',
    bound: SNAPSHOT,
    then: READ_ON,
    isSnapshotted: true,
  },
  { category: 'creditnote', grows: 'issued, canceled', bound: '2', then: NEVER },
  {
    category: 'creditnotes',
    grows: 'numbers of credit notes of a year',
    bound: SNAPSHOT,
    then: READ_ON,
    isSnapshotted: true,
  },
  { category: 'customer', grows: 'edits', ...perDay(EDITS_PER_DAY) },
  {
    category: 'customermeter',
    grows: 'periods that end; credits',
    bound: SNAPSHOT,
    then: READ_ON,
    isSnapshotted: true,
  },
  { category: 'customfield', grows: 'edits', ...perDay(EDITS_PER_DAY) },
  {
    category: 'discount',
    grows: 'edits; redemptions',
    bound: SNAPSHOT,
    then: READ_ON,
    isSnapshotted: true,
  },
  { category: 'email', grows: 'scheduled', bound: '1', then: NEVER },
  { category: 'emailoutcomes', grows: 'one batch', bound: '1, a stream per batch', then: NEVER },
  { category: 'file', grows: 'edits', ...perDay(EDITS_PER_DAY) },
  {
    category: 'grantreview',
    grows: 'chunks of 200 purchases or grants',
    bound: SNAPSHOT,
    then: READ_ON,
    isSnapshotted: true,
  },
  {
    category: 'grants',
    grows: 'purchases of the benefit by the customer, and their periods; calls of a platform',
    bound: SNAPSHOT,
    then: READ_ON,
    isSnapshotted: true,
  },
  { category: 'ingest', grows: 'what calls reported together', bound: 'some dozens, a stream per call', then: NEVER },
  { category: 'invoice', grows: 'issued', bound: '1', then: NEVER },
  {
    category: 'invoices',
    grows: 'numbers of invoices of a year',
    bound: SNAPSHOT,
    then: READ_ON,
    isSnapshotted: true,
  },
  {
    category: 'licensekey',
    grows: 'activations and deactivations; edits and rotations; grants of its benefit',
    ...perDay(1_000),
    bound: '1,000 activations, edits and rotations a day',
  },
  {
    category: 'licensekeyuse',
    grows: 'one event per hour with validations',
    bound: '744, a stream per month',
    then: NEVER,
  },
  {
    category: 'linkedaccounts',
    grows: 'accounts that the customer links and unlinks',
    ...perDay(EDITS_PER_DAY),
  },
  { category: 'mailrequest', grows: 'requested', bound: '1', then: NEVER },
  { category: 'meter', grows: 'edits; definitions that have counted past usage', ...perDay(EDITS_PER_DAY) },
  { category: 'oauthclient', grows: 'registered, edits, removed', ...perDay(EDITS_PER_DAY) },
  { category: 'oauthgrant', grows: 'granted, revoked', bound: '2', then: NEVER },
  {
    category: 'order',
    grows: 'created, payments that fail, paid or void',
    bound: 'one event per payment',
    then: NEVER,
  },
  {
    category: 'organization',
    grows: 'members, invitations, teams, settings',
    bound: SNAPSHOT,
    then: READ_ON,
    isSnapshotted: true,
  },
  { category: 'payment', grows: 'requested, pending, settled, reversed, disputed', bound: '15', then: NEVER },
  { category: 'portalcode', grows: 'requested', bound: '1', then: NEVER },
  { category: 'product', grows: 'edits', ...perDay(EDITS_PER_DAY) },
  { category: 'refunds', grows: 'refunds of one payment', bound: '250 refunds, 4 events each', then: '409' },
  {
    category: 'remeasuring',
    grows: 'pages of usage from before the definition',
    bound: SNAPSHOT,
    then: READ_ON,
    isSnapshotted: true,
  },
  { category: 'remoteinstallation', grows: 'new names, reconnections', ...perDay(EDITS_PER_DAY) },
  {
    category: 'savedmethods',
    grows: 'payment methods that are saved by checkouts or by the customer, chosen and removed',
    bound: SNAPSHOT,
    then: READ_ON,
    isSnapshotted: true,
  },
  { category: 'seal', grows: 'one event per hour', bound: '744, a stream per month', then: NEVER },
  {
    category: 'session',
    grows: 'refreshes; changes of the active organization or team',
    ...perDay(EDITS_PER_DAY),
    bound: `1,000 refreshes in all; ${EDITS_PER_DAY} changes a day`,
    then: `it is refreshed no more and expires; ${REFUSED}`,
  },
  {
    category: 'skipped',
    grows: 'an operator skips an unreadable event',
    bound: '1,000 in all',
    then: '`TooManySkipped`: restore a backup',
  },
  {
    category: 'skippedstep',
    grows: 'an operator skips a step of a process manager',
    bound: 'the process managers, a stream per event',
    then: NEVER,
  },
  { category: 'subject', grows: 'erased', bound: '1', then: NEVER },
  {
    category: 'subscription',
    grows:
      'two events per period, one more if it is metered, and each attempt to charge; edits, canceled and uncanceled',
    ...perDay(20),
    bound: 'its periods; 20 edits and uncancelings a day',
  },
  { category: 'taxtable', grows: 'rates added and ended', ...perDay(EDITS_PER_DAY) },
  { category: 'usageannouncement', grows: 'announced', bound: '1, a stream per announcement', then: NEVER },
  { category: 'usagevoid', grows: 'voided; what is left of an extreme', bound: '2', then: NEVER },
  {
    category: 'user',
    grows: 'edits; sign-ins through a provider; revoked sessions',
    ...perDay(EDITS_PER_DAY),
    bound: `${EDITS_PER_DAY} edits a day; the rate limits of signing in`,
  },
  {
    category: 'webhook',
    grows: 'redeliveries',
    ...perDay(10),
    bound: '10 redeliveries a day, for the 90 days of its body',
  },
  {
    category: 'webhookendpoint',
    grows: 'edits; each time it is enabled or a replay starts, and ends',
    ...perDay(EDITS_PER_DAY),
  },
  {
    category: 'webhookmessages',
    grows: 'messages of one event',
    bound: '1 event for every 200 endpoints',
    then: NEVER,
  },
  { category: 'webhookoutcomes', grows: 'one batch', bound: '1, a stream per batch', then: NEVER },
  { category: 'webhookreplayed', grows: 'one batch', bound: '1, a stream per batch', then: NEVER },
];

export function boundsDoc(): string {
  const rows = bounds.map(({ category, grows, bound, then }) => [`\`${category}\``, grows, bound, then]);
  return table([['Stream', 'Grows by', 'Bound', 'At the bound'], ...rows]);
}

/** As prettier formats it. */
function table(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  const [head, ...body] = rows;
  return [line(head!), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
