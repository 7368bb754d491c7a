import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Locator, type Page } from 'playwright-core';
import { until, within } from './until.ts';

/** The first has no window system, and takes less of the processor. */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);
const ROOT = join(import.meta.dirname, '../..');
/** A window at the least width of the widest layout (web/src/ui/theme.css). */
export const DESK = { width: 1152, height: 800 };
/** More than the tab stops of the longest form. */
const TAB_STOPS = 200;
const TABS_AT_ONCE = 10;
const TABS: readonly KeyEvent[] = Array.from({ length: TABS_AT_ONCE }, () => {
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  return [
    { type: 'rawKeyDown' as const, ...tab },
    { type: 'keyUp' as const, ...tab },
  ];
}).flat();
/** More than the items of the longest menu. */
const ARROWS = 100;
/** How long a browser may take to select what was typed into a select, and how often it is typed. */
const TYPING_MS = 5_000;
const TYPING_ATTEMPTS = 3;
/** How long one wait may take on a busy machine; each names what it waits for. */
const PATIENCE_MS = 30_000;
/** Ends what hangs: one window takes half of it at most, beside another browser on two busy cores. */
const WINDOW_MS = 600_000;
/** For a test that opens one or two windows: more than they may take, so that they fail first and report what they showed. */
export const JOURNEY_MS = 2 * WINDOW_MS;

/** For `describeWith`. */
export const missingChromium = CHROMIUM
  ? undefined
  : 'Chromium is missing; apt-get install chromium-headless-shell brings it';

/** With the arguments of docs/DRIVERS.md#browsers. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--in-process-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** `npm test` builds the web first; a spec that is run alone builds it where it is missing. */
export function ensureWeb(): void {
  if (existsSync(join(ROOT, 'dist/web/index.html'))) return;
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'];
  execFileSync(process.execPath, vite, { cwd: ROOT, stdio: ['ignore', 2, 2] });
}

/** A browser window with its own cookies and console. */
export interface Window {
  context: BrowserContext;
  page: Page;
  keys: Keys;
  /** Errors of the console and the page, of every tab; a blocked style or script (CSP) is among them. */
  complaints: string[];
}

/** Runs `act` in a new window, signed in by `cookie` where given. An error reports what the pages showed and the last key. */
export async function inWindow(
  browser: Browser,
  { url, cookie }: { url: string; cookie?: string },
  act: (window: Window) => Promise<void>,
  timeoutMs = WINDOW_MS,
): Promise<void> {
  const window = await openWindow(browser, url, cookie);
  try {
    await within(act(window), 'the whole test in this window', timeoutMs);
  } catch (error) {
    const pages = await Promise.all(window.context.pages().map(shown));
    const console = window.complaints.join('\n') || 'nothing';
    const report = [String(error), `Last by keyboard: ${window.keys.last}`, ...pages, `The console said: ${console}`];
    throw new Error(report.join('\n\n'), { cause: error });
  } finally {
    await within(window.context.close(), 'the window to close', PATIENCE_MS);
  }
}

async function shown(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 1000 })
    .catch(() => 'nothing');
  return `${page.url()} showed:\n${text}`;
}

async function openWindow(browser: Browser, url: string, cookie?: string): Promise<Window> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: DESK,
    locale: 'en-US',
    colorScheme: 'light',
    // No transitions, so that nothing is seen half faded in.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  context.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  context.on('weberror', (error) => complaints.push(error.error().message));
  if (cookie) await context.addCookies(cookie.split('; ').map((pair) => ({ url, ...named(pair) })));
  const page = await context.newPage();
  return { context, page, keys: new Keys(page), complaints };
}

function named(pair: string): { name: string; value: string } {
  const [name = '', ...value] = pair.split('=');
  return { name, value: value.join('=') };
}

interface KeyEvent {
  type: 'keyDown' | 'rawKeyDown' | 'keyUp';
  key: string;
  code?: string;
  windowsVirtualKeyCode?: number;
  /** What it types. */
  text?: string;
}

/** A user who works by keyboard alone. */
export class Keys {
  /** The last step, which may still be in progress. */
  last = 'nothing';

  private session: Promise<CDPSession> | undefined;

  constructor(readonly page: Page) {}

  press(key: string): Promise<void> {
    return within(this.page.keyboard.press(key), `${key} to be pressed`, PATIENCE_MS);
  }

  type(text: string): Promise<void> {
    const events = Array.from(text).flatMap((key) => [
      { type: 'keyDown' as const, key, text: key },
      { type: 'keyUp' as const, key },
    ]);
    return within(this.send(events), `"${text}" to be typed`, PATIENCE_MS);
  }

  /** Tab by tab to a visible element; fails where Tab does not lead there. */
  async reach(target: Locator): Promise<void> {
    this.last = `Tab to ${String(target)}`;
    await target.waitFor();
    for (let stops = 0; stops < TAB_STOPS; stops += TABS_AT_ONCE) {
      // Looked up again, because it may have been rendered anew.
      if (await target.evaluate(keepFocus)) return;
      await within(this.send(TABS), 'Tab to be pressed', PATIENCE_MS);
    }
    throw new Error(`Tab does not lead to ${String(target)}`);
  }

  /** At once: waiting for the answer to each takes longer than a key. */
  private async send(events: readonly KeyEvent[]): Promise<void> {
    this.session ??= this.page.context().newCDPSession(this.page);
    const session = await this.session;
    await Promise.all(events.map((event) => session.send('Input.dispatchKeyEvent', event)));
  }

