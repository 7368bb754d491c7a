import type { Page } from 'playwright-core';
import type { StripeDouble } from './double.ts';

/** Cards that the stand-in for Stripe's fields knows, by number, and how the double treats them. */
export const CARDS = { pays: '4242', hasNoFunds: '9995', asksTheBank: '3155' };

/** Stands in for Stripe.js, which cannot be served from anywhere else: one field, whose token the double issues. */
const SCRIPT = `
window.Stripe = (key) => {
  const kinds = { 4242: 'ok', 9995: 'insufficient_funds', 3155: 'requires_action' };
  const post = (path, fields) =>
    fetch('https://api.stripe.com/v1/' + path, {
      method: 'POST',
      headers: { Authorization: 'Bearer ' + key, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
    }).then((answer) => answer.json());
  const input = document.createElement('input');
  return {
    elements: (options) => ({
      create: () => ({
        mount(element) {
          const label = document.createElement('label');
          label.append('Card number ', input);
          element.replaceChildren(label);
          element.dataset.options = JSON.stringify(options);
        },
        on: (event, then) => event === 'ready' && setTimeout(then),
      }),
      update(next) {
        input.closest('[data-options]').dataset.options = JSON.stringify(next);
      },
      submit: async () => (kinds[input.value] ? {} : { error: { message: 'Your card number is incomplete.' } }),
    }),
    createConfirmationToken: async ({ params }) => {
      window.sentToStripe = params;
      return { confirmationToken: await post('confirmation_tokens', { kind: kinds[input.value] }) };
    },
    handleNextAction: async ({ clientSecret }) => {
      await post('next_actions', { client_secret: clientSecret });
      return {};
    },
  };
};`;

/** What a page loads and calls at Stripe's hosts comes from here; nothing else gets out. @returns the addresses that were asked for */
export async function standInForStripe(page: Page, double: StripeDouble): Promise<string[]> {
  const asked: string[] = [];
  await page.route('https://js.stripe.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: SCRIPT });
  });
  await page.route('https://api.stripe.com/**', async (route) => {
    const request = route.request();
    asked.push(request.url());
    const { pathname } = new URL(request.url());
    const answer = await fetch(double.url + pathname, {
      method: request.method(),
      headers: { authorization: request.headers()['authorization'] ?? '' },
      ...(request.method() === 'POST' && { body: request.postData() ?? '' }),
    });
    await route.fulfill({
      status: answer.status,
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      contentType: 'application/json',
      body: await answer.text(),
    });
  });
  return asked;
}
