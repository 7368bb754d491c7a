import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import type { Screen } from './screens.ts';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const WIDTHS = [320, 390, 768, 896, 1024, 1280, 1920];

/** Checks a screen in light, in dark, on a phone and in all widths; returns its problems, one line each. */
export async function look(page: Page, [path, text]: Screen): Promise<string[]> {
  await page.setViewportSize(DESK);
  await page.goto(path);
  await page.getByText(text).filter({ visible: true }).first().waitFor();
  return lookHere(page, path);
}

/** The same for what the page shows now, such as a dialog; leaves it in desktop size and light theme. */
export async function lookHere(page: Page, name: string): Promise<string[]> {
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  // Nothing else differs.
  const dark = await violations(page, 'color-contrast');
  await page.setViewportSize(PHONE);
  const phone = await violations(page);
  const wide = await overflows(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESK);
  return [
    ...light.map((line) => `${name}, light: ${line}`),
    ...dark.map((line) => `${name}, dark: ${line}`),
    ...phone.map((line) => `${name}, phone in the dark: ${line}`),
    ...wide.map((line) => `${name}, ${line}`),
  ];
}

/** Window widths at which something extends beyond the right edge. */
async function overflows(page: Page): Promise<string[]> {
  const wide: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ ...DESK, width });
    // Tables are laid out again in the next frame.
    const needed = await page.evaluate<number>(
      `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.documentElement.scrollWidth))))`,
    );
    if (needed > width) wide.push(`${width} px: ${needed} px wide`);
  }
  return wide;
}

/** Waits until colours are final: no transition is running, and no list is dimmed while it loads its next rows. */
async function settled(page: Page): Promise<void> {
  const isSettled = `document.getAnimations().length === 0 && !document.querySelector('[aria-busy=true]')`;
  await until(async () => page.evaluate<boolean>(isSettled), `transitions to end on ${page.url()}`);
}

/** Violations that axe rates serious or critical, by rule and elements. */
async function violations(page: Page, ...rules: string[]): Promise<string[]> {
  await settled(page);
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const found = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id} at ${target.join(' ')}: ${html}`));
}
