import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collections } from './read-models/collections.ts';
import { documentTypesIn } from './read-models/document-types.ts';
import { readModelsDoc } from './read-models/read-models-doc.ts';

/** What collections in MongoDB hold, as the types of the projections' documents say (docs/READ_MODELS.md#documents-in-mongodb). */
const ROOT = join(import.meta.dirname, '..');
const types = documentTypesIn(ROOT);
const names = collections.map(({ name }) => name).sort();

describe('read models', () => {
  it('each have a type of document', () => {
    expect(types.map(({ name }) => name).sort()).toEqual(names);
    expect(types.filter(({ fields }) => fields.length < 2).map(({ name }) => name)).toEqual([]);
  });

  it('declare every map, whose keys come from callers', () => {
    const declared = collections.map(({ name, maps = [] }) => [name, [...maps].sort()] as const);
    expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(types.map(({ name, maps }) => [name, maps])));
    expect(types.flatMap(({ maps }) => maps)).toContain('metadata');
    // A field of unknown type could hold one.
    expect(types.flatMap(({ fields }) => fields).filter(({ type }) => type.includes('anything'))).toEqual([]);
  });

  it('give every field a name that MongoDB stores as a field', () => {
    const paths = types.flatMap(({ name, fields }) => fields.map(({ path }) => `${name}.${path}`));
    expect(paths.filter((path) => !/^\w+(\.[A-Za-z]\w*)+$/.test(path))).toEqual([]);
  });
});

describe('docs/READ_MODEL_COLLECTIONS.md', () => {
  it('is what the projections say; else npm run read-models-doc', () => {
    const page = readFileSync(join(ROOT, 'docs/READ_MODEL_COLLECTIONS.md'), 'utf8');
    expect(page).toBe(readModelsDoc(collections, types));
  });
});
