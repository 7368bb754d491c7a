import type { CheckoutPublic } from '@/api/types';

/** The seller's page in `success_url`; undefined for the default, the checkout's own confirmation. */
export function sellersPage({ success_url, client_secret }: CheckoutPublic): string | undefined {
  const url = URL.canParse(success_url) ? new URL(success_url) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return url.pathname.endsWith(`/checkout/${client_secret}/confirmation`) ? undefined : url.href;
}

/**
 * Redirects to the seller's page, so that Back leads to the page before the checkout. In a frame it redirects the whole window, which needs no
 * script on the seller's page. A sandboxed frame without `allow-top-navigation` stays on the confirmation, which has a link.
 */
export function goOn(url: string): void {
  if (window.top === null || window.top === window) return window.location.replace(url);
  try {
    window.top.location.href = url;
  } catch {
    // The browser blocked it.
  }
}
