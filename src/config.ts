import type { KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import type { Statements } from './config.parsers.ts';
import { VARIABLES } from './config.variables.ts';
import { StartRefused } from './kernel/errors.ts';
import { LIMITS } from './limits.ts';

export { VARIABLES };

/** All settings, parsed. Only this file reads the environment. */
export interface Config {
  production: boolean;
  port: number;
  /** Address to listen on. */
  host: string;
  /** A HOST that was set but is ignored, because the sandbox is for this machine only. */
  refusedHost: string | undefined;
  /** Address in browsers: scheme, host and port, without a trailing slash. */
  baseUrl: string;
  /** Origins of our own pages. */
  ownOrigins: readonly string[];
  /** Our own, and those of TRUSTED_ORIGINS: origins, schemes, or hosts with `*`. */
  trustedOrigins: readonly string[];
  logLevel: LogLevel;
  /** Undefined: neither traces nor metrics are collected. */
  telemetry: TelemetryConfig | undefined;
  /** Absolute path. */
  dataDir: string;
  role: Role;
  /** Servers in place of embedded stores. */
  engines: Engines;
  /** Where files are: a bucket; undefined: in the data folder. */
  s3Url: string | undefined;
  /** Several processes may run on the same log, read models and vault: none of these lies in a data folder. */
  shared: boolean;
  /** `local`: on by default, for this machine only; `open`: by SANDBOX=1, for everybody. */
  sandbox: 'off' | 'local' | 'open';
  /** Number of proxies in front: the client is the n-th X-Forwarded-For entry from the right. */
  trustProxy: number;
  admin: { email: string; password: string } | undefined;
  /** Without it, emails go to the outbox of the sandbox. */
  smtpUrl: string | undefined;
  /** Without it, the sandbox takes payments, or nobody does. */
  stripe: StripeConfig | undefined;
  mailFrom: string;
  /** Where benefits give access; those that are missing are pretend ones in the sandbox, or off. */
  remote: { discord: DiscordConfig | undefined; github: GithubAppConfig | undefined };
  auth: AuthConfig;
  organizations: OrganizationsConfig;
  /** Configured identity providers. */
  providers: Partial<Record<ProviderName, { clientId: string; clientSecret: string }>>;
  /** Webhooks may go to http and to private addresses. */
  webhookAllowPrivate: boolean;
  /** Missing keys are created at the first start, in `keys.json`. */
  keys: { signing?: readonly string[]; master?: readonly string[]; lookup?: string };
}

/** Connection strings; undefined: embedded in the data folder, or in this process. */
export interface Engines {
  eventStore: string | undefined;
  /** Prefix of the names of streams. */
  eventStorePrefix: string;
  mongo: string | undefined;
  redis: string | undefined;
  /** Prefix of the names of keys. */
  redisPrefix: string;
}

/** Where traces and metrics go. The SDK reads further `OTEL_` variables by itself (docs/OPERATING.md#traces-and-metrics). */
export interface TelemetryConfig {
  /** URL of a collector, without the path of a signal. */
  endpoint: string;
  /** Share of traces that are sent, from 0 to 1. */
  share: number;
}

/** The least severe lines that are logged. */
export type LogLevel = 'info' | 'warn' | 'error' | 'silent';

/** Which parts of the program run (docs/PROCESSES.md#roles). */
export type Role = 'all' | 'api' | 'projector' | 'worker';

/** Keys of a Stripe account, all of one mode. */
export interface StripeConfig {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** A server in place of Stripe's, for tests. */
  apiUrl: string | undefined;
}

/** An application at Discord, and its bot. */
export interface DiscordConfig {
  clientId: string;
  clientSecret: string;
  botToken: string;
}

/** A GitHub App. */
export interface GithubAppConfig {
  /** Its name in addresses. */
  slug: string;
  clientId: string;
  clientSecret: string;
  privateKey: KeyObject;
}

/** Accounts and sessions. Times are seconds. */
export interface AuthConfig {
  rateLimit: boolean;
  requireEmailVerification: boolean;
  autoSignInAfterVerification: boolean;
  verificationTtl: number;
  resetTtl: number;
  deleteTtl: number;
  revokeSessionsOnReset: boolean;
  /** UTF-16 units. */
  passwordMin: number;
  passwordMax: number;
  sessionTtl: number;
  sessionUpdateAge: number;
  /** 0: every session is fresh. */
  freshAge: number;
  /** 0: no cookie cache. */
  cookieCache: number;
  changeEmail: boolean;
  deleteUser: 'mail' | 'direct' | 'off';
  trustedProviders: readonly string[];
  allowDifferentEmails: boolean;
  allowUnlinkLast: boolean;
}

/** Organizations, members and teams. An undefined limit means none. */
export interface OrganizationsConfig {
  limit: number | undefined;
  membershipLimit: number;
  invitationLimit: number;
  /** Of all files of one. */
  fileBytes: number;
  /** Seconds. */
  invitationTtl: number;
  /** Addresses that may create organizations; undefined: all. */
  creationEmails: RegExp | undefined;
  deletion: boolean;
  creatorRole: string;
  /** Beside owner, admin and member. */
  roles: Readonly<Record<string, Statements>>;
  teams: boolean;
  maxTeams: number | undefined;
  maxTeamMembers: number | undefined;
  allowRemovingAllTeams: boolean;
  defaultTeam: boolean;
}

const PROVIDERS = ['google', 'github', 'discord'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** All problems of the environment. */
export class ConfigError extends StartRefused {
  override name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(['Tillbook does not start because of its configuration:', ...problems.map((one) => `- ${one}`)].join('\n'));
  }
}

type Name = keyof typeof VARIABLES;
type Values = { [N in Name]?: ReturnType<(typeof VARIABLES)[N]['parse']> };

const ENGINES: readonly Name[] = ['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'];
const STRIPE: readonly Name[] = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'];
const GITHUB_APP: readonly Name[] = [
  'GITHUB_APP_SLUG',
  'GITHUB_APP_CLIENT_ID',
  'GITHUB_APP_CLIENT_SECRET',
  'GITHUB_APP_PRIVATE_KEY',
];
const KEYS: readonly Name[] = ['SIGNING_KEY', 'MASTER_KEY', 'LOOKUP_KEY'];

/** @throws ConfigError */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems: string[] = [];
  const values: Values = {};
  for (const [name, { parse, example }] of Object.entries(VARIABLES)) {
    const text = environment[name]?.trim();
    if (text === undefined || text === '') continue;
    try {
      Object.assign(values, { [name]: parse(text) });
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}. For example: ${name}=${example}`);
    }
  }
  const needs = (name: Name, why: string) =>
    environment[name]?.trim() || problems.push(`${name} ${why}. For example: ${name}=${VARIABLES[name].example}`);
  const { ROLE: role = 'all' } = values;
  if (environment.NODE_ENV === 'production')
    for (const name of KEYS) needs(name, 'is not set, and production wants it');
  else if (role !== 'all') for (const name of KEYS) needs(name, `is not set, and with ROLE=${role} several share it`);
  if (role !== 'all') for (const name of ENGINES) needs(name, `is not set, and with ROLE=${role} several share it`);
  if (environment.ADMIN_EMAIL) needs('ADMIN_PASSWORD', 'is not set, and ADMIN_EMAIL is');
  if (environment.ADMIN_PASSWORD) needs('ADMIN_EMAIL', 'is not set, and ADMIN_PASSWORD is');
  for (const [one, other] of pairsOfProviders())
    if (environment[one]?.trim()) needs(other, `is not set, and ${one} is`);
  if (STRIPE.some((name) => environment[name]?.trim()))
    for (const name of STRIPE) needs(name, 'is not set, and Stripe needs all three of its keys');
  if (environment.DISCORD_BOT_TOKEN?.trim())
    for (const name of variablesOf('discord')) needs(name, 'is not set, and DISCORD_BOT_TOKEN is');
  if (GITHUB_APP.some((name) => environment[name]?.trim()))
    for (const name of GITHUB_APP) needs(name, 'is not set, and a GitHub App needs all four of its variables');
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = values;
  if (secretKey && publishableKey && secretKey.split('_')[1] !== publishableKey.split('_')[1])
    problems.push(
      'STRIPE_PUBLISHABLE_KEY is of another mode than STRIPE_SECRET_KEY: use both of test, or both of live',
    );
  const { AUTH_PASSWORD_MIN: min = 8, AUTH_PASSWORD_MAX: max = 128 } = values;
  if (min > max)
    problems.push(`AUTH_PASSWORD_MAX is ${max}, less than AUTH_PASSWORD_MIN. For example: AUTH_PASSWORD_MAX=128`);
  if (problems.length > 0) throw new ConfigError(problems);
  return configOf(values);
}

function configOf(values: Values): Config {
  const production = values.NODE_ENV === 'production';
  const sandbox = values.SANDBOX === undefined ? (production ? 'off' : 'local') : values.SANDBOX ? 'open' : 'off';
  const port = values.PORT ?? 3000;
  const refusedHost = sandbox === 'local' && values.HOST !== '127.0.0.1' ? values.HOST : undefined;
  const host = sandbox === 'local' ? '127.0.0.1' : (values.HOST ?? '127.0.0.1');
  const baseUrl = values.BASE_URL ?? `http://${/^(127\.|0\.0\.0\.0$|::)/.test(host) ? '127.0.0.1' : host}:${port}`;
  // On this machine the same pages are reached by either name.
  const ownOrigins = [baseUrl, ...(values.BASE_URL ? [] : [`http://localhost:${port}`])];
  return {
    production,
    port,
    host,
    refusedHost,
    baseUrl,
    ownOrigins,
    trustedOrigins: [...ownOrigins, ...(values.TRUSTED_ORIGINS ?? [])],
    logLevel: values.LOG_LEVEL ?? 'info',
    telemetry: telemetryOf(values),
    dataDir: resolve(values.DATA_DIR ?? './data'),
    role: values.ROLE ?? 'all',
    engines: {
      eventStore: values.EVENTSTORE_URL,
      eventStorePrefix: values.EVENTSTORE_PREFIX ? `${values.EVENTSTORE_PREFIX}.` : '',
      mongo: values.MONGODB_URL,
      redis: values.REDIS_URL,
      redisPrefix: values.REDIS_PREFIX ?? 'tillbook',
    },
    s3Url: values.S3_URL,
    shared: values.EVENTSTORE_URL !== undefined && values.MONGODB_URL !== undefined,
    sandbox,
    trustProxy: values.TRUST_PROXY ?? 0,
    admin: values.ADMIN_EMAIL ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD! } : undefined,
    smtpUrl: values.SMTP_URL,
    stripe: stripeOf(values),
    mailFrom: values.MAIL_FROM ?? `Tillbook <no-reply@${new URL(baseUrl).hostname}>`,
    remote: { discord: discordOf(values), github: githubAppOf(values) },
    auth: authOf(values, production),
    organizations: organizationsOf(values),
    providers: providersOf(values),
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE ?? sandbox !== 'off',
    keys: { signing: values.SIGNING_KEY, master: values.MASTER_KEY, lookup: values.LOOKUP_KEY },
  };
}

