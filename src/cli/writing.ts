import { NestFactory } from '@nestjs/core';
import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { AppModule, features } from '../app.module.ts';
import { adviceOf } from '../app/advice.ts';
import { JsonLog, nestLogger } from '../app/log.ts';
import { OperatorActions, type OperatorRequest } from '../app/operator/actions.ts';
import { askSocket, ProgramNotRunning, socketPath } from '../app/operator/socket.ts';
import { Runtime } from '../app/runtime.ts';
import type { Config } from '../config.ts';
import { openPorts } from '../installation/open-ports.ts';
import { DomainError } from '../kernel/errors.ts';
import { NotPossible, UsageError } from './errors.ts';
import type { Asked } from './run.ts';
import type { Say } from './output.ts';

type Args = Record<string, string | boolean>;

/** Commands that write: the running program does them, or this one where nobody holds the folder (docs/SECURITY.md#operators). */
export async function act(action: string, config: Config, asked: Asked, say: Say): Promise<number> {
  const args = await argsOf(action, asked, say);
  const request: OperatorRequest = { action, args, operator: userInfo().username };
  try {
    await askSocket(socketPath(config.dataDir), request, say);
  } catch (error) {
    if (!(error instanceof ProgramNotRunning)) throw new NotPossible((error as Error).message);
    await actHere(request, config, say);
  }
  return 0;
}

async function argsOf(action: string, { words, options }: Asked, say: Say): Promise<Args> {
  const [first, second] = words as [string, string];
  switch (action) {
    case 'events skip':
      return { event: first, ...(typeof options.reason === 'string' && { reason: options.reason }) };
    case 'projections rebuild':
      if (!first && !options.all) throw new UsageError('Which one? See: projections status, or say --all');
      return options.all ? { all: true } : { name: first };
    case 'processes resume':
      if (!options.from) throw new UsageError('From where? Say --from beginning, end, or an event; see: events list');
      if (!first && !options.all) throw new UsageError('Which one? See: processes status, or say --all');
      return { from: options.from, ...(options.all ? { all: true } : { name: first }) };
    case 'steps retry':
      if (!second && !options.all) throw new UsageError('Which ones? See: steps list, or say --all');
      return options.all ? { all: true } : { process: first, key: second };
    case 'api-keys create':
      if (!options.email) throw new UsageError('Whose key? Say --email, and --organization for one of an organization');
      return options as Args;
    case 'users create': {
      const { email, name, admin } = options;
      if (!email || !name) throw new UsageError('A user needs --email and --name');
      return { email, name, password: await passwordOf(options, say), ...(admin && { admin: true }) };
    }
    case 'users set-password':
      return { email: first, password: await passwordOf(options, say), ...(options.first && { first: true }) };
    case 'erase':
      if (!options.user) throw new UsageError('Whom? Say --user with an address or an id');
      return { user: options.user };
    default:
      return { email: first };
  }
}

async function passwordOf(options: Asked['options'], say: Say): Promise<string> {
  if (typeof options.password === 'string') return options.password;
  if (options['password-stdin']) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const made = randomBytes(12).toString('base64url');
  say(`Password: ${made}`);
  return made;
}

/** Without HTTP, and with no more of the program running than it needs. */
async function actHere(request: OperatorRequest, config: Config, say: Say): Promise<void> {
  const log = new JsonLog();
  const ports = await openPorts(config, { features, log });
  const app = await NestFactory.createApplicationContext(AppModule.with(features, ports, config), {
    logger: nestLogger(log),
  });
  try {
    const runtime = app.get(Runtime);
    const action = app.get(OperatorActions).get(request.action);
    if (action.needs === 'projector') await runtime.startProjector();
    if (action.needs === 'runtime') await runtime.start();
    await action.run(request, say);
    if (action.needs === 'runtime') await runtime.settled();
  } catch (error) {
    throw error instanceof DomainError ? new NotPossible(adviceOf(error) ?? error.message) : error;
  } finally {
    await app.close();
    await ports.close();
  }
}
