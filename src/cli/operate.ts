import { NestFactory } from '@nestjs/core';
import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { AppModule, features } from '../app.module.ts';
import { adviceOf } from '../app/advice.ts';
import { JsonLog, nestLogger } from '../app/log.ts';
import { OperatorActions, operatorNamed } from '../app/operator/actions.ts';
import { askSocket, ProgramNotRunning, socketPath, type SocketRequest } from '../app/operator/socket.ts';
import { Runtime } from '../app/runtime.ts';
import type { Config } from '../config.ts';
import { openPorts } from '../installation/open-ports.ts';
import { DomainError } from '../kernel/errors.ts';
import { CommandFailed, UsageError, type Invocation, type Run } from './command.ts';
import type { Say } from './output.ts';

type Args = Record<string, string | boolean>;

// Commands that write: the running program does them, or this process if none runs (docs/SECURITY.md#operators).

export const skipEvent = operatorAction('events skip', ({ words: [event], options: { reason } }) => ({
  event: event!,
  ...(typeof reason === 'string' && { reason }),
}));

export const rebuildProjections = operatorAction('projections rebuild', ({ words: [name], options: { all } }): Args => {
  if (all) return { all: true };
  if (!name) throw new UsageError('Name a projection (see: projections status), or pass --all');
  return { name };
});

export const resumeProcesses = operatorAction('processes resume', ({ words: [name], options: { all, from } }): Args => {
  if (!from) throw new UsageError('Pass --from beginning, end or an event (see: events list)');
  if (all) return { from, all: true };
  if (!name) throw new UsageError('Name a process (see: processes status), or pass --all');
  return { from, name };
});

export const retrySteps = operatorAction('steps retry', ({ words: [process, key], options: { all } }): Args => {
  if (all) return { all: true };
  if (!process || !key) throw new UsageError('Name a process and a key (see: steps list), or pass --all');
  return { process, key };
});

export const skipStep = operatorAction('steps skip', ({ words: [process, key], options: { reason } }): Args => {
  if (typeof reason !== 'string') throw new UsageError('Pass --reason TEXT: the log records why it was skipped');
  return { process: process!, key: key!, reason };
});

export const retryWork = operatorAction('work retry', ({ words: [job], options: { all } }): Args => {
  if (all) return { all: true };
  if (!job) throw new UsageError('Name the work (see: work list), or pass --all');
  return { job };
});

export const acceptClock = operatorAction('clock accept', (): Args => ({}));

export const createApiKey = operatorAction('api-keys create', ({ options }) => {
  if (!options.email) throw new UsageError('Pass --email of a user, and --organization for a key of an organization');
  return options as Args;
});

export const createUser = operatorAction('users create', async ({ options }, say) => {
  const { email, name, admin } = options;
  if (!email || !name) throw new UsageError('A user needs --email and --name');
  return { email, name, password: await passwordOf(options, say), ...(admin && { admin }) };
});

export const setPassword = operatorAction('users set-password', async ({ words: [email], options }, say) => ({
  email: email!,
  password: await passwordOf(options, say),
  ...(options.first && { first: true }),
}));

export const grantAdmin = operatorAction('users grant-admin', ({ words: [email] }) => ({ email: email! }));

export const eraseUser = operatorAction('erase', ({ options: { user } }) => {
  if (!user) throw new UsageError('Pass --user with an email address or an id');
  return { user };
});

function operatorAction(action: string, argsOf: (invocation: Invocation, say: Say) => Args | Promise<Args>): Run {
  return async (config, invocation, say) => {
    const args = await argsOf(invocation, say);
    const request: SocketRequest = { action, args, operator: userInfo().username };
    try {
      await askSocket(socketPath(config.dataDir), request, say);
    } catch (error) {
      if (!(error instanceof ProgramNotRunning)) throw new CommandFailed((error as Error).message);
      await actHere(request, config, say);
    }
    return 0;
  };
}

async function passwordOf(options: Invocation['options'], say: Say): Promise<string> {
  if (typeof options.password === 'string') return options.password;
  if (options['password-stdin']) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const generated = randomBytes(12).toString('base64url');
  say(`Password: ${generated}`);
  return generated;
}

/** Without HTTP, and with no more of the program running than the action needs. */
async function actHere({ operator, ...request }: SocketRequest, config: Config, say: Say): Promise<void> {
  const log = new JsonLog({ level: config.logLevel });
  const ports = await openPorts(config, { features, log });
  const app = await NestFactory.createApplicationContext(AppModule.with(features, ports, config), {
    logger: nestLogger(log),
  });
  try {
    const runtime = app.get(Runtime);
    const action = app.get(OperatorActions).get(request.action);
    if (action.needs === 'projector') await runtime.startProjectors();
    if (action.needs === 'runtime') await runtime.start();
    await action.run({ ...request, actor: operatorNamed(operator) }, say);
    if (action.needs === 'runtime') await runtime.settled();
  } catch (error) {
    throw error instanceof DomainError ? new CommandFailed(adviceOf(error) ?? error.message) : error;
  } finally {
    await app.close();
    await ports.close();
  }
}
