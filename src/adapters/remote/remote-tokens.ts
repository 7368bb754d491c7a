import type { RemoteTokens } from '../../features/billing/remote-access/remote-platform.ts';
import { addSeconds, type Clock } from '../../kernel/ports/clock.ts';

/** The tokens in a token endpoint's answer; undefined if it gave none. */
export function tokensIn(body: Record<string, unknown>, clock: Clock): RemoteTokens | undefined {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in } = body;
  if (typeof accessToken !== 'string' || accessToken === '') return undefined;
  const seconds = Number(expires_in);
  return {
    accessToken,
    refreshToken: typeof refreshToken === 'string' && refreshToken !== '' ? refreshToken : null,
    expiresAt: seconds > 0 ? addSeconds(clock.machineNow(), Math.min(seconds, MAX_LIFETIME)) : null,
  };
}

/** Seconds: a hundred years. */
const MAX_LIFETIME = 3_155_760_000;
