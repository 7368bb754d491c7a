import type { Money } from '../money.ts';
import type { DomainEvent } from '../writing/events.ts';

/** What a ledger keeps of one event besides who did it and when. Never personal data: it is not sealed. */
export interface EntryFacts {
  /** What the event charges, requests or prices, from its own data; in minor units. */
  money?: Money | null;
  /** Ids of the entities that it is about, by kind, if the event has no field for them (`customerId`, …); null: not about it. */
  about?: Readonly<Record<string, string | null | undefined>>;
}

/** By event type; the others have no facts of their own. */
export type LedgerFacts<E extends DomainEvent> = {
  readonly [T in E as T['type']]?: (data: T['data']) => EntryFacts;
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- declarations of every feature
export type AnyLedgerFacts = Readonly<Record<string, ((data: any) => EntryFacts) | undefined>>;
