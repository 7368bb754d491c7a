import { describe, it } from '@jest/globals';

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
