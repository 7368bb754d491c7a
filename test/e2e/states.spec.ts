import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp } from '../support/app.ts';
import { ensureWeb, inWindow, JOURNEY_MS, launchChromium, missingChromium } from '../support/browser.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { describeWith } from '../support/servers.ts';
import { glance, glanceLoading } from './looks.ts';
import { openStates } from './opened.ts';
import { plans } from './plans.ts';
import { openShop, type BrowserShop } from './shop.ts';
import { checkoutStates, emptyStates, type State } from './states.ts';
import { openWaiting, waitingPages } from './waiting.ts';

describeWith(missingChromium, 'what a screen shows besides its content', () => {
  let shop: BrowserShop;
  let receiver: Receiver;
  let browser: Browser;
  beforeAll(async () => {
    ensureWeb();
    receiver = await startReceiver();
    shop = await openShop(await startApp(), receiver.url);
    browser = await launchChromium();
  }, JOURNEY_MS);
  afterAll(async () => {
    await browser.close();
    await shop.app.close();
    await receiver.close();
  });

  it(
    'says what it loads, and is accessible meanwhile and after it failed',
    async () => {
      const wrong: string[] = [];
      await inWindow(browser, shop, async ({ page }) => {
        for (const waiting of await waitingPages(shop)) {
          const [name] = waiting;
          const { fail } = await openWaiting(page, waiting);
          wrong.push(...(await glanceLoading(page, `${name}, loading`)));
          await fail();
          wrong.push(...(await glance(page, `${name}, failed`)));
        }
      });
      expect(wrong).toEqual([]);
    },
    JOURNEY_MS,
  );

  it('is accessible where there is nothing', () => accessible(emptyStates(shop)), JOURNEY_MS);

  it('is accessible with menus, dialogs and notices', () => accessible(openStates(shop)), JOURNEY_MS);

  it(
    'is accessible in a checkout that is declined, pending, paid or expired',
    async () => accessible(await checkoutStates(shop)),
    JOURNEY_MS,
  );

  // It moves the clock, so it comes last.
  it(
    'changes, schedules and explains what a subscription costs, and shows the attempts of a failed payment',
    () => inWindow(browser, shop, (window) => plans(shop, window)),
    JOURNEY_MS,
  );

  async function accessible(states: readonly State[]): Promise<void> {
    const wrong: string[] = [];
    await inWindow(browser, shop, async ({ page }) => {
      for (const [name, show] of states) {
        try {
          await show(page);
          wrong.push(...(await glance(page, name)));
        } catch (error) {
          throw new Error(`${name}: ${String(error)}`, { cause: error });
        }
      }
    });
    expect(wrong).toEqual([]);
  }
});
