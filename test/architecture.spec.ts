import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** Checks docs/ARCHITECTURE.md#the-dependency-rule by the import lines. */
interface Source {
  /** From the root: `src/kernel/ids.ts`. */
  path: string;
  imports: { target: string }[];
}

const ROOT = resolve(import.meta.dirname, '..');
const FROM = /(?:import|export)\s+[^'";]*?from\s+'([^']+)'|import\('([^']+)'\)|^import\s+'([^']+)'/gm;
const PURE =
  /\.(events|commands|decider|projection|process|due|periods|errors|catalogue|schedule|rules|webhooks|ledger|mails)\.ts$/;
/** What one area's features share, directly in its folder or in its pricing: pure, except DTOs. */
const SHARED = /^src\/features\/(accounts|billing|delivery|audit)\/(pricing\/)?[^/]+\.ts$/;
/** What workers share that call the payment processor. */
const PROCESSOR_CALLS = 'src/features/billing/payments/processor-calls.service.ts';
/** The table of limits: numbers alone. */
const LIMITS = 'src/limits.ts';
/** Built-ins and libraries that compute and nothing else. */
const COMPUTING = /^(node:(util|crypto|url|zlib)$|big\.js$|localized-address-format$|stdnum\/)/;
const DRIVERS =
  /^(@photostructure\/sqlite|@eventstore\/|mongodb|bullmq|ioredis|stripe|nodemailer|@opentelemetry\/|@aws-sdk\/|undici)/;

/** The rooms of billing, a floor per line: each knows its own floor and those below (docs/ARCHITECTURE.md#floors). */
const FLOORS = [
  ['pricing', 'tax', 'files', 'custom-fields', 'meters', 'discounts', 'products'],
  ['customers', 'customer-sessions', 'customer-mails', 'payments', 'saved-methods', 'customer-accounts'],
  ['usage', 'customer-meters'],
  ['benefits', 'license-keys', 'remote-access', 'downloads', 'grants'],
  ['orders', 'invoices', 'refunds'],
  ['subscriptions'],
  ['checkouts', 'checkout-links'],
  ['portal-codes', 'customer-states', 'finance', 'metrics', 'customer-portal'],
];
const ROOMS = FLOORS.flat();
/** Arrows that still point up. No other may be added. */
const UP = [
  'customer-meters → subscriptions',
  'customers → orders',
  'customers → usage',
  'grants → checkouts',
  'grants → orders',
  'grants → refunds',
  'grants → subscriptions',
  'license-keys → orders',
  'license-keys → subscriptions',
  'orders → subscriptions',
  'payments → orders',
  'payments → refunds',
  'products → benefits',
  'saved-methods → subscriptions',
  'usage → benefits',
  'usage → grants',
];
/** Rooms that still need each other. No other may be added. */
const PAIRS = [
  'benefits and remote-access',
  'customer-meters and subscriptions',
  'customer-meters and usage',
  'customers and orders',
  'customers and usage',
  'grants and license-keys',
  'grants and remote-access',
  'invoices and orders',
  'invoices and refunds',
  'orders and payments',
  'orders and refunds',
  'orders and subscriptions',
  'payments and refunds',
  'saved-methods and subscriptions',
];

const sources = filesUnder('src').map(read);
const webFiles = existsSync(join(ROOT, 'web/src')) ? filesUnder('web/src') : [];
const web = webFiles.map(readWeb);

describe('the dependency rule', () => {
  it('reads the imports of the whole program', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.find(({ path }) => path === 'src/kernel/writing/execute.ts')!.imports).toContainEqual({
      target: 'src/kernel/writing/decider.ts',
    });
  });

  it("lets the kernel import nothing but Node's built-ins and itself", () => {
    const allowed = (target: string) => target.startsWith('src/kernel/') || isBuiltin(target);
    expect(violations(inFolder('src/kernel/'), allowed)).toEqual([]);
  });

  it("keeps the kernel's layers: reacting → reading → writing → coordination, secrets → ports", () => {
    const layers = ['ports', 'secrets', 'coordination', 'writing', 'reading', 'reacting'];
    const found = layers.flatMap((layer, at) => {
      const above = layers.slice(at + 1).map((other) => `src/kernel/${other}/`);
      return violations(
        inFolder(`src/kernel/${layer}/`),
        (target) => !above.some((folder) => target.startsWith(folder)),
      );
    });
    expect(found).toEqual([]);
  });

  it('lets pure files import pure files alone', () => {
    const isPure = (path: string) => PURE.test(path) || (SHARED.test(path) && !path.endsWith('.dto.ts'));
    const allowed = (target: string) =>
      target.startsWith('src/kernel/') || target === LIMITS || isPure(target) || COMPUTING.test(target);
    expect(violations(({ path }) => path.startsWith('src/features/') && isPure(path), allowed)).toEqual([]);
  });

  it('lets features meet only through events, commands, errors, projections, rules and, where they compose, queries and services', () => {
    const found = sources.filter(inFolder('src/features/')).flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target.startsWith('src/features/') && featureOf(target) !== featureOf(path))
        .filter(({ target }) => !/\.(events|commands|errors|projection|rules)\.ts$/.test(target))
        .filter(({ target }) => !SHARED.test(target))
        .filter(({ target }) => !(composes(path) && /\.(queries|service)\.ts$/.test(target)))
        // Refunds are called about as payments are.
        .filter(({ target }) => !(path.endsWith('.worker.ts') && target === PROCESSOR_CALLS))
        // A composed answer contains the DTOs of related entities.
        .filter(({ target }) => !(path.endsWith('.dto.ts') && target.endsWith('.dto.ts')))
        .map(({ target }) => `${path} → ${target}`),
    );
    expect(found).toEqual([]);
  });

  it('lets accounts know nothing of what is built on them', () => {
    // Of delivery only the command by which a feature has its own mails sent.
    const allowed = (target: string) =>
      !/^src\/features\/(billing|delivery|audit)\//.test(target) ||
      target === 'src/features/delivery/emails/email.commands.ts';
    expect(violations(inFolder('src/features/accounts/'), allowed)).toEqual([]);
  });

  it('lets delivery and audit know no feature that they serve', () => {
    const allowed = (target: string) => !/^src\/features\/(accounts|billing)\//.test(target);
    const serving = ({ path }: Source) => /^src\/features\/(delivery|audit)\//.test(path);
    expect(violations(serving, allowed)).toEqual([]);
  });

  it("lets adapters alone import a product's driver", () => {
    const allowed = (target: string) => !DRIVERS.test(target);
    expect(violations(({ path }) => !path.startsWith('src/adapters/'), allowed)).toEqual([]);
  });

  it('lets only src/installation import adapters', () => {
    const allowed = (target: string) => !target.startsWith('src/adapters/');
    const others = ({ path }: Source) => !/^src\/(adapters|installation)\//.test(path);
    expect(violations(others, allowed)).toEqual([]);
  });

  it('lets app/ import neither features nor the folders that are built on it', () => {
    const allowed = (target: string) => !/^src\/(features|installation|backup|cli|demo)\//.test(target);
    expect(violations(inFolder('src/app/'), allowed)).toEqual([]);
  });

  it('lets the demo do what it does by commands alone', () => {
    const allowed = (target: string) =>
      /^src\/(demo\/|kernel\/(ports\/clock|writing\/command|ids)\.ts)/.test(target) ||
      target.endsWith('.commands.ts') ||
      [
        'src/app/clock.ts',
        'src/app/commands.ts',
        'src/features/sandbox/business-clock.ts',
        // Bytes are in no command.
        'src/features/billing/files/upload-parts.service.ts',
        // Ids of what processes create.
        'src/features/billing/grants/held.rules.ts',
        '@nestjs/common',
        'node:zlib',
      ].includes(target);
    expect(violations(inFolder('src/demo/'), allowed)).toEqual([]);
  });

  it("names every tenant's data only where a route's caller cannot: no controller reads or writes unscoped", () => {
    const found = sources.filter(({ path }) => path.endsWith('.controller.ts') && /'any'/.test(text(path)));
    // A client secret proves the right to one checkout.
    expect(found.map(({ path }) => path)).toEqual(['src/features/billing/checkouts/checkouts.controller.ts']);
  });

  it('lets features reach read models through their scope alone', () => {
    const found = sources.filter(({ path }) => path.startsWith('src/features/') && /\bDOCUMENTS\b/.test(text(path)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('lets config.ts alone read the environment', () => {
    const found = sources.filter(({ path }) => path !== 'src/config.ts' && /process\.env\b/.test(text(path)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('keeps the web apart from the server', () => {
    const found = web.flatMap(({ path, imports }) =>
      imports.filter(({ target }) => target.startsWith('src/')).map(({ target }) => `${path} → ${target}`),
    );
    expect(found).toEqual([]);
  });

  it("keeps the web's zones: routes → features → api, ui, lib", () => {
    const zone = (path: string) => /^web\/src\/(routes|features|api|ui|lib)\//.exec(path)?.[1];
    const may: Record<string, string[]> = {
      routes: ['routes', 'features', 'api', 'ui', 'lib'],
      features: ['features', 'api', 'ui', 'lib'],
      ui: ['ui', 'lib'],
      api: ['api', 'lib'],
      lib: ['lib'],
    };
    const found = web.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => zone(path) && zone(target) && !may[zone(path)!]!.includes(zone(target)!))
        .map(({ target }) => `${path} → ${target}`),
    );
    expect(found).toEqual([]);
  });

  it('lets no two DTOs share a name, by which alone the OpenAPI document knows them', () => {
    const names = filesUnder('src')
      .filter((path) => path.endsWith('.dto.ts'))
      .flatMap((path) => [...text(path).matchAll(/^(?:export )?(?:abstract )?class (\w+)/gm)].map(([, name]) => name!));
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('has floors in billing: arrows point down, but for those that are left', () => {
    const up = roomArrows().filter(([from, to]) => floorOf(to) > floorOf(from));
    expect(up.map((arrow) => arrow.join(' → '))).toEqual(UP);
    expect(ROOMS.toSorted()).toEqual(roomsIn('src/features/billing/'));
  });

  it('has no two rooms of billing that need each other, but for those that are left', () => {
    const arrows = roomArrows();
    const back = new Set(arrows.map(([from, to]) => `${to} ${from}`));
    const pairs = arrows.filter(([from, to]) => from < to && back.has(`${from} ${to}`));
    expect(pairs.map((pair) => pair.join(' and '))).toEqual(PAIRS);
  });

  it('has no cycles, not even of types', () => {
    expect(cycle(sources)).toEqual([]);
    // What the router generates knows every route.
    const written = web.filter(({ path }) => !path.endsWith('.gen.ts'));
    expect(cycle(written)).toEqual([]);
  });
});

/** `src/features/{area}/{feature}`, whatever rooms it has. */
function featureOf(path: string): string {
  return dirname(path).split('/').slice(0, 4).join('/');
}

/** From each room of billing to those that it imports from. */
function roomArrows(): [from: string, to: string][] {
  const roomOf = (path: string) => /^src\/features\/billing\/([\w-]+)\//.exec(path)?.[1];
  const arrows = sources.flatMap(({ path, imports }) => imports.map(({ target }) => [roomOf(path), roomOf(target)]));
  const between = arrows.filter(([from, to]) => from && to && from !== to).map((arrow) => arrow.join(' '));
  return [...new Set(between)].toSorted().map((arrow) => arrow.split(' ') as [string, string]);
}

function floorOf(room: string): number {
  return FLOORS.findIndex((floor) => floor.includes(room));
}

function roomsIn(folder: string): string[] {
  const rooms = sources.filter(inFolder(folder)).map(({ path }) => path.slice(folder.length).split('/'));
  return [...new Set(rooms.filter(({ length }) => length > 1).map(([room]) => room!))].toSorted();
}

function composes(path: string): boolean {
  return /\.(controller|queries|handlers|service|facts|feature|authenticator|presenters)\.ts$/.test(path);
}

function inFolder(folder: string): (source: Source) => boolean {
  return ({ path }) => path.startsWith(folder);
}

function violations(of: (source: Source) => boolean, allowed: (target: string) => boolean): string[] {
  return sources
    .filter(of)
    .flatMap(({ path, imports }) =>
      imports.filter(({ target }) => !allowed(target)).map(({ target }) => `${path} → ${target}`),
    );
}

/** One cycle of imports, or []. */
function cycle(all: readonly Source[]): string[] {
  const edges = new Map(all.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const target of edges.get(path) ?? []) {
      const found = visit(target, [...trail, path]);
      if (found.length > 0) return found;
    }
    done.add(path);
    return [];
  };
  for (const path of edges.keys()) {
    const found = visit(path, []);
    if (found.length > 0) return found;
  }
  return [];
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name));
}

function read(path: string): Source {
  const imports = [...text(path).matchAll(FROM)].map(([, from, dynamic, bare]) => {
    const name = (from ?? dynamic ?? bare)!;
    const target = name.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(path), name)) : name;
    return { target };
  });
  return { path, imports };
}

/** The web's imports leave out extensions, and begin with `@/` at its root. */
function readWeb(path: string): Source {
  const file = (target: string) => {
    const plain = target.replace(/^@\//, 'web/src/');
    return ['', '.ts', '.tsx'].map((extension) => plain + extension).find((name) => webFiles.includes(name)) ?? target;
  };
  const imports = read(path).imports.map(({ target }) => ({ target: file(target) }));
  return { path, imports };
}

function text(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function isBuiltin(target: string): boolean {
  return target.startsWith('node:') && builtinModules.includes(target.slice(5));
}
