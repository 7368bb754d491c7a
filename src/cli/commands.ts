import type { ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

export interface CommandHelp {
  /** Behind the command's name. */
  usage: string;
  help: string;
  options: Options;
  /** How many words follow its name. */
  words?: [min: number, max: number];
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const password = { password: text, 'password-stdin': flag };

/** Every command there is, by its words. */
export const COMMANDS: Readonly<Record<string, CommandHelp>> = {
  health: {
    usage: '',
    help: 'Whether the program on this machine is ready; exit code 1 where it is not',
    options: {},
  },
  'events list': {
    usage: '[--stream S] [--type T] [--organization ID] [--last 50]',
    help: 'The last events of the log, or of one stream, a line each',
    options: { stream: text, type: text, organization: text, last: text },
  },
  'events show': {
    usage: '<id | stream@revision> [--open]',
    help: 'One event with its envelope; --open shows personal fields too',
    options: { open: flag },
    words: [1, 1],
  },
  'events export': {
    usage: '[--stream S] [--type T] [--organization ID] [--open]',
    help: 'Events as JSON lines, oldest first',
    options: { stream: text, type: text, organization: text, open: flag },
  },
  'events unreadable': {
    usage: '',
    help: 'Events that cannot be read, with the reason; whatever handles them waits there; exit code 1 where there are any',
    options: {},
  },
  'events skip': {
    usage: '<id | stream@revision> [--reason TEXT]',
    help: 'Has every reader leave out an event that cannot be read; the log records who did so and why',
    options: { reason: text },
    words: [1, 1],
  },
  'projections status': {
    usage: '',
    help: 'How far each read model has come',
    options: {},
  },
  'projections rebuild': {
    usage: '<name> | --all',
    help: 'Makes a read model anew from the log',
    options: { all: flag },
    words: [0, 1],
  },
  'projections compare': {
    usage: '',
    help: 'Rebuilds all read models aside and compares; exit code 1 where they differ',
    options: {},
  },
  'steps list': {
    usage: '',
    help: 'Steps of processes that failed and wait, or are parked',
    options: {},
  },
  'steps retry': {
    usage: '<process> <key> | --all',
    help: 'Tries them again now',
    options: { all: flag },
    words: [0, 2],
  },
  'processes status': {
    usage: '',
    help: 'How far each process has come, and which are stopped because the log has lost their checkpoint',
    options: {},
  },
  'processes resume': {
    usage: '<name> | --all --from <beginning | end | position | event id | stream@revision>',
    help: 'Lets processes that are stopped go on behind an event: what lies before it is not sent again',
    options: { all: flag, from: text },
    words: [0, 1],
  },
  backup: {
    usage: '--to FOLDER [--with-keys]',
    help: 'Copies the log and the vault of the data folder, while the program runs or not; keys.json only where it is said',
    options: { to: text, 'with-keys': flag },
  },
  restore: {
    usage: '--from FOLDER [--log FOLDER] [--replace]',
    help: 'Puts a backup into the data folder (with the log of another one); whoever the log says is erased stays erased',
    options: { from: text, log: text, replace: flag },
  },
  'log copy': {
    usage: '--from FOLDER|URL --to FOLDER|URL',
    help: 'Copies a log between data folders and EventStoreDB; told again, it goes on where it was, and brings what is new',
    options: { from: text, to: text },
  },
  'vault copy': {
    usage: '--from FOLDER|URL --to FOLDER|URL [--replace]',
    help: 'Copies the vault between data folders and MongoDB, while Tillbook runs on neither; told again, it goes on where it was',
    options: { from: text, to: text, replace: flag },
  },
  'api-keys create': {
    usage: `--email E [--organization ID] [--name N] [--prefix P] [--expires-in SECONDS] [--remaining N]
      [--refill-amount N --refill-interval DAYS] [--rate-limit-max N] [--rate-limit-window MS] [--no-rate-limit]
      [--permissions products:read,…] [--metadata JSON]`,
    help: 'Makes an API key of a user, or of an organization in his name, and prints it',
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
  },
  'audit verify': {
    usage: '[--seal COUNT:SEAL]',
    help: 'Holds the log against its seals, and against one that was kept elsewhere; exit code 1 where it is not what was sealed',
    options: { seal: text },
  },
  'payments mismatched': {
    usage: '',
    help: 'Payments that took another amount or currency than was requested, and whether they are refunded',
    options: {},
  },
  'keys jwt': {
    usage: '',
    help: 'The keys that services verify GET /api/auth/token with (HS256), base64url, a line each, the newest first',
    options: {},
  },
  'users create': {
    usage: '--email E --name N [--password P | --password-stdin] [--admin]',
    help: 'Makes a user; a password that is not given is made and printed',
    options: { email: text, name: text, admin: flag, ...password },
  },
  'users set-password': {
    usage: '<email> [--password P | --password-stdin] [--first]',
    help: 'Gives a user a new password and ends all sessions; --first only where there is none yet',
    options: { ...password, first: flag },
    words: [1, 1],
  },
  'users grant-admin': {
    usage: '<email>',
    help: 'Makes a user an administrator',
    options: {},
    words: [1, 1],
  },
  erase: {
    usage: '--user <email or id>',
    help: 'Deletes a user, and makes all that is personal about him unreadable for good',
    options: { user: text },
  },
};

export function helpText(): string {
  const lines = Object.entries(COMMANDS).map(([name, { usage, help }]) => `  ${name} ${usage}\n      ${help}`);
  return [
    'Usage: npm run tillbook -- <command>',
    '',
    ...lines,
    '',
    'Commands that read look at the data folder (DATA_DIR) beside the running program.',
    'Commands that write are done by the running program, or by this one where none runs.',
  ].join('\n');
}
