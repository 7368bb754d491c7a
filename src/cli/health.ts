import type { Problem } from '../app/health/health-checks.ts';
import type { Config } from '../config.ts';

const PATIENCE_MS = 4_000;

/** What a container's health check asks: exit code 0 where the program on this machine is ready. */
export async function health({ port, host }: Config, say: (line: string) => void): Promise<number> {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  try {
    const answer = await fetch(`http://${address}:${port}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    say(answer.ok ? 'ready' : 'not ready');
    if (!answer.ok) for (const { part, reason } of await problemsIn(answer)) say(`${part}: ${reason}`);
    return answer.ok ? 0 : 1;
  } catch {
    say(`nobody answers on port ${port}`);
    return 1;
  }
}

/** None where something else answered in its place. */
async function problemsIn(answer: Response): Promise<readonly Problem[]> {
  const { problems = [] } = (await answer.json().catch(() => ({}))) as { problems?: readonly Problem[] };
  return problems;
}
