import { Claims } from '../../src/kernel/writing/claim.ts';
import { addSeconds } from '../../src/kernel/ports/clock.ts';
import type { NewStoredEvent } from '../../src/kernel/ports/event-store.ts';
import type { Recorded } from '../../src/kernel/writing/events.ts';
import { deriveUuid } from '../../src/kernel/ids.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const INSTANT = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z';

/** Consecutive events of one stream. */
export interface TemplateAppend {
  stream: string;
  /** Of the stream's last event before these, or 'none'. */
  expected: number | 'none';
  events: NewStoredEvent[];
}

export interface VaultRow {
  key: string;
  value: string;
}

/** The ids that these events name, and earlier ones do not. */
export function newIds(earlier: readonly Recorded[], events: readonly Recorded[]): string[] {
  const known = new Set(JSON.stringify(earlier).match(UUID));
  return [...new Set(JSON.stringify(events).match(UUID))].filter((id) => !known.has(id));
}

/** Whom a purchase has made a customer. */
export interface Buyer {
  email: string;
  customerId: string;
}

/** What purchases left in log and vault, from which any number of others are made: with ids, buyers and times of their own. */
export class PurchaseTemplate {
  private readonly ids: readonly string[];
  private readonly appends: Filled;
  private readonly rows: Filled;

  /**
   * Copied are the streams that the purchases have begun: not what they added to their organization's, such as the number of an invoice.
   * @param earlier events of the shop, whose ids the copies keep
   * @param events of the purchases, opened
   * @param rows of the vault that name ids of the purchases
   */
  constructor(
    earlier: readonly Recorded[],
    events: readonly Recorded[],
    rows: readonly VaultRow[],
    private readonly buyers: readonly Buyer[],
    private readonly organizationId: string,
    private readonly claims: Claims,
  ) {
    this.ids = newIds(earlier, events);
    const places = [...this.ids, ...buyers.flatMap((buyer) => this.textsOf(buyer))];
    const own = events.filter(({ stream }) => places.some((place) => stream.includes(place)));
    this.appends = new Filled(JSON.stringify(appendsOf(own)), places);
    this.rows = new Filled(JSON.stringify(rows), places);
  }

  /** @param secondsLater than the purchases themselves */
  copy(number: number, secondsLater: number): { appends: TemplateAppend[]; rows: VaultRow[] } {
    const ids = new Map(this.ids.map((id) => [id, deriveUuid(id, String(number))]));
    const buyers = this.buyers.map(({ email, customerId }) => ({
      email: email.replace('@', `-${number}@`),
      customerId: ids.get(customerId)!,
    }));
    const values = [...ids.values(), ...buyers.flatMap((buyer) => this.textsOf(buyer))];
    const later = (instant: string): string => addSeconds(instant, secondsLater);
    return {
      appends: JSON.parse(this.appends.with(values, later)) as TemplateAppend[],
      rows: JSON.parse(this.rows.with(values, later)) as VaultRow[],
    };
  }

  private textsOf({ email, customerId }: Buyer): string[] {
    const { claims, organizationId } = this;
    return [
      email,
      claims.claim('customer-email', organizationId, email).digest,
      claims.claim('active-subscription', organizationId, customerId).digest,
    ];
  }
}

/** Text in which certain texts, and all instants, are replaced. */
class Filled {
  private readonly parts: (string | { replaced: number } | { instant: string })[] = [];

  constructor(text: string, replaced: readonly string[]) {
    const places = new RegExp([INSTANT, ...replaced.map(escaped)].join('|'), 'g');
    let from = 0;
    for (const { 0: found, index } of text.matchAll(places)) {
      const at = replaced.indexOf(found);
      this.parts.push(text.slice(from, index), at < 0 ? { instant: found } : { replaced: at });
      from = index + found.length;
    }
    this.parts.push(text.slice(from));
  }

  /** @param values in the order of the texts that they replace */
  with(values: readonly string[], later: (instant: string) => string): string {
    return this.parts
      .map((part) =>
        typeof part === 'string' ? part : 'instant' in part ? later(part.instant) : values[part.replaced],
      )
      .join('');
  }
}

function appendsOf(events: readonly Recorded[]): TemplateAppend[] {
  const appends: TemplateAppend[] = [];
  for (const { stream, revision, id, type, data, metadata } of events) {
    const event = { id, type, data, metadata } as NewStoredEvent;
    const last = appends.at(-1);
    if (last?.stream === stream) last.events.push(event);
    else appends.push({ stream, expected: revision === 0 ? 'none' : revision - 1, events: [event] });
  }
  return appends;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
