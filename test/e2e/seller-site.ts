import { startReceiver } from '../support/receiver.ts';

/**
 * A seller's own web site with two origins: `/frame?{address}` shows that page in a frame, any other path a page that says "Thank you".
 */
export async function startSellerSite() {
  const html = { 'content-type': 'text/html' };
  const site = await startReceiver(({ path }) => {
    const framed = path.startsWith('/frame?') && decodeURIComponent(path.slice('/frame?'.length));
    const body = framed ? `<iframe src="${framed}" width="900" height="700"></iframe>` : '<h1>Thank you</h1>';
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
