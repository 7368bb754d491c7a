import type { CheckoutPublic } from '@/api/types';

/** What a checkout in a frame says to the page around it (docs/BILLING.md#embedding). */
type Message =
  | { event: 'loaded' }
  | { event: 'close' }
  | { event: 'confirmed' }
  | { event: 'success'; successURL: string; redirect: boolean };

type Framed = Pick<CheckoutPublic, 'embed_origin'>;

const isFramed = () => window.parent !== window;

/** Whether the page around it runs the embedding script, which closes the frame and follows `success_url`; false in a plain frame. */
export function hasScript({ embed_origin }: Framed, search: { embed?: true }): boolean {
  return isFramed() && embed_origin !== null && search.embed === true;
}

/** Says it to the seller's site alone; nothing outside a frame. */
export function tellEmbedder({ embed_origin }: Framed, message: Message): void {
  if (isFramed() && embed_origin !== null)
    window.parent.postMessage({ ...message, type: 'POLAR_CHECKOUT' }, embed_origin);
}
