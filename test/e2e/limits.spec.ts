import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { LIMITS } from '../../src/limits.ts';
import { createOrganization, post, signUp } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { ensureWeb, inWindow, JOURNEY_MS, launchChromium, missingChromium, type Window } from '../support/browser.ts';
import { describeWith } from '../support/servers.ts';
import { Dashboard } from './dashboard.ts';
import { lookHere } from './looks.ts';

const MOST = LIMITS.organization.meters.most;

describeWith(missingChromium, 'limits on the screens', () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    ensureWeb();
    app = await startApp();
    browser = await launchChromium();
  }, JOURNEY_MS);
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  it(
    'say how many meters there are of as many as there can be, and offer no more than these',
    async () => {
      const { cookie } = await signUp(app);
      const { id: organization_id, slug } = await createOrganization(app, cookie, { name: 'Counting House' });
      const changed = await fetch(`${app.url}/v1/organizations/${organization_id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', origin: app.url, cookie },
        body: JSON.stringify({ feature_settings: { usage_based_billing_enabled: true } }),
      });
      expect(changed.status).toBe(200);
      const content = { filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' } };
      const create = async (from: number, until: number) => {
        for (let n = from; n < until; n++)
          await post(app, '/v1/meters/', { ...content, name: `Meter ${n}`, organization_id }, cookie);
      };
      await inWindow(browser, { url: app.url, cookie }, async (window) => {
        const { page } = window;
        await create(0, MOST - 1);
        await nearlyAll(window, slug);
        await create(MOST - 1, MOST);
        await all(window, slug);
        await page.goto(`/${slug}/settings`);
        const section = page.getByRole('region', { name: 'Limits' });
        for (const text of [`${MOST} of ${MOST}`, /^0\D.* of .* GB$/]) await section.getByText(text).waitFor();
        expect(window.complaints).toEqual([]);
      });
    },
    JOURNEY_MS,
  );
});

async function nearlyAll({ page, keys }: Window, slug: string): Promise<void> {
  await page.goto(`/${slug}/meters`);
  await page.getByText(`${MOST - 1} of ${MOST} meters`, { exact: true }).waitFor();
  await keys.enter(page.getByRole('link', { name: 'New meter' }));
  await new Dashboard(keys).shows(`${MOST - 1} of ${MOST} meters`);
  expect(await page.getByRole('button', { name: 'Create meter' }).isEnabled()).toBe(true);
}

async function all({ page }: Window, slug: string): Promise<void> {
  for (const [path, name] of [
    ['meters', 'New meter'],
    ['meters/new', 'Create meter'],
  ] as const) {
    await page.goto(`/${slug}/${path}`);
    await page.getByText(`${MOST} of ${MOST} meters. Change one that is no longer used.`).waitFor();
    const button = page.locator('#content').getByRole('button', { name });
    expect(await button.isDisabled()).toBe(true);
    expect(await button.getAttribute('aria-describedby')).not.toBeNull();
    expect(await lookHere(page, path)).toEqual([]);
  }
}
