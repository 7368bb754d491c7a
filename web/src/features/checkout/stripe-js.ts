/** The part of Stripe.js that the checkout uses. Stripe wants it loaded from there, never bundled; its version goes with what it offers. */
const SCRIPT = 'https://js.stripe.com/clover/stripe.js';

interface StripeError {
  message?: string;
}

export interface StripeElements {
  create(
    type: 'payment',
    options: object,
  ): { mount(element: HTMLElement): void; on(event: string, then: () => void): void };
  update(options: object): void;
  submit(): Promise<{ error?: StripeError }>;
}

export interface StripeJs {
  elements(options: object): StripeElements;
  createConfirmationToken(options: {
    elements: StripeElements;
    params: object;
  }): Promise<{ error?: StripeError; confirmationToken?: { id: string } }>;
  handleNextAction(options: { clientSecret: string }): Promise<{ error?: StripeError }>;
}

let loading: Promise<StripeJs> | undefined;

/** Stripe.js for an account: loaded once, and again if it did not arrive. */
export function loadStripe(publishableKey: string): Promise<StripeJs> {
  loading ??= script()
    .then(() => (window as unknown as { Stripe: (key: string) => StripeJs }).Stripe(publishableKey))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

function script(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = SCRIPT;
    element.onload = resolve;
    element.onerror = () => {
      element.remove();
      reject(new Error('Stripe.js did not load'));
    };
    document.head.append(element);
  });
}