function stripeOf({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: apiUrl,
}: Values): StripeConfig | undefined {
  return secretKey && publishableKey && webhookSecret
    ? { secretKey, publishableKey, webhookSecret, apiUrl }
    : undefined;
}

/** The application that people also sign in with. */
function discordOf({
  DISCORD_CLIENT_ID: clientId,
  DISCORD_CLIENT_SECRET: clientSecret,
  DISCORD_BOT_TOKEN: botToken,
}: Values): DiscordConfig | undefined {
  return clientId && clientSecret && botToken ? { clientId, clientSecret, botToken } : undefined;
}

function githubAppOf({
  GITHUB_APP_SLUG: slug,
  GITHUB_APP_CLIENT_ID: clientId,
  GITHUB_APP_CLIENT_SECRET: clientSecret,
  GITHUB_APP_PRIVATE_KEY: privateKey,
}: Values): GithubAppConfig | undefined {
  return slug && clientId && clientSecret && privateKey ? { slug, clientId, clientSecret, privateKey } : undefined;
}

function telemetryOf({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_TRACES_SAMPLER_ARG: share = 1,
}: Values): TelemetryConfig | undefined {
  return endpoint === undefined ? undefined : { endpoint, share };
}

/** `.env.example` describes each setting. */
function authOf(values: Values, production: boolean): AuthConfig {
  return {
    rateLimit: values.AUTH_RATE_LIMIT ?? production,
    requireEmailVerification: values.AUTH_REQUIRE_EMAIL_VERIFICATION ?? false,
    autoSignInAfterVerification: values.AUTH_AUTO_SIGN_IN_AFTER_VERIFICATION ?? false,
    verificationTtl: values.AUTH_VERIFICATION_TTL ?? 3_600,
    resetTtl: values.AUTH_RESET_TTL ?? 3_600,
    deleteTtl: values.AUTH_DELETE_TTL ?? 86_400,
    revokeSessionsOnReset: values.AUTH_REVOKE_SESSIONS_ON_RESET ?? false,
    passwordMin: values.AUTH_PASSWORD_MIN ?? 8,
    passwordMax: values.AUTH_PASSWORD_MAX ?? 128,
    sessionTtl: values.AUTH_SESSION_TTL ?? 604_800,
    sessionUpdateAge: values.AUTH_SESSION_UPDATE_AGE ?? 86_400,
    freshAge: values.AUTH_FRESH_AGE ?? 86_400,
    cookieCache: values.AUTH_COOKIE_CACHE ?? 0,
    changeEmail: values.AUTH_CHANGE_EMAIL ?? true,
    deleteUser: values.AUTH_DELETE_USER ?? 'mail',
    trustedProviders: values.AUTH_TRUSTED_PROVIDERS ?? [],
    allowDifferentEmails: values.AUTH_ALLOW_DIFFERENT_EMAILS ?? false,
    allowUnlinkLast: values.AUTH_ALLOW_UNLINK_LAST ?? false,
  };
}

