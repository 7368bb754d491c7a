import type { Command } from './command.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const password = { password: text, 'password-stdin': flag };

// Modules load when their command runs, so that a mistyped command is answered at once.
const inspect = () => import('./inspect.ts');
const operate = () => import('./operate.ts');
const backupRestore = () => import('./backup-restore.ts');

/** All commands by name, in the order of the help text. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  health: {
    help: 'Whether the program on this machine is ready; exit code 1 if it is not',
    run: async (...call) => (await import('./health.ts')).health(...call),
  },
  'events list': {
    usage: '[--stream S] [--type T] [--organization ID] [--last 50]',
    help: 'Lists the last events, one per line',
    options: { stream: text, type: text, organization: text, last: text },
    run: async (...call) => (await inspect()).listEvents(...call),
  },
  'events show': {
    usage: '<id | stream@revision> [--open]',
    help: 'Shows one event with its envelope; --open decrypts personal fields',
    options: { open: flag },
    words: [1, 1],
    run: async (...call) => (await inspect()).showEvent(...call),
  },
  'events export': {
    usage: '[--stream S] [--type T] [--organization ID] [--open]',
    help: 'Prints events as JSON lines, oldest first; --open decrypts personal fields',
    options: { stream: text, type: text, organization: text, open: flag },
    run: async (...call) => (await inspect()).exportEvents(...call),
  },
  'events unreadable': {
    help: 'Lists events that cannot be read, with the reason: their readers wait there; exit code 1 if any exist',
    run: async (...call) => (await inspect()).listUnreadableEvents(...call),
  },
  'events skip': {
    usage: '<id | stream@revision> [--reason TEXT]',
    help: 'Makes every reader skip an event that cannot be read; the log records who did so and why',
    options: { reason: text },
    words: [1, 1],
    run: async (...call) => (await operate()).skipEvent(...call),
  },
  'projections status': {
    help: 'Shows the position of each read model',
    run: async (...call) => (await inspect()).showProjections(...call),
  },
  'projections rebuild': {
    usage: '<name> | --all',
    help: 'Rebuilds a read model from the log',
    options: { all: flag },
    words: [0, 1],
    run: async (...call) => (await operate()).rebuildProjections(...call),
  },
  'projections compare': {
    help: 'Rebuilds all read models in a temporary folder and compares; exit code 1 if they differ',
    run: async (...call) => (await inspect()).compareReadModels(...call),
  },
  'steps list': {
    help: 'Lists process steps that failed and are retried or parked',
    run: async (...call) => (await inspect()).listSteps(...call),
  },
  'steps retry': {
    usage: '<process> <key> | --all',
    help: 'Retries failed or parked steps now',
    options: { all: flag },
    words: [0, 2],
    run: async (...call) => (await operate()).retrySteps(...call),
  },
  'steps skip': {
    usage: '<process> <key> --reason TEXT',
    help: 'Gives up the first failed step of a key, so that later ones follow; the log records who did so and why',
    options: { reason: text },
    words: [2, 2],
    run: async (...call) => (await operate()).skipStep(...call),
  },
  'work list': {
    help: 'Lists charges, refunds and other calls to outside that failed and are retried',
    run: async (...call) => (await inspect()).listWork(...call),
  },
  'work retry': {
    usage: '<kind/id> | --all',
    help: 'Retries failed work now',
    options: { all: flag },
    words: [0, 1],
    run: async (...call) => (await operate()).retryWork(...call),
  },
  'clock accept': {
    help: 'Says that the clock is right, after it went on by more than 60 days: what has come due waits until then',
    run: async (...call) => (await operate()).acceptClock(...call),
  },
  'processes status': {
    help: 'Shows the position of each process, and which are stopped because their checkpoint is not in this log',
    run: async (...call) => (await inspect()).showProcesses(...call),
  },
  'processes resume': {
    usage: '<name> | --all --from <beginning | end | position | event id | stream@revision>',
    help: 'Resumes stopped processes after an event: nothing is sent again for that event and those before it',
    options: { all: flag, from: text },
    words: [0, 1],
    run: async (...call) => (await operate()).resumeProcesses(...call),
  },
  backup: {
    usage: '--to FOLDER [--with-keys]',
    help: 'Copies the log and the vault of the data folder, while the program runs or not; keys.json only with --with-keys',
    options: { to: text, 'with-keys': flag },
    run: async (...call) => (await backupRestore()).backUp(...call),
  },
  restore: {
    usage: '--from FOLDER [--log FOLDER] [--replace]',
    help: 'Restores a backup into the data folder (with the log of another backup); erased people stay erased',
    options: { from: text, log: text, replace: flag },
    run: async (...call) => (await backupRestore()).restore(...call),
  },
  'log copy': {
    usage: '--from FOLDER|URL --to FOLDER|URL',
    help: 'Copies a log between data folders and EventStoreDB; run again, it continues and copies new events',
    options: { from: text, to: text },
    run: async (...call) => (await backupRestore()).copyLogs(...call),
  },
  'vault copy': {
    usage: '--from FOLDER|URL --to FOLDER|URL [--replace]',
    help: 'Copies the vault between data folders and MongoDB while Tillbook runs on neither; run again, it continues',
    options: { from: text, to: text, replace: flag },
    run: async (...call) => (await backupRestore()).copyVaults(...call),
  },
  'api-keys create': {
    usage: `--email E [--organization ID] [--name N] [--prefix P] [--expires-in SECONDS] [--remaining N]
      [--refill-amount N --refill-interval DAYS] [--rate-limit-max N] [--rate-limit-window MS] [--no-rate-limit]
      [--permissions products:read,…] [--metadata JSON]`,
    help: 'Creates an API key for a user, or for an organization on behalf of the user, and prints it',
    options: {
      email: text,
      organization: text,
      name: text,
      prefix: text,
      'expires-in': text,
      remaining: text,
      'refill-amount': text,
      'refill-interval': text,
      'rate-limit-max': text,
      'rate-limit-window': text,
      'no-rate-limit': flag,
      permissions: text,
      metadata: text,
    },
    run: async (...call) => (await operate()).createApiKey(...call),
  },
  'audit verify': {
    usage: '[--seal COUNT:SEAL]',
    help: 'Checks the log against its seals, and against one that you kept elsewhere; exit code 1 if it was changed',
    options: { seal: text },
    run: async (...call) => (await inspect()).verifySeals(...call),
  },
  'payments mismatched': {
    help: 'Lists payments of another amount or currency than requested, and whether they are refunded',
    run: async (...call) => (await inspect()).listMismatchedPayments(...call),
  },
  'payments disputed': {
    help: "Lists payments that a customer's bank has disputed, and how the disputes ended",
    run: async (...call) => (await inspect()).listDisputedPayments(...call),
  },
  'keys jwt': {
    help: 'Prints the keys that verify tokens of GET /api/auth/token (HS256), base64url, one per line, newest first',
    run: async (...call) => (await inspect()).showJwtKeys(...call),
  },
  'users create': {
    usage: '--email E --name N [--password P | --password-stdin] [--admin]',
    help: 'Creates a user; without a password, generates one and prints it',
    options: { email: text, name: text, admin: flag, ...password },
    run: async (...call) => (await operate()).createUser(...call),
  },
  'users set-password': {
    usage: '<email> [--password P | --password-stdin] [--first]',
    help: 'Sets a new password and ends sessions, API keys and access of apps; --first only if the user has no password yet',
    options: { ...password, first: flag },
    words: [1, 1],
    run: async (...call) => (await operate()).setPassword(...call),
  },
  'users grant-admin': {
    usage: '<email>',
    help: 'Makes a user an administrator',
    words: [1, 1],
    run: async (...call) => (await operate()).grantAdmin(...call),
  },
  erase: {
    usage: '--user <email or id>',
    help: 'Deletes a user and makes their personal data unreadable for good',
    options: { user: text },
    run: async (...call) => (await operate()).eraseUser(...call),
  },
};

export function helpText(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { usage = '', help }]) => `  ${`${name} ${usage}`.trim()}\n      ${help}`,
  );
  return [
    'Usage: npm run tillbook -- <command>',
    '',
    ...lines,
    '',
    'Commands that read use the data folder (DATA_DIR), whether the program runs or not.',
    'Commands that write are done by the running program, or by this process if none runs.',
  ].join('\n');
}
