import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, normalize, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['src', 'web/src', 'test', 'scripts', 'bench', 'docs'];
const PAGES = ['README.md', 'DEVELOPERS.md'];
const TEXT = ['.ts', '.tsx', '.mjs', '.js', '.md', '.json', '.css', '.html'];
/** In any text: a page of the docs and, behind `#`, one of its headings. */
const CITATION = /docs\/[\w/-]+\.md(?:#[\w-]+)?/g;
/** Specifications that are not in the repository: the pages replace them. */
const ELSEWHERE = /\bDESIGN\b|\bTOOLCHAIN\b|\b(?:AUTH|BILLING)_FACTS\b|\bBILLING_SDK_SCHEMAS\b|\(STYLE\b|\b[Ss]eed §/;
/** In a page: links to pages, relative to it, and to headings of its own. */
const LINK = /\]\(((?:[\w./-]+\.md)?(?:#[\w-]+)?)\)/g;

/** What one file names, with paths from the root. */
interface Named {
  by: string;
  page: string;
  anchor: string | undefined;
}

const files = [...PAGES, ...FOLDERS.flatMap(textsUnder)];
const named = files.flatMap((path) => [...citationsIn(path, text(path)), ...linksIn(path, text(path))]);

describe('the documentation', () => {
  it('is named by code and linked from page to page', () => {
    expect(named.filter(({ by }) => by.startsWith('src/')).length).toBeGreaterThan(0);
    expect(named.filter(({ anchor }) => anchor).length).toBeGreaterThan(50);
  });

  it('has every page and heading that is named', () => {
    expect(named.filter(isDead).map(({ by, page, anchor = '' }) => `${by} → ${page}#${anchor}`)).toEqual([]);
  });

  it('is cited instead of specifications that are not in the repository', () => {
    expect(files.filter((path) => path !== 'test/docs.spec.ts' && ELSEWHERE.test(text(path)))).toEqual([]);
  });

  it('is reached from the README or the architecture page', () => {
    const reached = new Set(PAGES);
    for (const page of reached)
      for (const { page: next } of named.filter(({ by }) => by === page))
        if (existsSync(join(ROOT, next))) reached.add(next);
    const isListed = (path: string) => path.startsWith('docs/decisions/') || reached.has(path);
    expect(textsUnder('docs').filter((path) => path.endsWith('.md') && !isListed(path))).toEqual([]);
  });
});

describe('the check of citations', () => {
  const cite = (citation: string) => citationsIn('src/a.ts', `/** A rule (${citation}). */`).filter(isDead);

  it('finds a page that does not exist', () => {
    expect(cite(`docs/${'NOWHERE'}.md`)).toHaveLength(1);
  });

  it('finds a heading that does not exist', () => {
    expect(cite(`docs/${'BILLING'}.md#nowhere`)).toHaveLength(1);
    expect(cite(`docs/${'BILLING'}.md#proration`)).toHaveLength(0);
  });

  it("makes a heading's anchor as GitHub does", () => {
    const page = '# Two clocks\n## `GET` a list: 1, 2\n```sh\n# no heading\n```\n### E-mail addresses\n## Two clocks\n';
    expect(anchorsOf(page)).toEqual(['two-clocks', 'get-a-list-1-2', 'e-mail-addresses', 'two-clocks-1']);
  });
});

function isDead({ page, anchor }: Named): boolean {
  if (!existsSync(join(ROOT, page))) return true;
  return anchor !== undefined && !anchorsOf(text(page)).includes(anchor);
}

function citationsIn(by: string, content: string): Named[] {
  return [...content.matchAll(CITATION)].map(([citation]) => {
    const [page, anchor] = citation.split('#') as [string, string?];
    return { by, page, anchor };
  });
}

function linksIn(by: string, content: string): Named[] {
  if (!by.endsWith('.md')) return [];
  return [...content.matchAll(LINK)].map(([, target]) => {
    const [path, anchor] = target!.split('#') as [string, string?];
    return { by, page: path === '' ? by : normalize(join(dirname(by), path)), anchor };
  });
}

/** The anchors of a page's headings: lower case, without punctuation, hyphens for spaces, a repeated one numbered. */
function anchorsOf(page: string): string[] {
  const seen = new Map<string, number>();
  const headings = page.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm);
  return [...headings].map(([, heading]) => {
    const slug = heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
}

function textsUnder(folder: string): string[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.includes(extname(entry.name)))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

function text(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
