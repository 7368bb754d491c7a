import type { OAuth2 } from 'oauth';
import type { Strategy } from 'passport-oauth2';

/** For a whole exchange, in milliseconds. */
const TIMEOUT_MS = 10_000;

export type Client = Pick<OAuth2, 'get' | 'getOAuthAccessToken'>;
type Answer = (error: unknown, ...rest: unknown[]) => void;
type Execute = (library: unknown, options: object, body: unknown, answer: Answer) => void;

/**
 * A strategy's own client for its provider, which otherwise waits for ever, and lets what a callback throws at an odd answer end the
 * process: one answer in time, and what is thrown is an error like any other.
 */
export function clientOf(strategy: Strategy): Client {
  const client = (strategy as unknown as { _oauth2: Client & { _executeRequest: Execute } })._oauth2;
  const execute = client._executeRequest.bind(client);
  client._executeRequest = (library, options, body, answer) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const once = answeredOnce(answer);
    signal.addEventListener('abort', () => once(new Error('No answer in time')));
    execute(library, { ...options, signal }, body, once);
  };
  return client;
}

function answeredOnce(answer: Answer): Answer {
  let answered = false;
  return (...given) => {
    if (answered) return;
    answered = true;
    try {
      answer(...given);
    } catch (error) {
      answer(error);
    }
  };
}