  /** Opens a link or presses a button. */
  async enter(target: Locator): Promise<void> {
    await this.reach(target);
    // On the target, even if something else has taken the focus meanwhile, such as the heading of a new page.
    await target.press('Enter');
  }

  /** Replaces the field's text. */
  async fill(field: Locator, text: string): Promise<void> {
    await this.reach(field);
    await field.press('Control+A');
    await this.type(text);
  }

  /** In a select: types the option's first letters. */
  async choose(select: Locator, option: string): Promise<void> {
    const chosen = select.locator('option:checked', { hasText: option });
    // The browser forgets the letters typed so far after a second's pause, which a busy machine may well make.
    for (let attempt = 1; attempt < TYPING_ATTEMPTS; attempt += 1) {
      await this.reach(select);
      await this.type(option);
      const done = await chosen.waitFor({ state: 'attached', timeout: TYPING_MS }).then(
        () => true,
        () => false,
      );
      if (done) return;
      // Leaving the select makes it forget the letters as well.
      await this.press('Shift+Tab');
    }
    await this.reach(select);
    await this.type(option);
    await chosen.waitFor({ state: 'attached' });
  }

  async tick(box: Locator): Promise<void> {
    await this.reach(box);
    await box.press('Space');
  }

  /** In a group of radio buttons, which is one tab stop. */
  async pick(radio: Locator): Promise<void> {
    const checked = this.page.getByRole('group').filter({ has: radio }).last().getByRole('radio', { checked: true });
    await this.reach(checked);
    await this.arrowTo(radio, checked);
  }

  /** Alt+Left, which belongs to the browser's own window: without one, no key press gets there. */
  async back(): Promise<void> {
    this.last = 'Alt+Left';
    await this.page.goBack();
  }

  /** In an open menu. */
  async chooseItem(item: Locator): Promise<void> {
    await item.waitFor();
    await this.page.locator('[role=menu]:focus-within').filter({ has: item }).waitFor();
    await this.arrowTo(item, this.page.locator(':focus'));
    await item.press('Enter');
  }

  /** `/` leads to the list's search. */
  async search(text: string): Promise<void> {
    await this.press('/');
    await this.page.locator('input[type=search]:focus').waitFor();
    await this.type(text);
  }

  /** Types into the field that a dialog focuses as it opens. */
  async typeInto(dialog: Locator, text: string): Promise<void> {
    await dialog.locator(':focus').waitFor();
    await this.type(text);
  }

  /** Escape, for an open dialog. */
  async dismiss(dialog: Locator): Promise<void> {
    await dialog.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Ctrl-K, a text, and Enter on the first thing that it finds with this title. */
  async find(text: string, title: string): Promise<void> {
    await this.press('Control+K');
    const palette = this.page.getByRole('dialog', { name: 'Commands' });
    await this.typeInto(palette, text);
    const option = palette.getByRole('option', { name: title }).first();
    await option.waitFor();
    await this.arrowTo(option, palette.getByRole('option', { selected: true }));
    await this.press('Enter');
    await palette.waitFor({ state: 'hidden' });
  }

  /** Ctrl-K, the command's name, Enter. */
  async command(label: string): Promise<void> {
    // The shortcut works once the page has rendered.
    await this.page.locator('h1:not([aria-busy] *)').first().waitFor();
    await this.press('Control+K');
    const palette = this.page.getByRole('dialog', { name: 'Commands' });
    await this.typeInto(palette, label);
    const option = palette.getByRole('option', { name: label, exact: true });
    await option.waitFor();
    await this.arrowTo(option, palette.getByRole('option', { selected: true }));
    await this.press('Enter');
    await palette.waitFor({ state: 'hidden' });
  }

  /**
   * Arrow by arrow to `target`, whichever way it lies from `current`, which follows each arrow. A menu moves its focus by a
   * timer and items may come and go meanwhile, so every arrow is awaited and the way looked up again.
   */
  private async arrowTo(target: Locator, current: Locator): Promise<void> {
    this.last = `Arrows to ${String(target)}`;
    for (let step = 0; step < ARROWS; step += 1) {
      const from = await current.elementHandle();
      const [isThere, isBelow] = await target.evaluate(
        // Of the menu itself, which has the focus before its items, every item follows.
        (element, at) => [at === element, (at!.compareDocumentPosition(element) & 4) > 0],
        from,
      );
      if (isThere) return;
      const way = isBelow ? 'ArrowDown' : 'ArrowUp';
      await this.press(way);
      const moved = () => current.evaluate((element, before) => element !== before, from);
      await until(moved, `${way} to move on, towards ${String(target)}`, PATIENCE_MS);
    }
    throw new Error(`${ARROWS} arrows do not lead to ${String(target)}`);
  }
}

/** A page's window, as far as it is used in there. */
interface InPage {
  document: { activeElement: unknown };
  keepingFocus?: (event: KeyPress) => void;
  addEventListener(type: 'keydown', listener: InPage['keepingFocus'], capture: true): void;
  removeEventListener(type: 'keydown', listener: InPage['keepingFocus'], capture: true): void;
}

interface KeyPress {
  key: string;
  preventDefault(): void;
  stopImmediatePropagation(): void;
}

/** In the page: whether an element has the focus. As long as it has not, it will keep the focus once it gets it, however many Tabs follow. */
function keepFocus(element: unknown): boolean {
  const page = globalThis as unknown as InPage;
  page.removeEventListener('keydown', page.keepingFocus, true);
  if (element === page.document.activeElement) return true;
  page.keepingFocus = (event) => {
    if (event.key !== 'Tab' || element !== page.document.activeElement) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  page.addEventListener('keydown', page.keepingFocus, true);
  return false;
}
