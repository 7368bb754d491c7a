import type { Page } from 'playwright-core';
import { DESK } from '../support/browser.ts';
import type { BrowserShop } from './shop.ts';
import { head, press, type State } from './states.ts';

/** What opens on top of pages, and parts of pages that open; each goes on where the one before it ended. */
export function openStates({ slug, club }: BrowserShop): State[] {
  const at = (page: Page, path: string) => page.goto(`/${slug}/${path}`).then(() => head(page));
  return [
    [
      'the palette',
      async (page) => {
        await at(page, '');
        await page.keyboard.press('Control+K');
        await dialog(page);
      },
    ],
    [
      'the palette with finds',
      async (page) => {
        await page.keyboard.type('dora');
        await page.getByRole('option', { name: /dora@/ }).first().waitFor();
      },
    ],
    [
      'the palette without finds',
      async (page) => {
        await page.keyboard.type('qqq');
        await page.getByText('Nothing is called').waitFor();
      },
    ],
    [
      'the shortcuts',
      async (page) => {
        await page.keyboard.press('Escape');
        await dialog(page, 'hidden');
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      },
    ],
    [
      'the organization’s menu',
      async (page) => {
        await page.keyboard.press('Escape');
        await dialog(page, 'hidden');
        await press(page, /Papier/);
        await menu(page);
      },
    ],
    [
      'the areas on a phone',
      async (page) => {
        await page.keyboard.press('Escape');
        await page.setViewportSize({ width: 390, height: 844 });
        await press(page, 'Areas');
        await dialog(page);
      },
    ],
    [
      'more filters',
      async (page) => {
        await page.setViewportSize(DESK);
        await at(page, 'orders?status=paid');
        await press(page, 'More filters');
      },
    ],
    [
      'a filter’s choice',
      async (page) => {
        await press(page, 'Product: Any product');
        await dialog(page);
      },
    ],
    [
      'the columns',
      async (page) => {
        await page.keyboard.press('Escape');
        await dialog(page, 'hidden');
        await press(page, 'Columns');
        await menu(page);
      },
    ],
    [
      'saved filters',
      async (page) => {
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'hidden' });
        await press(page, 'Saved filters');
        await menu(page);
      },
    ],
    [
      'naming filters',
      async (page) => {
        await page.getByRole('menuitem', { name: /^Save these/ }).click();
        await dialog(page);
      },
    ],
    [
      'a form’s errors',
      async (page) => {
        await at(page, 'products/new');
        await press(page, 'Put on sale');
        await page.locator('[aria-invalid=true]').first().waitFor();
      },
    ],
    [
      'leaving a form',
      async (page) => {
        await page.getByLabel('Name').fill('Half a product');
        await page.getByRole('link', { name: 'Orders' }).first().click();
        await page.getByRole('alertdialog').waitFor();
      },
    ],
    [
      'a draft',
      async (page) => {
        await press(page, 'Leave');
        await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
        await page.goBack();
        await page.getByText('This is your draft from before.').waitFor();
      },
    ],
    [
      'an action’s menu',
      async (page) => {
        await at(page, `products/${club.id}`);
        await press(page, 'More actions');
        await menu(page);
      },
    ],
    [
      'a question',
      async (page) => {
        await page.getByRole('menuitem', { name: /^Archive/ }).click();
        await page.getByRole('alertdialog').waitFor();
      },
    ],
    [
      'a notice with Undo',
      async (page) => {
        const question = page.getByRole('alertdialog');
        await question.getByRole('button', { name: /^Archive/ }).click();
        await page.getByRole('button', { name: 'Undo' }).waitFor();
      },
    ],
    [
      'a date for the clock',
      async (page) => {
        await press(page, 'Undo');
        await press(page, 'To a date');
        await dialog(page);
      },
    ],
    [
      'an opened mail',
      async (page) => {
        await page.goto('/outbox');
        await press(page, /dora@example\.com/);
        await page.locator('[aria-expanded=true]').waitFor();
      },
    ],
    [
      'no connection',
      async (page) => {
        await page.context().setOffline(true);
        await page.getByText('No connection since').waitFor();
      },
    ],
    [
      'a new release',
      async (page) => {
        await page.context().setOffline(false);
        await page.getByText('No connection since').waitFor({ state: 'hidden' });
        await at(page, '');
        await page.route('/index.html', (route) => route.fulfill({ contentType: 'text/html', body: 'another page' }));
        // Looked for after a while only.
        await page.clock.setFixedTime(Date.now() + 600_000);
        await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
        await page.getByText('A new version of Tillbook is ready.').waitFor();
      },
    ],
  ];
}

function dialog(page: Page, state?: 'hidden'): Promise<void> {
  return page.getByRole('dialog').waitFor({ state });
}

function menu(page: Page): Promise<void> {
  return page.getByRole('menu').waitFor();
}
