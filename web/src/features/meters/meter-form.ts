import type { MeterContent } from '@/api/meters';
import { metadataLines, metadataOf, type Metadata, type MetadataLine } from '@/lib/metadata';
import type { Meter, MeterAggregation, MeterClause, MeterFilter } from '@/api/types';

/** A value as it is entered, with the type that it is sent as. */
export interface ClauseDraft {
  property: string;
  operator: MeterClause['operator'];
  kind: 'text' | 'number' | 'truth';
  value: string;
}

export interface GroupDraft {
  conjunction: MeterFilter['conjunction'];
  clauses: (GroupDraft | ClauseDraft)[];
}

export interface MeterFields {
  name: string;
  filter: GroupDraft;
  func: MeterAggregation['func'];
  property: string;
  metadata: MetadataLine[];
}

/** Levels of groups in groups, the outermost included, as the server allows. */
export const DEEPEST = 5;
const LARGEST = 2 ** 31 - 1;

export const emptyClause: ClauseDraft = { property: '', operator: 'eq', kind: 'text', value: '' };

export const blank: MeterFields = {
  name: '',
  filter: { conjunction: 'and', clauses: [{ ...emptyClause, property: 'name' }] },
  func: 'count',
  property: '',
  metadata: [],
};

export function isGroup(part: GroupDraft | ClauseDraft): part is GroupDraft {
  return 'clauses' in part;
}

export function fieldsOf({ name, filter, aggregation, metadata }: Meter): MeterFields {
  const property = 'property' in aggregation ? aggregation.property : '';
  return { name, filter: draftOf(filter), func: aggregation.func, property, metadata: metadataLines(metadata) };
}

export function contentOf({ name, filter, func, property, metadata }: MeterFields, before?: Metadata): MeterContent {
  const aggregation = func === 'count' ? { func } : { func, property };
  return { name, filter: filterOf(filter), aggregation, metadata: metadataOf(metadata, before) };
}

/** What is wrong with a draft, by the path of the input: "clauses.0.value". */
export function errorsOf(group: GroupDraft, path = ''): Record<string, string> {
  const found = group.clauses.map((part, at) => {
    const here = `${path}clauses.${at}.`;
    return isGroup(part) ? errorsOf(part, here) : clauseErrors(part, here);
  });
  return Object.assign({}, ...found) as Record<string, string>;
}

function clauseErrors({ property, kind, value }: ClauseDraft, path: string): Record<string, string> {
  return {
    ...(property.trim() === '' && { [`${path}property`]: 'Name a property.' }),
    ...(kind === 'number' && !isInteger(value) && { [`${path}value`]: 'Enter a whole number, up to 2,147,483,647.' }),
  };
}

function isInteger(text: string): boolean {
  return /^\s*-?\d+\s*$/.test(text) && Math.abs(Number(text)) <= LARGEST;
}

function draftOf({ conjunction, clauses }: MeterFilter): GroupDraft {
  return { conjunction, clauses: clauses.map((part) => ('clauses' in part ? draftOf(part) : clauseDraft(part))) };
}

function clauseDraft({ property, operator, value }: MeterClause): ClauseDraft {
  const kind = typeof value === 'boolean' ? 'truth' : typeof value === 'number' ? 'number' : 'text';
  return { property, operator, kind, value: String(value) };
}

function filterOf({ conjunction, clauses }: GroupDraft): MeterFilter {
  return { conjunction, clauses: clauses.map((part) => (isGroup(part) ? filterOf(part) : clauseOf(part))) };
}

function clauseOf({ property, operator, kind, value }: ClauseDraft): MeterClause {
  const name = property.trim().replace(/^metadata\./, '');
  return { property: name, operator, value: valueOf(kind, value) };
}

function valueOf(kind: ClauseDraft['kind'], value: string): MeterClause['value'] {
  if (kind === 'truth') return value !== 'false';
  return kind === 'number' && isInteger(value) ? Number(value) : value;
}

/** What can be changed of a meter, and what that does. */
export function editingNote({ frozen_at }: Pick<Meter, 'frozen_at'>): string {
  return frozen_at === null
    ? 'Another filter or aggregation counts past usage again; until it has, the meter shows what it did before.'
    : 'What it measured was billed, so that its filter and aggregation can’t be changed any more. Another meter can be created instead.';
}
