import type { Page } from 'playwright-core';
import { Keys } from '../support/browser.ts';

export interface Credentials {
  name: string;
  email: string;
  password: string;
}

/** Sign-up, sign-in and sign-out, mails and organizations. */
export class Account {
  private readonly page: Page;

  constructor(private readonly keys: Keys) {
    this.page = keys.page;
  }

  async signUp({ name, email, password }: Credentials): Promise<void> {
    await this.page.goto('/sign-up');
    await this.keys.fill(this.page.getByLabel('Name'), name);
    await this.keys.fill(this.page.getByLabel('E-mail'), email);
    await this.keys.fill(this.page.getByLabel('Password'), password);
    await this.press('Create account');
  }

  /** Follows "Check your mail" through the sandbox's outbox. */
  async verify(email: string): Promise<void> {
    await this.page.getByText(`We have sent a link to ${email}.`).waitFor();
    await this.keys.enter(this.page.getByRole('link', { name: 'outbox' }));
    await this.page.getByRole('heading', { name: 'Outbox' }).waitFor();
    await this.keys.enter(this.page.getByRole('button', { name: email }).filter({ hasText: 'Verify your e-mail' }));
    await this.keys.enter(this.page.getByRole('link', { name: 'Open the link in it' }));
    await this.page.getByRole('heading', { name: 'Your e-mail is verified' }).waitFor();
  }

  async signIn({ email, password }: Credentials): Promise<void> {
    await this.keys.fill(this.page.getByLabel('E-mail'), email);
    await this.keys.fill(this.page.getByLabel('Password'), password);
    await this.press('Sign in');
  }

  async createOrganization(name: string): Promise<void> {
    await this.page.getByRole('heading', { name: 'Create your organization' }).waitFor();
    await this.keys.fill(this.page.getByLabel('Name'), name);
    await this.press('Create organization');
    await this.page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  async signOut({ name }: Credentials): Promise<void> {
    await this.press(name);
    await this.keys.chooseItem(this.page.getByRole('menuitem', { name: 'Sign out' }));
    await this.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  }

  private press(button: string): Promise<void> {
    return this.keys.enter(this.page.getByRole('button', { name: button, exact: true }));
  }
}
