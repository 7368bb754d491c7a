import { Inject, Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import type { Feature, LedgerEntity } from '../../../app/feature.ts';
import { scopesIn, type Caller } from '../../../app/http/callers/caller.ts';
import { FEATURES } from '../../../app/tokens.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { claimEvents } from '../../../kernel/writing/claim.ts';
import type { EventCatalogue } from '../../../kernel/writing/events.ts';
import type { LedgerEntry, LedgerDeclarations } from './ledger.projection.ts';

/** The ledger declarations of all features. */
export function ledgerDeclarationsOf(features: readonly Feature[]): LedgerDeclarations {
  return {
    facts: Object.assign({}, ...features.map(({ ledger }) => ledger?.facts ?? {})) as LedgerDeclarations['facts'],
    kinds: features.flatMap(({ ledger }) => Object.keys(ledger?.entities ?? {})),
    internal: internalTypesOf([claimEvents, ...features.map(({ events = {} }) => events)]),
  };
}

function internalTypesOf(catalogues: readonly EventCatalogue[]): Set<string> {
  const all = catalogues.flatMap((catalogue) => Object.entries(catalogue));
  return new Set(all.flatMap(([type, { internal }]) => (internal ? [type] : [])));
}

/** An entity with its current name; null if the caller may not read it or the entity no longer exists. */
export interface NamedEntity {
  kind: string;
  id: string;
  name: string | null;
}

@Injectable()
export class LedgerEntities {
  readonly declarations: LedgerDeclarations;
  private readonly entities: ReadonlyMap<string, LedgerEntity>;

  constructor(
    private readonly documents: Documents,
    @Inject(FEATURES) features: readonly Feature[],
  ) {
    this.declarations = ledgerDeclarationsOf(features);
    this.entities = new Map(features.flatMap(({ ledger }) => Object.entries(ledger?.entities ?? {})));
  }

  /** Answers what names the entities that an entry of a page refers to, which are loaded once per kind. */
  async of(entries: readonly LedgerEntry[], caller: Caller): Promise<(entry: LedgerEntry) => NamedEntity[]> {
    const kinds = [...this.entities].map(async ([kind, { projection }]) => {
      const ids = entries.flatMap(({ about }) => about[kind] ?? []);
      const found =
        ids.length === 0 ? new Map<string, Document>() : await this.documents.getMany(projection, ids, caller);
      return [kind, found as Map<string, Document>] as const;
    });
    const loaded = new Map(await Promise.all(kinds));
    return ({ about, organization_id }) =>
      Object.entries(about).map(([kind, id]) => {
        const { name, scope } = this.entities.get(kind)!;
        const document = loaded.get(kind)!.get(id);
        const mayKnow = scope === undefined || scopesIn(caller, organization_id).has(scope);
        return { kind, id, name: document && mayKnow ? name(document as never) : null };
      });
  }
}
