import { Counter, Gauge, type Registry } from 'prom-client';

type Label = Readonly<Record<string, string>>;

/** A gauge whose values are looked up for each scrape. What cannot be looked up, such as without a server, is not shown. */
export function gauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly string[],
  collect: (set: (value: number, label?: Label) => void) => void | Promise<void>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset();
      // A gauge without labels would show 0.
      if (labelNames.length === 0) this.remove();
      try {
        await collect((value, label = {}) => this.set(label, value));
      } catch {
        this.reset();
      }
    },
  });
}

/** A counter that is counted elsewhere, in less time than prom-client takes to find one by its labels. */
export function counter(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly string[],
  collect: (add: (value: number, label?: Label) => void) => void,
): void {
  new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      collect((value, label = {}) => this.inc(label, value));
    },
  });
}

/** Shares the results of a query among scrapes: it is made at most once in this time, however many ask. */
export function atMostEvery<T>(ms: number, query: () => Promise<T>): () => Promise<T> {
  let last: { until: number; result: Promise<T> } | undefined;
  return () => {
    if (last && performance.now() < last.until) return last.result;
    const result = query();
    last = { until: performance.now() + ms, result };
    // A failure is not kept.
    result.catch(() => (last = undefined));
    return result;
  };
}
