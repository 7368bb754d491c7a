import type { Page } from 'playwright-core';
import { Keys } from '../support/browser.ts';

export interface Buyer {
  email: string;
  name: string;
  country: string;
}

/** The hosted checkout, as a buyer sees it. */
export class Till {
  readonly page: Page;

  constructor(readonly keys: Keys) {
    this.page = keys.page;
  }

  async fill({ email, name, country }: Buyer): Promise<void> {
    await this.keys.fill(this.page.getByLabel('E-mail'), email);
    await this.keys.fill(this.page.getByLabel('Name'), name);
    await this.keys.choose(this.page.getByLabel('Country'), country);
  }

  /** For a price that the buyer chooses. */
  amount(amount: string): Promise<void> {
    return this.keys.fill(this.page.getByLabel('You pay'), amount);
  }

  async code(code: string): Promise<void> {
    await this.keys.fill(this.page.getByLabel('Discount code'), code);
    await this.keys.press('Enter');
  }

  card(label: string): Promise<void> {
    return this.keys.pick(this.page.getByLabel(label, { exact: true }));
  }

  pay(button: string): Promise<void> {
    return this.keys.enter(this.page.getByRole('button', { name: button }));
  }
}
