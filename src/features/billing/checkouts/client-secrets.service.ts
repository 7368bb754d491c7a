import { Injectable } from '@nestjs/common';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { ClientSecret } from '../client-secret.ts';

/** `tb_c_…` of checkouts. */
@Injectable()
export class ClientSecrets {
  private readonly secrets: ClientSecret;

  constructor(keys: Keys) {
    this.secrets = new ClientSecret(keys, 'checkout-client-secret', 'tb_c_');
  }

  of(checkoutId: string): string {
    return this.secrets.of(checkoutId);
  }

  /** The checkout whose secret it is; undefined if it is none. */
  checkoutOf(secret: string): string | undefined {
    return this.secrets.idOf(secret);
  }
}
