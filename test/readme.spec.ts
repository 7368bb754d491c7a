import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApp } from './support/app.ts';

const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

describe('the README', () => {
  let app: Awaited<ReturnType<typeof startApp>>;
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-readme-'));
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('plays the main job by commands that can be pasted', async () => {
    const script = /The main job, to paste[\s\S]*?```sh\n([\s\S]*?)```/.exec(README)![1]!;
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env: { PATH: process.env['PATH'], B: app.url },
    });
    const instant = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;
    expect(stdout).toMatch(
      new RegExp(
        [
          'seller@example.com',
          'confirmed',
          instant,
          `${instant} subscription_cycle paid 900`,
          `${instant} subscription_create paid 900`,
          instant,
          // Its mail may have been scheduled and sent by then.
          String.raw`(${instant} Email\w+ system\n)*${instant} SubscriptionCanceled user`,
        ].join('\n'),
      ),
    );
    expect(stdout).toContain('receipt customer@example.com');
  });
});
