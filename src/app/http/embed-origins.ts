import { Injectable } from '@nestjs/common';

const CHECKOUT = /^\/checkout\/([^/]+)/;

/** Which sites may show a hosted checkout in a frame of theirs: the checkouts feature knows (DESIGN §8). */
@Injectable()
export class EmbedOrigins {
  private find: (clientSecret: string) => Promise<readonly string[]> = () => Promise.resolve([]);

  /** @param find the origins a checkout lists, by its client secret; [] for none and for an unknown secret */
  register(find: (clientSecret: string) => Promise<readonly string[]>): void {
    this.find = find;
  }

  /** Sources for `frame-ancestors` of a page. */
  async of(path: string): Promise<string[]> {
    const secret = CHECKOUT.exec(path)?.[1];
    if (secret === undefined) return [];
    const origins = await this.find(secret);
    // What was stored as text becomes a header only as an origin.
    return origins.flatMap((origin) =>
      /^https?:/.test(origin) && URL.canParse(origin) ? [new URL(origin).origin] : [],
    );
  }
}
