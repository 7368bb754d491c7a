import type { Config } from '../config.ts';

const PATIENCE_MS = 4_000;

/** What a container's health check asks: exit code 0 where the program on this machine is ready. */
export async function health({ port, host }: Config, say: (line: string) => void): Promise<number> {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  try {
    const answer = await fetch(`http://${address}:${port}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    say(answer.ok ? 'ready' : 'not ready');
    return answer.ok ? 0 : 1;
  } catch {
    say(`nobody answers on port ${port}`);
    return 1;
  }
}
