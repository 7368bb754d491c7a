import { AsyncLocalStorage } from 'node:async_hooks';

/** A request in work. */
export interface RequestWork {
  /** Makes a call of another server. Meanwhile, the request is not in work. @param owner whose share of such calls it is; the caller's by default */
  wait<T>(call: () => Promise<T>, owner?: string): Promise<T>;
}

const working = new AsyncLocalStorage<{ work: RequestWork; owner?: string } | undefined>();

/** Does what a request asks for. */
export function inWork(work: RequestWork, task: () => void): void {
  working.run({ work }, task);
}

/** Does what no request waits for, though one may have caused it. */
export function inBackground<T>(task: () => Promise<T>): Promise<T> {
  return working.run(undefined, task);
}

/** What a request waits for in this task is for an organization, whoever has sent the request. */
export function onBehalfOf<T>(organizationId: string, task: () => Promise<T>): Promise<T> {
  const current = working.getStore();
  return current ? working.run({ ...current, owner: organizationId }, task) : task();
}

/**
 * Calls a server that is not part of this program. A request that waits for it takes no room from others.
 * @throws ServiceUnavailable too many wait already
 */
export function outside<T>(call: () => Promise<T>): Promise<T> {
  const current = working.getStore();
  return current ? current.work.wait(call, current.owner) : call();
}

/** The same port, whose calls of another server are made as `outside` does. */
export function outsidePort<P extends object>(port: P, calls: readonly (keyof P)[]): P {
  const isCall = (name: PropertyKey) => (calls as readonly PropertyKey[]).includes(name);
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const bound = value.bind(target) as (...given: unknown[]) => Promise<unknown>;
      return isCall(name) ? (...given: unknown[]) => outside(() => bound(...given)) : bound;
    },
  });
}
