import { describe, it } from '@jest/globals';

/**
 * Tests that need a program or server that not every machine has. `missing` names it and how to get it, undefined if it is
 * available: without it they are skipped and their names say why; with REQUIRE_SERVERS=1 they fail.
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
