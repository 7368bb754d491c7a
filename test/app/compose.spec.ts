import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readConfig, VARIABLES } from '../../src/config.ts';
import { freePort } from '../support/ports.ts';
import { buildIfMissing } from '../support/program.ts';
import { missingRedis } from '../support/redis/server.ts';
import { describeWith } from '../support/servers.ts';

/** No container engine runs here: the files are compared with what they name. */
interface Service {
  image: string;
  build?: string;
  environment?: Record<string, string>;
  healthcheck: { test: string[] };
  command?: string[];
  depends_on?: object;
  networks: string[];
  ports?: string[];
}

const ROOT = join(import.meta.dirname, '../..');
/** The Compose specification's schema as of compose-go 2.16.2, without its descriptions (compose-spec/compose-go, Apache-2.0). */
const SCHEMA = JSON.parse(readFileSync(join(ROOT, 'test/support/compose/compose-spec.json'), 'utf8')) as object;
const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const compose = parse(text, { merge: true }) as { services: Record<string, Service> };
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split('\n');
const OURS = ['api', 'projector', 'worker'] as const;
/** What an operator would write into .env. */
const ENV: Record<string, string> = {
  SIGNING_KEY: 's'.repeat(64),
  MASTER_KEY: 'm'.repeat(64),
  LOOKUP_KEY: 'l'.repeat(64),
  MONGO_PASSWORD: 'mongo'.repeat(8),
  REDIS_PASSWORD: 'redis'.repeat(8),
  BASE_URL: 'https://billing.example.com',
};

describe('docker-compose.yml', () => {
  it('conforms to the Compose specification', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv, ['duration']);
    const validate = ajv.compile(SCHEMA);
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('runs every part, and every server that they need', () => {
    expect(Object.keys(compose.services)).toEqual([...OURS, 'eventstore', 'mongo', 'redis']);
    for (const name of OURS)
      expect(Object.keys(compose.services[name]!.depends_on!)).toEqual(['eventstore', 'mongo', 'redis']);
  });

  it('names the EventStoreDB version that was tested', () => {
    expect(compose.services['eventstore']!.image).toBe('eventstore/eventstore:24.10.9');
    expect(readFileSync(join(ROOT, 'docs/ENGINES.md'), 'utf8')).toContain('24.10.9');
  });

  it('builds its image once, for all parts', () => {
    expect(OURS.map((name) => compose.services[name]!.image)).toEqual(OURS.map(() => 'tillbook'));
    expect(OURS.filter((name) => compose.services[name]!.build !== undefined)).toHaveLength(1);
  });

  it.each(OURS)('sets only existing variables of %s, with values that it starts with', (name) => {
    const environment = compose.services[name]!.environment!;
    expect(Object.keys(environment).filter((variable) => !(variable in VARIABLES))).toEqual([]);
    const config = readConfig(
      Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value)])),
    );
    expect(config).toMatchObject({ role: name, production: true, sandbox: 'off', shared: true });
  });

  it('has no default secrets, and requires each', () => {
    const secrets = /(KEY|PASSWORD|REDISCLI_AUTH)$/;
    const values = Object.values(compose.services).flatMap(({ environment = {}, command = [] }) => [
      ...Object.entries(environment).filter(([name]) => secrets.test(name)),
      ...command.flatMap((word, n) => (command[n - 1] === '--requirepass' ? [['--requirepass', word] as const] : [])),
    ]);
    expect(values.length).toBeGreaterThan(10);
    // An administrator's password can be set once; Stripe and the GitHub App are optional.
    for (const [name, value] of values)
      if (name !== 'ADMIN_PASSWORD' && !/^(STRIPE|GITHUB)_/.test(name))
        expect([name, value]).toEqual([name, expect.stringMatching(/^\$\{\w+:\?[^}]+\}$/)]);
    expect(() => filled('${MASTER_KEY:?set it}', {})).toThrow('MASTER_KEY');
  });

  it("lets only the program's own parts reach the servers", () => {
    for (const name of ['eventstore', 'mongo', 'redis']) {
      const { networks, ports } = compose.services[name]!;
      expect({ networks, ports }).toEqual({ networks: ['engines'], ports: undefined });
    }
    expect(text).toMatch(/engines:\n\s+internal: true/);
  });
});

describe('Dockerfile', () => {
  it('copies and starts the build output as an unprivileged user', () => {
    buildIfMissing();
    const started = commandsIn(dockerfile);
    expect(started).toEqual([
      ['node', 'dist/server/cli.js', 'health'],
      ['node', 'dist/server/main.js'],
    ]);
    for (const [, file] of started) expect(existsSync(join(ROOT, file!))).toBe(true);
    const user = dockerfile.indexOf('USER node');
    expect(user).toBeGreaterThan(dockerfile.findLastIndex((line) => line.startsWith('RUN')));
    for (const name of OURS) expect(compose.services[name]!.healthcheck.test.slice(1)).toEqual(started[0]);
  });

  it('builds with an existing script', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    const run = dockerfile.flatMap((line) => /^RUN npm run (\S+)$/.exec(line)?.[1] ?? []);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
    expect(run).toHaveLength(1);
  });
});

describeWith(missingRedis(), 'the Redis of docker-compose.yml', () => {
  const { command, healthcheck, environment } = compose.services['redis']!;
  let stop: () => Promise<void>;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    const [program, ...args] = command!.map((word) => filled(word));
    const child = spawn(program!, [...args, '--port', String(port)], { stdio: ['ignore', 'pipe', 'ignore'] });
    for await (const line of child.stdout) if (String(line).includes('Ready to accept')) break;
    stop = async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
  });
  afterAll(() => stop());

  it('starts with that command, and its health check passes', () => {
    const [, program, ...args] = healthcheck.test;
    const env = { PATH: process.env.PATH, REDISCLI_AUTH: filled(environment!['REDISCLI_AUTH']!) };
    const output = execFileSync(program!, ['-p', String(port), ...args], { env });
    expect(String(output).trim()).toBe('PONG');
  });
});

/** As Compose fills in `${NAME:?why}` and `${NAME:-default}`. */
function filled(value: string, env = ENV): string {
  return value.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind: string, rest: string) => {
    const given = env[name];
    if (given) return given;
    if (kind === '?') throw new Error(`${name}: ${rest}`);
    return rest ?? '';
  });
}

/** The arguments of HEALTHCHECK and CMD. */
function commandsIn(lines: readonly string[]): string[][] {
  return lines.flatMap((line) => {
    const list = /^(?:HEALTHCHECK .*)?CMD (\[.*\])$/.exec(line)?.[1];
    return list ? [JSON.parse(list) as string[]] : [];
  });
}
