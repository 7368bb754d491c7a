import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { inWindow, JOURNEY_MS, missingChromium, type Keys, type Window } from '../support/browser.ts';
import { describeWith } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { look, settled, walkTo } from './looks.ts';
import { missing, RESERVED, screensOf, screensOfMember, withoutSignIn, type Screen } from './screens.ts';
import { shopInBrowser } from './shop.ts';

/** Every screen is checked three times, maybe on a busy machine. */
const LOOKS_MS = 2 * JOURNEY_MS;

describeWith(missingChromium, 'the screens', () => {
  const at = shopInBrowser();

  it(
    'are accessible in light, in dark and on a phone, and break no content policy',
    async () => {
      const wrong: string[] = [];
      async function lookAll({ page, complaints }: Window, screens: readonly Screen[]): Promise<void> {
        for (const screen of screens) wrong.push(...(await look(page, screen)));
        wrong.push(...complaints);
        for (const screen of missing) wrong.push(...(await look(page, screen)));
      }
      const signedIn = await screensOf(at.shop);
      await inWindow(at.browser, at.shop.app, (window) => lookAll(window, withoutSignIn));
      await inWindow(at.browser, at.shop, (window) => lookAll(window, signedIn), JOURNEY_MS);
      expect(wrong).toEqual([]);
    },
    LOOKS_MS,
  );

  it(
    'show a plain member everything, and offer nothing that the server would refuse',
    async () => {
      const cookie = await at.shop.member();
      const screens = await screensOfMember(at.shop);
      await inWindow(at.browser, { url: at.shop.url, cookie }, async (window) => {
        expect(await refusedOn(window, screens)).toEqual([]);
        const wrong: string[] = [];
        for (const screen of screens.filter(([path]) => /\/products\/[^/]+$|open=/.test(path)))
          wrong.push(...(await look(window.page, screen)));
        expect([...wrong, ...window.complaints]).toEqual([]);
      });
    },
    JOURNEY_MS,
  );
});

/** Buttons that change nothing on the server, or only the user's own membership. */
const HARMLESS =
  /^(Copy|Show$|Live$|Meter:|Benefit:|Customer:|Name:|Product:|Download (invoice|credit note) |PDF of |(More|Saved|Clear) filters$|Columns$|Go to the last page$|As numbers|Explain$|Next$|Close$|Send the link$|Not now$|Leave the organization$)/;

/** Actions that are offered but refused, and every error response on the way, one line each. */
async function refusedOn({ page, keys }: Window, screens: readonly Screen[]): Promise<string[]> {
  const refused: string[] = [];
  const asked = new Set<unknown>();
  page.on('request', (request) => asked.add(request));
  const isOver = (request: unknown) => asked.delete(request);
  page.on('requestfinished', isOver);
  page.on('requestfailed', isOver);
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${page.url()}: 403 of ${answer.url()}`);
  });
  // The stream of changes would never end.
  await page.route(/\/api\/dashboard\/changes/, (route) => route.fulfill({ status: 204 }));
  for (const [path, text] of screens) {
    await walkTo(page, path);
    await page.getByText(text).filter({ visible: true }).first().waitFor();
    await settled(page);
    await until(() => asked.size === 0, `the requests of ${path}`);
    const content = page.locator('#content, [role=dialog]');
    const links = await content.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    for (const href of links) if (RESERVED.test(href ?? '')) refused.push(`${path}: a link to ${href}`);
    // Buttons in a table's head sort it, and others open what the page holds already.
    const acting = content.locator('button:enabled:not(th button, [aria-expanded]:not([aria-haspopup]))');
    const buttons = await acting.evaluateAll((all) =>
      all.map((button) => button.getAttribute('aria-label') ?? ('innerText' in button ? button.innerText : '')),
    );
    const offered = [...(await commandsHere(page, keys)), ...buttons];
    refused.push(...offered.filter((name) => !HARMLESS.test(name)).map((name) => `${path}: ${name}`));
  }
  return refused;
}

/** The palette's commands for this page, except links. */
async function commandsHere(page: Page, keys: Keys): Promise<string[]> {
  await keys.press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await palette.locator(':focus').waitFor();
  const commands = await palette
    .getByRole('group', { name: /^(This page|Create)$/ })
    .getByRole('option')
    .allInnerTexts();
  await keys.dismiss(palette);
  return commands;
}
