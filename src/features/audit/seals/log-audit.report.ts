import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { revisionsMissing } from './log-audit.ts';
import type { EventPlace, Fault, Findings, KeptSeal } from './log-audit.rules.ts';

const MAX_SHOWN = 20;

/** What an audit of the log has found, for operators, line by line. */
export async function sayFindings(found: Findings, store: EventStore, say: (line: string) => unknown): Promise<void> {
  for (const fault of found.faults.slice(0, MAX_SHOWN)) {
    say(describe(fault));
    for (const line of await details(fault, store)) say(`  ${line}`);
  }
  if (found.faults.length > MAX_SHOWN) say(`… and ${found.faults.length - MAX_SHOWN} more`);
  say(summary(found));
}

function summary({ events, seals, last, unsealed, faults }: Findings): string {
  const wrong = faults.length === 0 ? 'no faults' : plural(faults.length, 'fault');
  if (!last) return `${plural(events, 'event')}, none sealed: ${wrong}`;
  const { count, seal } = last;
  return [
    `${plural(events, 'event')}: ${wrong}. ${plural(seals, 'seal')} ${seals === 1 ? 'is' : 'are'} valid, the last is ${nameOf(last)}; ${plural(unsealed, 'event')} ${unsealed === 1 ? 'follows' : 'follow'} it.`,
    `Keep this seal elsewhere, to detect with --seal that the end of the log was cut off: ${count}:${seal}`,
  ].join('\n');
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function describe({ kind, seal, after, span, missing }: Fault): string {
  const of = nameOf(seal);
  const less = missing > 0 ? `, and at least ${missing} fewer` : '';
  switch (kind) {
    case 'cut':
      return `The end of the log is gone, or this is an older copy: ${of} covers ${seal.count} events, ${missing} more than the log holds.`;
    case 'gone':
      return `The end of the log is gone, or this is an older copy: it holds the events that ${of} covers, but not the seal itself.`;
    case 'changed':
      return seal.kept === 'log'
        ? `Between ${after ? nameOf(after) : 'the beginning'} and ${of}, events were changed, moved, added or removed: it holds ${span.events} now${less}.`
        : `The first ${seal.count} events do not match ${of}, although they match the seals in the log: someone who has the key sealed it again, or the seal belongs to another log.`;
  }
}

/** Where to look. */
async function details({ span }: Fault, store: EventStore): Promise<string[]> {
  const lines: string[] = [];
  if (span.first && span.last) lines.push(`first ${where(span.first)}`, `last  ${where(span.last)}`);
  for (const place of span.misplaced) lines.push(`out of order: ${where(place)}`);
  for (const stream of span.streams)
    for (const revision of await revisionsMissing(store, stream)) lines.push(`missing: ${stream}@${revision}`);
  if (lines.length > MAX_SHOWN) lines.splice(MAX_SHOWN, Infinity, '…');
  return lines;
}

function nameOf({ kept, hour, count, event }: KeptSeal): string {
  if (kept === 'elsewhere') return `the given seal of ${count} events`;
  const place = kept === 'log' ? `${event.stream}@${event.revision}` : 'as stored in the vault';
  return `the seal of ${hour} (${count} events, ${place})`;
}

function where({ number, stream, revision, type, recordedAt }: EventPlace): string {
  return `event ${number}: ${stream}@${revision} ${type}, recorded ${recordedAt}`;
}
