import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { changesOf, forgetDrafts, keepDraftsOf, readDraft, withoutSecrets, writeDraft } from '@/lib/draft';
import { lineError, metadataLines, metadataOf } from '@/lib/metadata';
import { forms, hasUnsaved, leaveQuestion, mayLeave } from '@/lib/unsaved';

class Storage {
  [name: string]: unknown;
  getItem(name: string): unknown {
    return this[name] ?? null;
  }
  setItem(name: string, value: string): void {
    this[name] = value;
  }
  removeItem(name: string): void {
    delete this[name];
  }
}

const given = globalThis.sessionStorage;
beforeEach(() => {
  globalThis.sessionStorage = new Storage() as unknown as globalThis.Storage;
  keepDraftsOf('ada');
});
afterAll(() => {
  globalThis.sessionStorage = given;
});

describe('a draft', () => {
  it('holds the fields that differ from the saved ones', () => {
    const saved = { name: 'Ruler', prices: [{ amount: 450 }], benefits: [] as string[] };
    expect(changesOf({ ...saved, prices: [{ amount: 450 }], benefits: ['b1'] }, saved)).toEqual({ benefits: ['b1'] });
    expect(changesOf(saved, saved)).toEqual({});
  });

  it('holds no password, token, card or secret, nor a field that its form excludes', () => {
    const entered = { email: 'a@b.c', password: 'x', newPassword: 'x', secret: 'whsec_x', card: 'x', accessToken: 'x' };
    expect(withoutSecrets({ ...entered, note: 'private' }, ['note'])).toEqual({ email: 'a@b.c' });
  });

  it('is kept per user and form, until nothing in it differs', () => {
    writeDraft('/acme/products/new', { name: 'Ruler' });
    keepDraftsOf('bo');
    expect(readDraft('/acme/products/new')).toBeUndefined();
    keepDraftsOf('ada');
    expect(readDraft('/acme/products/new')).toEqual({ name: 'Ruler' });
    expect(readDraft('/acme/benefits/new')).toBeUndefined();
    writeDraft('/acme/products/new', {});
    expect(readDraft('/acme/products/new')).toBeUndefined();
  });

  it('is forgotten at sign-out, and none is written after it', () => {
    sessionStorage.setItem('of another program', '1');
    writeDraft('/acme/products/new', { name: 'Ruler' });
    forgetDrafts();
    writeDraft('/acme/products/new', { name: 'Ruler' });
    keepDraftsOf('ada');
    expect(readDraft('/acme/products/new')).toBeUndefined();
    expect(sessionStorage.getItem('of another program')).toBe('1');
  });

  it('is ignored if its text is corrupt', () => {
    for (const broken of ['{', '[]', '"text"']) {
      sessionStorage.setItem('draft ada /form', broken);
      expect(readDraft('/form')).toBeUndefined();
    }
  });
});

describe('leaving', () => {
  function formWith(unsaved: boolean, kept = true) {
    const form = { isUnsaved: () => unsaved, isKept: () => kept, release: () => void (unsaved = false) };
    forms.add(form);
    return form;
  }
  beforeEach(() => forms.clear());

  it('asks nothing if every form is saved', async () => {
    formWith(false);
    expect(await mayLeave()).toBe(true);
    expect(leaveQuestion()).toBeUndefined();
  });

  it('waits for the answer, and does not ask again after a yes', async () => {
    formWith(true);
    const first = mayLeave();
    // A second click while the question is open does not leave.
    expect(await mayLeave()).toBe(false);
    leaveQuestion()!.answer(false);
    expect(await first).toBe(false);
    expect(hasUnsaved()).toBe(true);
    const again = mayLeave();
    leaveQuestion()!.answer(true);
    expect(await again).toBe(true);
    expect(await mayLeave()).toBe(true);
  });

  it('promises a draft only if it holds everything entered', async () => {
    const asked = async (drafts: boolean) => {
      const left = mayLeave(forms, drafts);
      const { kept, answer } = leaveQuestion()!;
      answer(false);
      await left;
      return kept;
    };
    formWith(true);
    expect([await asked(true), await asked(false)]).toEqual([true, false]);
    formWith(true, false);
    expect(await asked(true)).toBe(false);
  });

  it('asks only about the forms of a dialog when it is closed', async () => {
    formWith(true);
    expect(await mayLeave(new Set())).toBe(true);
  });
});

it('guards every form', () => {
  const source = join(import.meta.dirname, '../src');
  const own = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => /import \{[^}]*\buseForm\b/.test(readFileSync(join(source, path), 'utf8')));
  expect(own).toEqual(['ui/guarded-form.ts']);
});

describe('metadata', () => {
  const lines = (...pairs: [string, string][]) => pairs.map(([key, value]) => ({ key, value }));

  it('keeps numbers and yes/no that were not edited, and takes what is typed as text', () => {
    const before = { n: 3, vip: true, tier: 'gold' };
    expect(metadataOf(metadataLines(before), before)).toEqual(before);
    expect(metadataOf(lines(['n', '4'], [' vip ', 'true'], ['new', '5'], ['', '']), before)).toEqual({
      n: '4',
      vip: true,
      new: '5',
    });
    expect(metadataOf(lines(['toString', 'x']), {})).toEqual({ toString: 'x' });
  });

  it('rejects lines that cannot be saved', () => {
    const wrong = (...pairs: [string, string][]) => lineError(lines(...pairs), pairs.length - 1);
    expect(wrong(['', ''])).toBeUndefined();
    expect(wrong(['k', 'v'])).toBeUndefined();
    expect(wrong(['', 'v'])).toBe('Enter a key.');
    expect(wrong(['k', ''])).toBe('Enter a value, or remove the line.');
    expect(wrong(['k', '1'], [' k', '2'])).toBe('There is a line for k already.');
    expect(wrong(['k'.repeat(41), 'v'])).toMatch('40');
    expect(wrong(['k', 'v'.repeat(501)])).toMatch('500');
  });
});
