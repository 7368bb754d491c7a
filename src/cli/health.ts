import type { Problem } from '../app/health/health-checks.ts';
import type { Config } from '../config.ts';

const TIMEOUT_MS = 4_000;

/** For a container's health check. @returns 0 if the program on this machine is ready */
export async function health({ port, host }: Config, _: unknown, say: (line: string) => void): Promise<number> {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  try {
    const answer = await fetch(`http://${address}:${port}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    say(answer.ok ? 'ready' : 'not ready');
    if (!answer.ok) for (const { part, reason } of await problemsIn(answer)) say(`${part}: ${reason}`);
    return answer.ok ? 0 : 1;
  } catch {
    say(`nothing answers on port ${port}`);
    return 1;
  }
}

/** Empty if something other than Tillbook answered. */
async function problemsIn(answer: Response): Promise<readonly Problem[]> {
  const { problems = [] } = (await answer.json().catch(() => ({}))) as { problems?: readonly Problem[] };
  return problems;
}
