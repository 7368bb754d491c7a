/** A server for tests. Their own can be stopped, and restarted on its data. */
export interface Server {
  readonly url: string;
  run(): Promise<void>;
  stop(): Promise<void>;
  /** It answers nothing, and closes no connection, until it resumes. */
  freeze(frozen: boolean): void;
}

type Name = 'EVENTSTORE_URL' | 'MONGODB_URL' | 'REDIS_URL';

/** The server that the environment names, which is shared: it may hold anything, and can't be stopped. */
export function given(name: Name): Server | undefined {
  const url = process.env[name];
  const notOurs = () => Promise.resolve();
  return url === undefined ? undefined : { url, run: notOurs, stop: notOurs, freeze: () => undefined };
}
