import type { Locator, Page } from 'playwright-core';
import type { TestApp } from '../support/app.ts';
import { Keys } from '../support/browser.ts';

/** The user's own account: sign-in methods, sessions and the mails about them. */
export class OwnAccount {
  private readonly page: Page;

  constructor(
    private readonly keys: Keys,
    private readonly app: TestApp,
  ) {
    this.page = keys.page;
  }

  /** The rail and the palette lead to the same pages. */
  async goTo(area: string): Promise<void> {
    await this.keys.enter(this.page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: area }));
    await this.head(area);
  }

  head(title: string): Promise<void> {
    return this.page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
  }

  async shows(...texts: string[]): Promise<void> {
    for (const text of texts) await this.page.getByText(text).filter({ visible: true }).first().waitFor();
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  fill(label: string, text: string): Promise<void> {
    return this.keys.fill(this.field(label), text);
  }

  /** The message that screen readers read with a field. */
  async fieldSays(label: string, text: string): Promise<void> {
    await this.page.getByText(text).waitFor();
    const described = await this.field(label).getAttribute('aria-describedby');
    const said = await Promise.all(
      (described ?? '').split(' ').map((id) => this.page.locator(`[id="${id}"]`).innerText()),
    );
    if (!said.some((one) => one.includes(text))) throw new Error(`${label} is not described by: ${text}`);
  }

  press(button: string | RegExp): Promise<void> {
    return this.keys.enter(this.page.getByRole('button', { name: button, exact: typeof button === 'string' }));
  }

  follow(link: string): Promise<void> {
    return this.keys.enter(this.page.getByRole('link', { name: link, exact: true }));
  }

  /** In the open dialog. */
  async answer(button: string): Promise<void> {
    const dialog = this.page.getByRole('alertdialog');
    await this.keys.enter(dialog.getByRole('button', { name: button, exact: true }));
    await dialog.waitFor({ state: 'hidden' });
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.fill('E-mail', email);
    await this.fill('Password', password);
    await this.press('Sign in');
  }

  /** On the page of a pretend provider. */
  async be(profile: { email: string; verified: boolean }): Promise<void> {
    await this.head('Choose who you are');
    await this.fill('E-mail', profile.email);
    const box = this.page.getByRole('checkbox', { name: 'The service has verified this e-mail' });
    if ((await box.isChecked()) !== profile.verified) await this.keys.tick(box);
    await this.press('Continue');
  }

  /** The link in the newest mail of a kind. */
  async link(kind: string, to: string): Promise<string> {
    const answer = await fetch(`${this.app.url}/sandbox/outbox?${new URLSearchParams({ kind, to })}`);
    const mail = ((await answer.json()) as { url?: string }[]).at(-1);
    if (!mail?.url) throw new Error(`There is no ${kind} mail to ${to}`);
    return mail.url;
  }

  async open(kind: string, to: string): Promise<void> {
    await this.page.goto(await this.link(kind, to));
  }
}
