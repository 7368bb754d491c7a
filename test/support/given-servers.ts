/** A server that tests talk to. Those of their own can be stopped, and run again on what they have kept. */
export interface Server {
  readonly url: string;
  run(): Promise<void>;
  stop(): Promise<void>;
  /** It answers nothing, and breaks off nothing, until it goes on. */
  freeze(frozen: boolean): void;
}

type Name = 'EVENTSTORE_URL' | 'MONGODB_URL' | 'REDIS_URL';

/** The server that the environment names, which is others' too: nothing of it may be assumed, and it can't be stopped. */
export function given(name: Name): Server | undefined {
  const url = process.env[name];
  const notOurs = () => Promise.resolve();
  return url === undefined ? undefined : { url, run: notOurs, stop: notOurs, freeze: () => undefined };
}
