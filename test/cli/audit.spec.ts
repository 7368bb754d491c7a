import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/cli/run.ts';
import { customerStream } from '../../src/features/billing/customers/customer.events.ts';
import { organizationToken } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { polar } from '../support/sellers.ts';
import { until } from '../support/until.ts';

interface SealLine {
  hour: string;
  count: number;
  seal: string;
}

const folder = mkdtempSync(join(tmpdir(), 'tillbook-audit-'));
const data = join(folder, 'data');

let app: TestApp;
let customerId: string;

const logged = (): SealLine[] =>
  app.logged.filter(({ message }) => message === 'The log is sealed') as unknown as SealLine[];
const kept = (line: SealLine): string => `${line.count}:${line.seal}`;

async function verify(dataDir: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const put = (line: string): void => void lines.push(line);
  const code = await run(['audit', 'verify', ...args], { env: { DATA_DIR: dataDir }, out: put, err: put });
  return { code, output: lines.join('\n') };
}

/** A copy of the data folder, its log changed by plain SQL. */
function tampered(sql: string, ...values: (string | number)[]): string {
  const copy = mkdtempSync(join(folder, 'tampered-'));
  cpSync(data, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  const db = new DatabaseSync(join(copy, 'log.db'));
  expect(Number(db.prepare(sql).run(...values).changes)).toBeGreaterThan(0);
  db.close();
  return copy;
}

beforeAll(async () => {
  app = await startApp({ dataDir: data });
  const { token } = await organizationToken(app, 'customers:write');
  const { customers } = polar(app.url, token);
  customerId = (await customers.create({ email: 'ann@example.com', name: 'Ann' })).id;
  // So that no hour ends in between.
  for (const name of ['Anna', 'Annie']) {
    await customers.update({ id: customerId, customerUpdate: { name } });
    const before = logged().length;
    app.clock.advanceMachine(3_605);
    await until(() => logged().length > before, 'another line in the log');
  }
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

describe('tillbook audit verify, beside the running program', () => {
  it('finds nothing wrong, and prints the seal to keep', async () => {
    const { code, output } = await verify(data);
    const last = logged().at(-1)!;
    expect([code, output]).toEqual([0, expect.stringMatching(`no faults\\. ${logged().length} seals? (is|are) valid`)]);
    expect(output).toContain(`the seal of ${last.hour} (${last.count} events, seal-`);
    expect(output).toContain(kept(last));
  });

  it('accepts each seal that the program has logged', async () => {
    for (const line of logged()) expect(await verify(data, '--seal', kept(line))).toMatchObject({ code: 0 });
  });

  it('explains the format of a seal', async () => {
    for (const seal of ['12', 'x:y', `0:${'0'.repeat(64)}`, `12:${'g'.repeat(64)}`])
      expect(await verify(data, `--seal=${seal}`)).toEqual({ code: 2, output: expect.stringContaining('<count>:<64') });
  });

  it('shows in metrics how old the last seal is and what it covers', async () => {
    const { count } = logged().at(-1)!;
    let text = '';
    await until(async () => {
      text = await (await fetch(`${app.url}/metrics`)).text();
      return text.includes(`\nlog_sealed_events ${count}\n`);
    }, 'the metrics to show the sealed events');
    const [, age] = /^log_seal_age_seconds ([\d.]+)$/m.exec(text)!;
    expect(Number(age)).toBeLessThan(600);
  });

  it("keeps seals out of an organization's ledger", async () => {
    const { token } = await organizationToken(app, 'ledger:read');
    const answer = await fetch(`${app.url}/api/ledger/events?limit=100`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await answer.text()).not.toContain('LogSealed');
  });
});

describe('tillbook audit verify, on a log that was changed behind the back of the program', () => {
  const stream = () => customerStream(customerId);

  it('names the two seals between which an event was edited', async () => {
    const copy = tampered(
      `UPDATE events SET data = json_set(data, '$.name', 'Eve') WHERE stream = ? AND revision = 1`,
      stream(),
    );
    const { code, output } = await verify(copy);
    expect(code).toBe(1);
    const first = logged()[0]!;
    expect(output).toContain(`Between the beginning and the seal of ${first.hour} (${first.count} events, seal-`);
    expect(output).toContain('  first event 1: claim-');
    expect(output).toMatch(new RegExp(`1 fault\\. ${logged().length - 1} seals? (is|are) valid`));
  });

  it('names a removed event if its stream continues', async () => {
    const copy = tampered('DELETE FROM events WHERE stream = ? AND revision = 1', stream());
    expect(await verify(copy)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`missing: ${stream()}@1`),
    });
    expect((await verify(copy)).output).toContain('and at least 1 fewer');
  });

  it('reports a cut-off end by the seal in the vault and by a seal that was kept', async () => {
    const { count } = logged().at(-1)!;
    const copy = tampered('DELETE FROM events WHERE sequence >= ?', count - 1);
    const less = `covers ${count} events, 2 more than the log holds`;
    const { code, output } = await verify(copy, '--seal', kept(logged().at(-1)!));
    expect([code, output]).toEqual([1, expect.stringContaining(`as stored in the vault) ${less}`)]);
    expect(output).toContain(`the given seal of ${count} events ${less}`);
    expect(await verify(copy)).toMatchObject({ code: 1 });
  });
});
