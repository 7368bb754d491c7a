import { Injectable } from '@nestjs/common';
import { EmbedOrigins } from '../../../app/http/embed-origins.ts';
import { CheckoutReader } from './checkouts.queries.ts';
import { ClientSecrets } from './client-secrets.ts';

/**
 * Lets the site in a checkout's `embed_origin` frame its page. A client secret that proves no checkout is refused by its own digest,
 * before anything is read.
 */
@Injectable()
export class CheckoutFrames {
  constructor(embedOrigins: EmbedOrigins, secrets: ClientSecrets, checkouts: CheckoutReader) {
    embedOrigins.register(async (clientSecret) => {
      const checkoutId = secrets.checkoutOf(clientSecret);
      if (checkoutId === undefined) return null;
      return (await checkouts.folded(checkoutId))?.embed_origin ?? null;
    });
  }
}
