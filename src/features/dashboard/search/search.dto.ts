import { IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { MAX_QUERY, type SearchKind } from './search.rules.ts';

export class SearchQuery {
  /** Required for a user; a token searches its own organization. */
  @IsOptional()
  @IsUUID()
  organization_id?: string;

  /** A name, an e-mail, the number of an order, an invoice or a credit note, or an id or its first characters. */
  @IsString()
  @MaxLength(MAX_QUERY)
  query: string;
}

export class SearchHit {
  kind: SearchKind;
  /** Of a document: its order's. */
  id: string;
  title: string;
  /** What distinguishes it from others with the same title, such as amount and customer; null if nothing does. */
  note: string | null;
  /** When it was created, or an event happened. */
  at: Instant;
}

export class SearchResult {
  /** At most five of each kind: exact matches first, then the newest. */
  items: SearchHit[];
}