function organizationsOf(values: Values): OrganizationsConfig {
  return {
    limit: values.ORG_LIMIT,
    membershipLimit: values.ORG_MEMBERSHIP_LIMIT ?? 100,
    invitationLimit: values.ORG_INVITATION_LIMIT ?? 100,
    fileBytes: values.ORG_FILE_BYTES ?? LIMITS.organization.fileBytes.most,
    invitationTtl: values.ORG_INVITATION_TTL ?? 172_800,
    creationEmails: values.ORG_CREATION_EMAILS,
    deletion: values.ORG_DELETION ?? true,
    creatorRole: values.ORG_CREATOR_ROLE ?? 'owner',
    roles: values.ORG_ROLES ?? {},
    teams: values.ORG_TEAMS ?? true,
    maxTeams: values.ORG_MAX_TEAMS,
    maxTeamMembers: values.ORG_MAX_TEAM_MEMBERS,
    allowRemovingAllTeams: values.ORG_ALLOW_REMOVING_ALL_TEAMS ?? false,
    defaultTeam: values.ORG_DEFAULT_TEAM ?? true,
  };
}

function providersOf(values: Values): Config['providers'] {
  return Object.fromEntries(
    PROVIDERS.flatMap((name) => {
      const [id, secret] = variablesOf(name);
      const [clientId, clientSecret] = [values[id], values[secret]];
      return clientId && clientSecret ? [[name, { clientId, clientSecret }]] : [];
    }),
  );
}

function pairsOfProviders(): [Name, Name][] {
  return PROVIDERS.map(variablesOf).flatMap(([id, secret]): [Name, Name][] => [
    [id, secret],
    [secret, id],
  ]);
}

function variablesOf(provider: ProviderName) {
  const prefix = provider.toUpperCase() as Uppercase<ProviderName>;
  return [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`] as const;
}
