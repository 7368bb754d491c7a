import type { Locator, Page } from 'playwright-core';
import { Keys } from '../support/browser.ts';
import { Till } from './till.ts';

/** A seller's screens of one organization; Ctrl-K leads everywhere. */
export class Dashboard {
  private readonly page: Page;

  constructor(private readonly keys: Keys) {
    this.page = keys.page;
  }

  async goTo(area: string): Promise<void> {
    await this.keys.command(area);
    await this.head(area);
  }

  /** Waits until the page shows all of these texts. */
  async shows(...texts: (string | RegExp)[]): Promise<void> {
    for (const text of texts)
      await this.page.locator('#content').getByText(text).filter({ visible: true }).first().waitFor();
  }

  async head(title: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: title, exact: typeof title === 'string' }).waitFor();
  }

  /** The table row that contains all of these texts. */
  row(table: string, ...texts: (string | RegExp)[]): Locator {
    const rows = this.page.getByRole('table', { name: table }).getByRole('row');
    return texts.reduce<Locator>((found, text) => found.filter({ hasText: text }), rows);
  }

  /** The row's first link, reached by Tab and opened by Enter. */
  open(row: Locator): Promise<void> {
    return this.keys.enter(row.first().getByRole('link').first());
  }

  async newBenefit(description: string, note: string): Promise<void> {
    await this.keys.command('New benefit');
    await this.head('New benefit');
    await this.keys.fill(this.page.getByLabel('Description'), description);
    await this.keys.fill(this.page.getByLabel('Note to customers'), note);
    await this.press('Create benefit');
    await this.head(description);
  }

  /** Monthly and at a fixed price, the form's defaults. */
  async newProduct(name: string, amount: string, benefit: string): Promise<void> {
    await this.keys.command('New product');
    await this.head('New product');
    await this.keys.fill(this.page.getByLabel('Name'), name);
    await this.keys.pick(this.page.getByLabel('Monthly'));
    await this.keys.fill(this.page.getByLabel('Amount'), amount);
    await this.press('Add a benefit');
    await this.keys.enter(this.page.getByRole('dialog').getByRole('button', { name: benefit }));
    await this.press('Put on sale');
    await this.head(name);
  }

  /** Subscribes to every event. */
  async newEndpoint(url: string): Promise<void> {
    await this.keys.command('New webhook endpoint');
    await this.head('New endpoint');
    await this.keys.fill(this.page.getByLabel('URL'), url);
    await this.keys.tick(this.page.getByRole('checkbox', { name: 'All', exact: true }));
    await this.press('Add endpoint');
    const { host, pathname } = new URL(url);
    await this.head(pathname === '/' ? host : host + pathname);
  }

  /** From a product's page; the link opens in a new tab. */
  async openCheckout(): Promise<Till> {
    await this.keys.enter(this.page.getByRole('link', { name: 'New checkout', exact: true }));
    await this.press('Create checkout');
    const tab = this.page.context().waitForEvent('page');
    await this.keys.enter(this.page.getByRole('link', { name: 'Open Checkout in a new tab' }));
    return new Till(new Keys(await tab));
  }

  async advanceMonth(): Promise<void> {
    await this.keys.enter(this.page.getByRole('button', { name: '+1 month' }));
    await this.page.getByText(/^It is now /).waitFor();
  }

  /** `date` as an American types it: 04/01/2026. */
  async advanceTo(date: string, isNow: string): Promise<void> {
    await this.keys.command('Move the clock');
    const dialog = this.page.getByRole('dialog', { name: 'Move the clock to a date' });
    await this.keys.reach(dialog.getByLabel('Date'));
    await this.keys.type(date.replaceAll('/', ''));
    await this.keys.enter(dialog.getByRole('button', { name: 'Move the clock' }));
    await this.page.getByText(`It is now ${isNow}`).waitFor();
  }

  /** Confirms the dialog that a command has opened. */
  async answer(button: string): Promise<void> {
    const question = this.page.getByRole('alertdialog');
    await this.keys.enter(question.getByRole('button', { name: button }));
    await question.waitFor({ state: 'hidden' });
  }

  /** Opens a menu by its button and chooses an item. */
  async choose(button: string, item: string): Promise<void> {
    await this.press(button);
    await this.keys.chooseItem(this.page.getByRole('menuitem', { name: item, exact: true }));
  }

  press(button: string): Promise<void> {
    return this.keys.enter(this.page.getByRole('button', { name: button, exact: true }));
  }
}
