import { afterAll, describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createKeys, readKeys } from '../../src/installation/keys-file.ts';
import { ConfigError, readConfig, VARIABLES } from '../../src/config.ts';

const KEYS = { SIGNING_KEY: 's'.repeat(32), MASTER_KEY: 'm'.repeat(32), LOOKUP_KEY: 'l'.repeat(32) };
const { privateKey: appKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const APP_KEY = appKey.export({ type: 'pkcs1', format: 'pem' }).toString();

function problems(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

describe('configuration', () => {
  it('needs nothing: a sandbox for this machine, on port 3000', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      baseUrl: 'http://127.0.0.1:3000',
      ownOrigins: ['http://127.0.0.1:3000', 'http://localhost:3000'],
      dataDir: resolve('data'),
      sandbox: 'local',
      trustProxy: 0,
      admin: undefined,
      smtpUrl: undefined,
      auth: { rateLimit: false, requireEmailVerification: false, sessionTtl: 604_800, deleteUser: 'mail' },
      organizations: { limit: undefined, membershipLimit: 100, invitationTtl: 172_800, creatorRole: 'owner' },
      providers: {},
      webhookAllowPrivate: true,
    });
  });

  it('accepts every example as it stands, except the keys, which would be public', () => {
    const examples = Object.fromEntries(Object.entries(VARIABLES).map(([name, { example }]) => [name, example]));
    expect(problems(examples).map((problem) => problem.split(' ')[0])).toEqual([
      'GITHUB_APP_PRIVATE_KEY',
      ...Object.keys(KEYS),
    ]);
    expect(readConfig({ ...examples, ...KEYS, GITHUB_APP_PRIVATE_KEY: APP_KEY })).toMatchObject({
      production: true,
      host: '0.0.0.0',
      baseUrl: 'https://billing.example.com',
      trustedOrigins: ['https://billing.example.com', 'https://app.example.com', '*.example.com', 'myapp://'],
      sandbox: 'open',
      trustProxy: 1,
      admin: { email: 'admin@example.com', password: 'a-long-password' },
    });
  });

  it('has no sandbox, limits rates and requires the keys in production', () => {
    expect(readConfig({ NODE_ENV: 'production', HOST: '0.0.0.0', ...KEYS })).toMatchObject({
      host: '0.0.0.0',
      sandbox: 'off',
      auth: { rateLimit: true },
      webhookAllowPrivate: false,
    });
    expect(problems({ NODE_ENV: 'production' }).map((problem) => problem.split(' ')[0])).toEqual(Object.keys(KEYS));
  });

  it('opens the sandbox to other machines only if configured', () => {
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({
      host: '127.0.0.1',
      refusedHost: '0.0.0.0',
      sandbox: 'local',
    });
    expect(readConfig({ HOST: '0.0.0.0', SANDBOX: '1' })).toMatchObject({ host: '0.0.0.0', sandbox: 'open' });
    expect(readConfig({ HOST: '0.0.0.0', SANDBOX: '0' })).toMatchObject({ host: '0.0.0.0', sandbox: 'off' });
  });

  it('keeps several keys, the newest first', () => {
    const { keys } = readConfig({ ...KEYS, SIGNING_KEY: `${'n'.repeat(32)}, ${KEYS.SIGNING_KEY}` });
    expect(keys).toEqual({
      signing: ['n'.repeat(32), KEYS.SIGNING_KEY],
      master: [KEYS.MASTER_KEY],
      lookup: KEYS.LOOKUP_KEY,
    });
  });

  it('reports all wrong values together, each with its name, the problem and a right value', () => {
    const wrong = {
      NODE_ENV: 'prod',
      PORT: '99999',
      HOST: 'a b',
      BASE_URL: 'https://example.com/app',
      SANDBOX: 'maybe',
      TRUSTED_ORIGINS: 'https://a.example,nonsense',
      TRUST_PROXY: '-1',
      ADMIN_EMAIL: 'admin',
      SMTP_URL: 'http://user:secret@mail',
      SIGNING_KEY: 'too-short',
    };
    const reported = problems(wrong);
    expect(reported.map((problem) => problem.split(' ')[0])).toEqual([...Object.keys(wrong), 'ADMIN_PASSWORD']);
    expect(reported[1]).toBe('PORT is "99999", which is not a whole number from 1 to 65535. For example: PORT=3000');
    for (const problem of reported) expect(problem).toMatch(/^[A-Z_]+ (is|has|holds) .+\. For example: [A-Z_]+=.+/);
    expect(reported.join()).not.toMatch(/secret|too-short/);
  });

  it('accepts a bucket with its keys, and never repeats them', () => {
    const url = 'https://key:secret@s3.example.com/bucket?region=eu-west-1';
    expect(readConfig({ S3_URL: url }).s3Url).toBe(url);
    for (const wrong of [
      'https://s3.example.com/bucket',
      'https://key:secret@s3.example.com/',
      's3://key:secret@x/bucket',
    ]) {
      const [problem, ...others] = problems({ S3_URL: wrong });
      expect([problem, others]).toEqual([
        expect.stringMatching(/^S3_URL is not of the form .+For example: S3_URL=/),
        [],
      ]);
      expect(problem).not.toContain(wrong);
    }
  });

  it('turns Stripe on with its three keys, of one mode, and never repeats them', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_1234567890',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890',
      STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
    };
    expect(readConfig({}).stripe).toBeUndefined();
    expect(readConfig(keys).stripe).toEqual({
      secretKey: keys.STRIPE_SECRET_KEY,
      publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
      apiUrl: undefined,
    });
    expect(problems({ STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY })).toEqual([
      expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY is not set/),
      expect.stringMatching(/^STRIPE_WEBHOOK_SECRET is not set/),
    ]);
    expect(problems({ ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1234567890' })).toEqual([
      expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY is of another mode/),
    ]);
    const [problem] = problems({ ...keys, STRIPE_SECRET_KEY: 'pk_test_1234567890' });
    expect(problem).toMatch(/^STRIPE_SECRET_KEY does not look like a key that starts with sk_test_/);
    expect(problem).not.toContain('1234567890');
  });

  it("turns Discord on with its application's keys and the bot's token, and GitHub with all four of its app's", () => {
    const discord = { DISCORD_CLIENT_ID: '501', DISCORD_CLIENT_SECRET: 'd-secret', DISCORD_BOT_TOKEN: 'd-token' };
    const app = { GITHUB_APP_SLUG: 'my-billing', GITHUB_APP_CLIENT_ID: 'Iv23.1', GITHUB_APP_CLIENT_SECRET: 'g-secret' };
    expect(readConfig({}).remote).toEqual({ discord: undefined, github: undefined });
    expect(readConfig(discord).remote.discord).toEqual({
      clientId: '501',
      clientSecret: 'd-secret',
      botToken: 'd-token',
    });
    for (const key of [APP_KEY, APP_KEY.replaceAll('\n', '\\n'), Buffer.from(APP_KEY).toString('base64')]) {
      const { github } = readConfig({ ...app, GITHUB_APP_PRIVATE_KEY: key }).remote;
      expect(github).toMatchObject({ slug: 'my-billing', clientId: 'Iv23.1', clientSecret: 'g-secret' });
      expect(github!.privateKey.equals(appKey)).toBe(true);
    }
    expect(problems({ DISCORD_BOT_TOKEN: 'd-token' })).toEqual([
      expect.stringMatching(/^DISCORD_CLIENT_ID is not set/),
      expect.stringMatching(/^DISCORD_CLIENT_SECRET is not set/),
    ]);
    expect(problems(app)).toEqual([expect.stringMatching(/^GITHUB_APP_PRIVATE_KEY is not set/)]);
    const [problem] = problems({ ...app, GITHUB_APP_PRIVATE_KEY: 'not-a-key' });
    expect(problem).toMatch(/^GITHUB_APP_PRIVATE_KEY is not an RSA private key/);
    expect(problem).not.toContain('not-a-key');
  });

  it('accepts connection strings with one or several hosts, and never repeats their password', () => {
    const servers = {
      EVENTSTORE_URL: 'esdb://admin:changeit@a:2113,b:2113?tls=true',
      MONGODB_URL: 'mongodb://me:secret@a:27017,b:27017/tillbook?replicaSet=rs0',
      REDIS_URL: 'rediss://:secret@cache:6380/2',
    };
    expect(readConfig(servers)).toMatchObject({
      role: 'all',
      engines: { eventStore: servers.EVENTSTORE_URL, mongo: servers.MONGODB_URL, redis: servers.REDIS_URL },
    });
    const reported = Object.keys(servers).flatMap((name) => problems({ [name]: 'http://me:secret@a' }));
    expect(reported.map((problem) => problem.split(' ')[0])).toEqual(Object.keys(servers));
    expect(reported.join()).not.toContain('me:secret');
    expect(problems({ MONGODB_URL: 'mongodb://a:27017' })).toHaveLength(1);
  });

  it('requires the three servers and the keys if a process is only a part', () => {
    for (const ROLE of ['api', 'projector', 'worker'])
      expect(problems({ ROLE }).map((problem) => problem.split(' ')[0])).toEqual([
        ...Object.keys(KEYS),
        'EVENTSTORE_URL',
        'MONGODB_URL',
        'REDIS_URL',
      ]);
    expect(problems({ ROLE: 'half' })).toHaveLength(1);
  });

  it('is listed in .env.example: every variable, and no other, with an example and its purpose', () => {
    const lines = readFileSync('.env.example', 'utf8')
      .split('\n')
      .filter((line) => /^#?[A-Z]/.test(line));
    expect(lines).toEqual(
      Object.entries(VARIABLES).map(([name, { example, help }]) => `#${name}=${example} # ${help}`),
    );
  });
});

describe('keys.json', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbook-keys-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('is readable only by its owner, and holds the keys that the environment does not set', () => {
    expect(readKeys({ dataDir, keys: {} })).toBeUndefined();
    const created = createKeys({ dataDir, keys: {} });
    expect(readKeys({ dataDir, keys: {} })).toEqual(created);
    expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600);
    expect(Buffer.from(created.lookup, 'base64')).toHaveLength(32);
    expect(readKeys({ dataDir, keys: { lookup: 'mine' } })).toEqual({ ...created, lookup: 'mine' });
  });

  it.each(['', '{"signing": ["a"], "mas', '{}', 'null', '{"signing": [], "master": ["b"], "lookup": "c"}'])(
    'is refused when it is damaged: %j',
    (text) => {
      writeFileSync(join(dataDir, 'keys.json'), text);
      expect(() => readKeys({ dataDir, keys: {} })).toThrow(
        /keys\.json is damaged, or cannot be read: restore it .* or set SIGNING_KEY/,
      );
    },
  );
});
