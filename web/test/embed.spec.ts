import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

const HOME = 'https://till.example';
const SCRIPT = readFileSync('web/public/embed.js', 'utf8');

interface Checkout {
  addEventListener(type: string, listener: (event: Event) => void): void;
}

/** A seller's page with a checkout open over it, as far as the script needs one. */
function sellerPage() {
  const shown = new Set<object>();
  const left: string[] = [];
  const createElement = (name: string) => {
    const element = Object.assign(new EventTarget(), { name, style: {}, contentWindow: {}, focus() {} });
    return Object.assign(element, { remove: () => shown.delete(element) });
  };
  const document = {
    currentScript: { src: `${HOME}/embed.js`, hasAttribute: () => false },
    activeElement: null,
    documentElement: { style: {} },
    body: { append: (...elements: object[]) => elements.forEach((element) => shown.add(element)) },
    createElement,
  };
  const window = new EventTarget() as EventTarget & { Tillbook: { EmbedCheckout: unknown } };
  const location = {
    href: 'https://seller.example/',
    origin: 'https://seller.example',
    assign: (to: string) => left.push(to),
  };
  runInNewContext(SCRIPT, { document, window, location, EventTarget, CustomEvent, URL });
  const { EmbedCheckout } = window.Tillbook as { EmbedCheckout: new (address: string) => Checkout };
  const checkout = new EmbedCheckout(`${HOME}/checkout/x`);
  const frame = () => [...shown].find((element) => (element as { name: string }).name === 'iframe');
  const source = (frame() as { contentWindow: object }).contentWindow;
  const tell = (event: string, more: object = {}) => {
    const data = { type: 'POLAR_CHECKOUT', event, ...more };
    window.dispatchEvent(Object.assign(new Event('message'), { data, origin: HOME, source }));
  };
  return { checkout, tell, left, isOpen: () => frame() !== undefined };
}

describe('the embedded checkout', () => {
  it('stays open while it is being paid, and closes before and after', () => {
    for (const events of [['loaded'], ['loaded', 'confirmed', 'loaded'], ['loaded', 'confirmed', 'success']]) {
      const page = sellerPage();
      for (const event of events) page.tell(event);
      page.tell('close');
      expect([events, page.isOpen()]).toEqual([events, false]);
    }
    const page = sellerPage();
    for (const event of ['loaded', 'confirmed', 'close']) page.tell(event);
    expect(page.isOpen()).toBe(true);
  });

  it.each(['loaded', 'success'])('can be closed after %s, also if the seller prevents what follows', (event) => {
    const page = sellerPage();
    page.checkout.addEventListener(event, (happened) => happened.preventDefault());
    for (const each of ['confirmed', event])
      page.tell(each, { redirect: true, successURL: 'https://seller.example/thanks' });
    expect([page.left, page.isOpen()]).toEqual([[], true]);
    page.tell('close');
    expect(page.isOpen()).toBe(false);
  });

  it('leads to the page after the purchase, unless the seller prevents it', () => {
    const page = sellerPage();
    page.tell('success', { redirect: true, successURL: 'https://seller.example/thanks' });
    expect(page.left).toEqual(['https://seller.example/thanks']);
  });
});
