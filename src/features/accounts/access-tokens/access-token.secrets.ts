import type { Keys } from '../../../kernel/secrets/keys.ts';

export const TOKEN_PREFIX = 'tb_oat_';

/** What of a token is kept. */
export function digestOfToken(keys: Keys, token: string): string {
  return keys.digest('access-token', token);
}
