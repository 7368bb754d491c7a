import { Inject, Injectable } from '@nestjs/common';
import { Documents } from '../../../app/documents.ts';
import type { Feature, LedgerEntity } from '../../../app/feature.ts';
import { scopesIn, type Caller } from '../../../app/http/caller.ts';
import { FEATURES } from '../../../app/tokens.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Money } from '../../../kernel/money.ts';
import type { LedgerEntry, ToldByLedger } from './ledger.projection.ts';

/** What features declare for the ledger, together. */
export function toldBy(features: readonly Feature[]): ToldByLedger {
  return {
    facts: Object.assign({}, ...features.map(({ ledger }) => ledger?.facts ?? {})) as ToldByLedger['facts'],
    kinds: features.flatMap(({ ledger }) => Object.keys(ledger?.entities ?? {})),
  };
}

/** An entity by its present name; null if the caller may not know it, or nothing is left of it. */
export interface NamedEntity {
  kind: string;
  id: string;
  name: string | null;
}

/** The entities that a page of entries tells of, loaded once per kind. */
export interface EntitiesOfEntries {
  namesOf(entry: LedgerEntry): NamedEntity[];
  /** The entry's own, else that of an entity that it tells of. */
  moneyOf(entry: LedgerEntry): Money | null;
}

@Injectable()
export class LedgerEntities {
  readonly told: ToldByLedger;
  private readonly entities: ReadonlyMap<string, LedgerEntity>;

  constructor(
    private readonly documents: Documents,
    @Inject(FEATURES) features: readonly Feature[],
  ) {
    this.told = toldBy(features);
    this.entities = new Map(features.flatMap(({ ledger }) => Object.entries(ledger?.entities ?? {})));
  }

  async of(entries: readonly LedgerEntry[], caller: Caller): Promise<EntitiesOfEntries> {
    const kinds = [...this.entities].map(async ([kind, { projection }]) => {
      const ids = entries.flatMap(({ about }) => about[kind] ?? []);
      const found =
        ids.length === 0 ? new Map<string, Document>() : await this.documents.getMany(projection, ids, caller);
      return [kind, found as Map<string, Document>] as const;
    });
    const loaded = new Map(await Promise.all(kinds));
    return {
      namesOf: ({ about, organization_id }) =>
        Object.entries(about).map(([kind, id]) => {
          const { name, scope } = this.entities.get(kind)!;
          const document = loaded.get(kind)!.get(id);
          const mayKnow = scope === undefined || scopesIn(caller, organization_id).has(scope);
          return { kind, id, name: document && mayKnow ? name(document as never) : null };
        }),
      moneyOf: ({ money, about }) => {
        if (money) return money;
        const [found] = Object.entries(about).flatMap(([kind, id]) => {
          const document = loaded.get(kind)!.get(id);
          return (document && this.entities.get(kind)!.money?.(document as never)) ?? [];
        });
        return found ?? null;
      },
    };
  }
}
