import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DESK } from '../support/browser.ts';
import { until } from '../support/until.ts';
import type { Screen } from './screens.ts';

/** What axe finds wrong, with the elements by their selectors. */
interface Violation {
  id: string;
  nodes: { target: string[]; html: string }[];
}

const AXE = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');
/** The least width of all. */
const PHONE = { width: 320, height: 844 };
/** Where TanStack Router leaves itself. */
const ROUTER = '__TSR_ROUTER__';
const ANIMATED = 'document.getAnimations().length > 0';
/** The least of the layouts between: what fits there fits in the rest of it. */
const WIDTHS = [640, 897];

/** Checks a screen in light, on a phone in the dark, and at the least width of each layout; returns its problems, one line each. */
export async function look(page: Page, [path, text]: Screen): Promise<string[]> {
  await page.setViewportSize(DESK);
  await walkTo(page, path);
  await page.getByText(text).filter({ visible: true }).first().waitFor();
  return lookHere(page, path);
}

/**
 * In the area that is open, by the page's own router, as a link does: the document keeps axe, and nothing loads twice. Otherwise from the server.
 */
export async function walkTo(page: Page, path: string): Promise<void> {
  const areaOf = (address: string) => new URL(address, page.url()).pathname.split('/')[1];
  const here = page.url();
  const isSame = here.startsWith('http') && areaOf(path) === areaOf(here) && areaOf(path) !== 'checkout';
  const isRouted = isSame && (await page.evaluate<boolean>(`'${ROUTER}' in window`));
  if (!isRouted) return void (await page.goto(path));
  await page.evaluate(`${ROUTER}.history.push(${JSON.stringify(path)})`);
  const { pathname } = new URL(path, here);
  const isThere = `(({ status, location, resolvedLocation }) =>
    status === 'idle' && location.pathname === ${JSON.stringify(pathname)} && resolvedLocation?.href === location.href)(${ROUTER}.state)`;
  await until(() => page.evaluate<boolean>(isThere), `the page at ${path}`);
}

/** The same for what the page shows now, such as a dialog; leaves it in desktop size and light theme. */
export async function lookHere(page: Page, name: string): Promise<string[]> {
  const light = await violations(page);
  const wide = await overflow(page, DESK.width);
  // At once, because the colours of a phone are those of a desk.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(PHONE);
  const phone = await violations(page);
  wide.push(...(await overflow(page, PHONE.width)));
  for (const width of WIDTHS) {
    await page.setViewportSize({ ...DESK, width });
    wide.push(...(await overflow(page, width)));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESK);
  return [
    ...light.map((line) => `${name}, light: ${line}`),
    ...phone.map((line) => `${name}, phone in the dark: ${line}`),
    ...wide.map((line) => `${name}, ${line}`),
  ];
}

/** A shorter check for what shows briefly or in many places, once nothing loads any more: everything in light, colours in dark. */
export async function glance(page: Page, name: string): Promise<string[]> {
  await settled(page);
  return glanceLoading(page, name);
}

/** The same for what still loads. */
export async function glanceLoading(page: Page, name: string): Promise<string[]> {
  await isStill(page, ANIMATED);
  const light = await found(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await found(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light.map((line) => `${name}, light: ${line}`), ...dark.map((line) => `${name}, dark: ${line}`)];
}

/** Whether something extends beyond the right edge of the window. @param width the window's */
async function overflow(page: Page, width: number): Promise<string[]> {
  // Tables are laid out again in the next frame.
  const needed = await page.evaluate<number>(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.documentElement.scrollWidth))))`,
  );
  return needed > width ? [`${width} px: ${needed} px wide`] : [];
}

/** Waits until colours are final: no transition is running, and no list is dimmed while it loads its next rows. */
export function settled(page: Page): Promise<void> {
  return isStill(page, `${ANIMATED} || document.querySelector('[aria-busy=true]') !== null`);
}

async function isStill(page: Page, moves: string): Promise<void> {
  await until(
    async () => !(await page.evaluate<boolean>(moves)),
    `everything to load, and to move no more, on ${page.url()}`,
  );
}

/** What axe finds, whatever its impact, by rule and elements. */
async function violations(page: Page): Promise<string[]> {
  await settled(page);
  return found(page);
}

async function found(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const options = {
    resultTypes: ['violations'],
    // Style sheets are only loaded again for a rule that is off.
    preload: false,
    ...(rules.length > 0 && { runOnly: { type: 'rule', values: rules } }),
  };
  // It stays in the document.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(AXE);
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes
      // An open menu lies at the end of the body, outside the landmarks, as dialogs do; for dialogs axe makes an exception itself.
      .filter(({ target }) => id !== 'region' || !target.join(' ').includes('[data-radix-popper-content-wrapper'))
      .map(({ target, html }) => `${id} at ${target.join(' ')}: ${html}`),
  );
}
