import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limitsDoc } from './limits/limits-doc.ts';

describe('docs/LIMITS.md', () => {
  it('is the table of limits; else npm run limits-doc', () => {
    expect(readFileSync(join(import.meta.dirname, '../docs/LIMITS.md'), 'utf8')).toBe(limitsDoc());
  });
});
