import { startReceiver } from '../support/receiver.ts';

/**
 * A seller's own web site with two origins: `/frame?{address}` shows that page in a frame, `/shop?{address}` has a link that the embedding script of
 * that address's server opens, any other path a page that says "Thank you".
 */
export async function startSellerSite() {
  const html = { 'content-type': 'text/html' };
  const site = await startReceiver(({ path }) => {
    const [, kind, encoded = ''] = /^\/(frame|shop)\?(.*)$/.exec(path) ?? [];
    const address = decodeURIComponent(encoded);
    const body =
      kind === 'frame'
        ? `<iframe src="${address}" width="900" height="700"></iframe>`
        : kind === 'shop'
          ? `<a href="${address}" data-polar-checkout data-polar-checkout-theme="dark">Buy</a>
            <script src="${new URL(address).origin}/embed.js" data-auto-init></script>`
          : '<h1>Thank you</h1>';
    return {
      status: 200,
      headers: html,
      body: `<!doctype html><title>Shop</title><link rel="icon" href="data:,">${body}`,
    };
  });
  const { port } = new URL(site.url);
  return { origin: `http://localhost:${port}`, otherOrigin: `http://127.0.0.1:${port}`, close: () => site.close() };
}

export type SellerSite = Awaited<ReturnType<typeof startSellerSite>>;
