/** Enough on a busy machine, and less than a test's limit, so that this wait fails first. */
const PATIENCE_MS = 60_000;

/** Of the time that looking has taken: so that whoever is waited for has most of it. */
const REST = 3;

/**
 * Waits for what depends on machine time, such as a retry with back-off.
 * @throws Error "Waited 60 s for <what>"
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  timeoutMs = PATIENCE_MS,
  pauseMs = 5,
): Promise<void> {
  let over = false;
  const holds = async (): Promise<void> => {
    while (!over) {
      const began = performance.now();
      if (await condition()) return;
      const rest = REST * (performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, rest)));
    }
  };
  await within(holds(), what, timeoutMs).finally(() => (over = true));
}

/**
 * Limits a promise that has no time limit of its own.
 * @throws Error "Waited 60 s for <what>"
 */
export async function within<T>(promise: Promise<T>, what: string, timeoutMs = PATIENCE_MS): Promise<T> {
  // Created here, so that its stack shows the caller.
  const tooLate = new Error(`Waited ${timeoutMs / 1000} s for ${what}`);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(tooLate), timeoutMs)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
