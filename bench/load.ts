import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';

/** So few that a program which refuses under overload answers all of them. */
export const CONNECTIONS = 10;
const SECONDS = 3;

/** The user who signs in during a measurement. */
export const PERSON = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };

export interface Asked {
  cookie?: string;
  /** Sent as JSON by POST. */
  body?: object;
  connections?: number;
}

/** Requests per second, measured by autocannon in a separate process. */
export async function load(
  url: string,
  { cookie, body, connections = CONNECTIONS }: Asked,
  seconds = SECONDS,
): Promise<number> {
  const autocannon = createRequire(import.meta.url).resolve('autocannon/autocannon.js');
  const posted = body ? ['-m', 'POST', '-H', 'content-type=application/json', '-b', JSON.stringify(body)] : [];
  const headers = cookie === undefined ? [] : ['-H', `cookie=${cookie}`, '-H', `origin=${new URL(url).origin}`];
  const options = ['-c', String(connections), '-d', String(seconds), '-j', ...headers, ...posted, url];
  const child = spawn(process.execPath, [autocannon, ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  await once(child, 'close');
  const { requests, non2xx, errors } = JSON.parse(said) as {
    requests: { average: number };
    non2xx: number;
    errors: number;
  };
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed`);
  return requests.average;
}

/** Signs PERSON up at `{url}/api/auth`. @returns the session cookie */
export async function signedUp(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(PERSON),
  });
  return answer.headers.getSetCookie()[0]!.split(';')[0]!;
}
