import { declaredIndexes } from '../../src/kernel/ports/document-store.ts';
import { collectionOf, type AnyProjection } from '../../src/kernel/reading/projection.ts';
import type { DocumentType, FieldType } from './document-types.ts';

/** docs/READ_MODEL_COLLECTIONS.md: each projection's collection, with the fields of its documents and its indexes. */
export function readModelsDoc(projections: readonly AnyProjection[], types: readonly DocumentType[]): string {
  const sections = projections
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((projection) =>
      section(
        projection,
        types.find(({ name }) => name === projection.name)!,
      ),
    );
  return [...INTRODUCTION, ...sections].join('\n');
}

const INTRODUCTION = [
  '# Read model collections',
  '',
  'Each collection in MongoDB, with its fields and indexes. Made by `npm run read-models-doc` from the projections; a test fails where it is stale.',
  '[Documents in MongoDB](READ_MODELS.md#documents-in-mongodb) says how documents are stored and queried. On embedded storage, `documents.db` has the',
  'same documents as JSON.',
  '',
  '- A **map** has keys that callers choose (or of a set that grows), and is a list of `{ k, v }`.',
  '- Amounts are in minor units of their currency, instants are text in UTC (`2026-03-01T10:00:00.000Z`).',
  '- Every index ends with `_id`, which is left out below.',
  '',
];

function section(projection: AnyProjection, { notes, fields }: DocumentType): string {
  const collection = collectionOf(projection);
  const indexes = declaredIndexes(collection).map((index) => `- ${index.map((field) => `\`${field}\``).join(', ')}`);
  return [
    `## \`read_models.${collection.name}\``,
    '',
    ...notes.flatMap((note) => [note, '']),
    '| Field | Type | Note |',
    '|---|---|---|',
    ...fields.map(row),
    '',
    ...(indexes.length > 0 ? ['Indexes:', '', ...indexes] : ['Documents are only read by `_id`.']),
    '',
  ].join('\n');
}

function row({ path, type, note }: FieldType): string {
  return `| \`${path === 'id' ? '_id' : path}\` | ${type} | ${note.replaceAll('|', '\\|')} |`;
}
