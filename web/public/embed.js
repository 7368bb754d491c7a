/* global CustomEvent, document, EventTarget, location, window */
// Shows a checkout in a frame over the seller's page, with the API of Polar's embedding script (docs/BILLING.md#embedding). It takes messages from
// the server that it was loaded from only.
(function () {
  const script = document.currentScript;
  const home = new URL(script.src).origin;
  const NAMES = ['data-tillbook-checkout', 'data-polar-checkout'];
  const TOP = '2147483647';

  class EmbedCheckout {
    #frame;
    /** Until the page in the frame shows its own: it may have nothing to show. */
    #closer = document.createElement('button');
    #events = new EventTarget();
    #mayClose = true;
    #before = document.activeElement;
    #overflow = document.documentElement.style.overflow;

    /** Opens the checkout, or the checkout link, at `url`; resolves once its page is there. */
    static create(url, options = {}) {
      const { theme, onLoaded } = typeof options === 'string' ? { theme: options } : options;
      const address = new URL(url, location.href);
      address.searchParams.set('embed', 'true');
      address.searchParams.set('embed_origin', location.origin);
      if (theme) address.searchParams.set('theme', theme);
      const checkout = new EmbedCheckout(address.href, theme);
      if (onLoaded) checkout.addEventListener('loaded', onLoaded, { once: true });
      return new Promise((resolve) => checkout.addEventListener('loaded', () => resolve(checkout), { once: true }));
    }

    /** Lets every element with the attribute open the checkout in its `href`, or in the attribute. */
    static init() {
      const marked = NAMES.map((name) => `[${name}]`).join();
      // Added once, however often this is called.
      for (const element of document.querySelectorAll(marked)) element.addEventListener('click', openMarked);
    }

    constructor(address, theme) {
      const frame = document.createElement('iframe');
      frame.title = 'Checkout';
      frame.allow = `payment ${home}; publickey-credentials-get ${home}`;
      Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0' });
      // The scheme of the page in it, or it could not show the page below it.
      Object.assign(frame.style, { zIndex: TOP, background: 'rgb(0 0 0 / 0.5)', colorScheme: theme || 'light dark' });
      frame.src = address;
      const closer = Object.assign(this.#closer, { type: 'button', textContent: '×', ariaLabel: 'Close checkout' });
      Object.assign(closer.style, { position: 'fixed', top: '12px', right: '12px', width: '44px', height: '44px' });
      Object.assign(closer.style, { zIndex: TOP, font: '24px sans-serif', border: '0', borderRadius: '4px' });
      closer.addEventListener('click', () => this.close());
      this.#frame = frame;
      window.addEventListener('message', this.#receive);
      document.documentElement.style.overflow = 'hidden';
      document.body.append(frame, closer);
    }

    close() {
      window.removeEventListener('message', this.#receive);
      this.#frame.remove();
      this.#closer.remove();
      document.documentElement.style.overflow = this.#overflow;
      this.#before?.focus?.();
    }

    addEventListener(type, listener, options) {
      this.#events.addEventListener(type, listener, options);
    }

    removeEventListener(type, listener, options) {
      this.#events.removeEventListener(type, listener, options);
    }

    #receive = ({ data, origin, source }) => {
      if (origin !== home || source !== this.#frame.contentWindow || data?.type !== 'POLAR_CHECKOUT') return;
      // Whatever the seller prevents: only while it is being paid, it stays open.
      if (data.event === 'loaded' || data.event === 'success') this.#mayClose = true;
      const isWanted = this.#events.dispatchEvent(new CustomEvent(data.event, { detail: data, cancelable: true }));
      if (!isWanted) return;
      if (data.event === 'loaded') this.#loaded();
      else if (data.event === 'confirmed') this.#mayClose = false;
      else if (data.event === 'close' && this.#mayClose) this.close();
      else if (data.event === 'success') this.#succeed(data);
    };

    #loaded() {
      this.#closer.remove();
      this.#frame.focus();
    }

    #succeed({ redirect, successURL }) {
      if (redirect && /^https?:/.test(successURL)) location.assign(successURL);
    }
  }

  function openMarked(event) {
    event.preventDefault();
    const element = event.currentTarget;
    const name = NAMES.find((each) => element.hasAttribute(each));
    const url = element.getAttribute('href') || element.getAttribute(name);
    const theme = element.getAttribute(`${name}-theme`);
    void EmbedCheckout.create(url, theme ? { theme } : {});
  }

  window.Tillbook = { ...window.Tillbook, EmbedCheckout };
  window.Polar = { ...window.Polar, EmbedCheckout };
  if (!script.hasAttribute('data-auto-init')) return;
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => EmbedCheckout.init());
  else EmbedCheckout.init();
})();
