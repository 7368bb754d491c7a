import { Injectable } from '@nestjs/common';

/** The payment and confirmation pages of a hosted checkout. */
const CHECKOUT_PAGE = /^\/checkout\/([^/]+)(?:\/confirmation)?\/?$/;
const ORIGIN = /^https?:\/\/[^\s/\\?#@]+$/i;
/** A Content Security Policy can't name IPv6 addresses; other characters in a host could be read as another source or directive. */
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;
const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+)$/;

export function isCheckoutPage(path: string): boolean {
  return CHECKOUT_PAGE.test(path);
}

/**
 * An origin as browsers write it: `https://shop.example`, with its port unless it is the default one.
 * @returns undefined for anything else: a path, a wildcard, a user name, http to a host that is not loopback
 */
export function embedOrigin(text: unknown): string | undefined {
  const url = typeof text === 'string' && ORIGIN.test(text) ? URL.parse(text) : null;
  if (!url || !HOST.test(url.hostname)) return undefined;
  return url.protocol === 'https:' || LOOPBACK.test(url.hostname) ? url.origin : undefined;
}

/** The origin that may embed a page in a frame. The checkouts feature registers the lookup (docs/SECURITY.md#pages). */
@Injectable()
export class EmbedOrigins {
  private find: (clientSecret: string) => Promise<string | null> = () => Promise.resolve(null);

  /** @param find a checkout's `embed_origin` by its client secret; null if there is none or the secret is unknown */
  register(find: (clientSecret: string) => Promise<string | null>): void {
    this.find = find;
  }

  /** The origin for the page at a path; undefined if no site may embed it. */
  async of(path: string): Promise<string | undefined> {
    const clientSecret = CHECKOUT_PAGE.exec(path)?.[1];
    // Checked again here, because it becomes part of a header that says who may frame the page.
    return clientSecret === undefined ? undefined : embedOrigin(await this.find(clientSecret));
  }
}
