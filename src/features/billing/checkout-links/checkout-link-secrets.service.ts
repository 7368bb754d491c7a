import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { ClientSecret } from '../client-secret.ts';

/** `tb_cl_…` of checkout links, and the addresses that hold them. */
@Injectable()
export class CheckoutLinkSecrets {
  private readonly secrets: ClientSecret;

  constructor(
    keys: Keys,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.secrets = new ClientSecret(keys, 'checkout-link-client-secret', 'tb_cl_');
  }

  of(checkoutLinkId: string): string {
    return this.secrets.of(checkoutLinkId);
  }

  /** The link whose secret it is; undefined if it is none. */
  checkoutLinkOf(secret: string): string | undefined {
    return this.secrets.idOf(secret);
  }

  /** The address to share. */
  urlOf(checkoutLinkId: string): string {
    return `${this.config.baseUrl}/v1/checkout-links/${this.of(checkoutLinkId)}/redirect`;
  }
}
