import { describe, it } from '@jest/globals';

/** A server that tests talk to. Those of their own can be stopped, and run again on what they have kept. */
export interface Server {
  readonly url: string;
  run(): Promise<void>;
  stop(): Promise<void>;
}

type Name = 'EVENTSTORE_URL' | 'MONGODB_URL' | 'REDIS_URL';

/** The server that the environment names, which is others' too: nothing of it may be assumed, and it can't be stopped. */
export function given(name: Name): Server | undefined {
  const url = process.env[name];
  const notOurs = () => Promise.resolve();
  return url === undefined ? undefined : { url, run: notOurs, stop: notOurs };
}

/**
 * Tests that want a program or a server which not every machine has. `missing` says which one and how to get it, undefined where it is
 * there: without it they are skipped and their printed names say why; with REQUIRE_SERVERS=1 that is a failure.
 */
export function describeWith(missing: string | undefined, name: string, tests: () => void): void {
  if (missing === undefined) describe(name, tests);
  else if (process.env['REQUIRE_SERVERS'] !== '1') describe.skip(`${name} (${missing})`, tests);
  else {
    it(name, () => {
      throw new Error(`${missing}, and REQUIRE_SERVERS=1 wants it`);
    });
  }
}
