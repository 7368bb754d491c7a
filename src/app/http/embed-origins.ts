import { Injectable } from '@nestjs/common';

/** The pages of a hosted checkout: where it is paid, and where it is confirmed. */
const CHECKOUT_PAGE = /^\/checkout\/([^/]+)(?:\/confirmation)?\/?$/;
const ORIGIN = /^https?:\/\/[^\s/\\?#@]+$/i;
/** A Content Security Policy names no IPv6 address; anything else in a host could be read as another source or directive. */
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;
const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+)$/;

/**
 * An origin as browsers write it: `https://shop.example`, with its port unless it is the default one.
 * @returns undefined for anything else: a path, a wildcard, a user name, http to a host that is not loopback
 */
export function embedOrigin(text: unknown): string | undefined {
  const url = typeof text === 'string' && ORIGIN.test(text) ? URL.parse(text) : null;
  if (!url || !HOST.test(url.hostname)) return undefined;
  return url.protocol === 'https:' || LOOPBACK.test(url.hostname) ? url.origin : undefined;
}

/** The site that may show a page in a frame. The checkouts feature registers how to find it (docs/SECURITY.md#pages). */
@Injectable()
export class EmbedOrigins {
  private find: (clientSecret: string) => Promise<string | null> = () => Promise.resolve(null);

  /** @param find a checkout's `embed_origin` by its client secret; null for none and for an unknown secret */
  register(find: (clientSecret: string) => Promise<string | null>): void {
    this.find = find;
  }

  /** Of the page at a path; undefined where no site may frame it. */
  async of(path: string): Promise<string | undefined> {
    const clientSecret = CHECKOUT_PAGE.exec(path)?.[1];
    // Checked again: older events hold what was stored before it was checked.
    return clientSecret === undefined ? undefined : embedOrigin(await this.find(clientSecret));
  }
}
