/** A source file in the build's manifest: its output file, and what that imports. */
export type BuildManifest = Record<string, { file: string; imports?: string[] }>;

interface PageRoute {
  segments: string[];
  /** Whether pages of other routes show inside it. */
  isLayout: boolean;
  scripts: string[];
}

/** `src/routes/_in/$org/orders.$id.tsx?tsr-split=component`, with further parts of the same file after it. */
const COMPONENT = /^src\/routes\/(.+)\.tsx\?tsr-split=component/;

/** Scripts that the pages of one build need beside its entry: browsers load them with the entry, instead of after it has run. */
export class PageScripts {
  private readonly routes: PageRoute[];

  /** @param entry the build's page, which names the scripts that all pages need: `index.html` */
  constructor(manifest: BuildManifest, entry: string) {
    const everywhere = new Set(scriptsOf(manifest, [entry]));
    const components = Object.keys(manifest).flatMap((key) => {
      const [, name] = COMPONENT.exec(key) ?? [];
      return name === undefined ? [] : [{ key, name }];
    });
    this.routes = components.map(({ key, name }) => ({
      segments: segmentsOf(name),
      isLayout: name.endsWith('/route') || components.some((other) => other.name.startsWith(`${name}.`)),
      scripts: scriptsOf(manifest, [key]).filter((script) => !everywhere.has(script)),
    }));
  }

  /** File names, relative to the build's folder. */
  of(path: string): string[] {
    const asked = path.split('/').filter(Boolean);
    const matching = this.routes.filter(({ segments }) => segments.every((segment, at) => fits(segment, asked[at])));
    const exact = matching.filter(({ segments }) => segments.length === asked.length);
    const wildcards = Math.min(...exact.map(wildcardsOf));
    const best = exact.filter((route) => wildcardsOf(route) === wildcards);
    if (best.length === 0) return [];
    const around = matching.filter(({ isLayout, segments }) => isLayout && segments.length < asked.length);
    return [...new Set([...around, ...best].flatMap(({ scripts }) => scripts))];
  }
}

/** The scripts of these source files, with everything that they import. */
export function scriptsOf(manifest: BuildManifest, keys: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (key: string): void => {
    const { file, imports = [] } = manifest[key]!;
    if (found.has(file)) return;
    if (file.endsWith('.js')) found.add(file);
    imports.forEach(visit);
  };
  keys.forEach(visit);
  return [...found];
}

/** `_in/$org/orders.$id` → `$org`, `orders`, `$id`. */
function segmentsOf(name: string): string[] {
  return name.split(/[/.]/).filter((part) => !part.startsWith('_') && part !== 'index' && part !== 'route');
}

function fits(segment: string, asked: string | undefined): boolean {
  return asked !== undefined && (segment.startsWith('$') || segment === asked);
}

function wildcardsOf({ segments }: PageRoute): number {
  return segments.filter((segment) => segment.startsWith('$')).length;
}
