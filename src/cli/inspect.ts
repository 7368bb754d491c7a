import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { features } from '../app.module.ts';
import { failingIn } from '../app/work/failing-work.ts';
import { lagAt } from '../app/health/lag.ts';
import { JsonLog } from '../app/log.ts';
import { findEvent, lastEvents, readEvents, sayUnreadable, shown } from '../app/operator/events.ts';
import { compareProjections, positionsOf, projectionsOf, type Difference } from '../app/operator/projections.ts';
import { processesOf, processLines } from '../app/operator/process-actions.ts';
import { askSocket, ProgramNotRunning, socketPath } from '../app/operator/socket.ts';
import { statusLine } from '../app/operator/runtime-actions.ts';
import { SESSION_JWT } from '../features/accounts/sessions/session-tokens.service.ts';
import { toInstant } from '../kernel/ports/clock.ts';
import type { StoredEvent } from '../kernel/ports/event-store.ts';
import { groupCheckpoint } from '../kernel/reading/checkpoints.ts';
import { GROUPS } from '../kernel/reading/groups.ts';
import { waitingOf } from '../kernel/reacting/waiting-steps.ts';
import { openScratch } from '../installation/data-folder.ts';
import { openForReading, type ReadOnlyStores as Stores } from '../installation/open-for-operators.ts';
import { verifyLog } from './audit.ts';
import { CommandFailed, UsageError, type Invocation, type Run } from './command.ts';
import { listDisputed, listMismatched } from './payments.ts';
import type { Say } from './output.ts';

type Read = (stores: Stores, invocation: Invocation, say: Say) => Promise<number>;

const MAX_SHOWN = 50;

// Commands that only read: they open the stores beside the program, whether it runs or not.

export const listEvents = reading(async ({ store }, { options }, say) => {
  const last = Number(options.last ?? 50);
  if (!Number.isInteger(last) || last < 1) throw new UsageError('--last takes a whole number, such as --last 100');
  for (const event of await lastEvents(store, filterOf(options), last)) say(lineOf(event));
  return 0;
});

export const showEvent = reading(async ({ store, codec }, { words, options }, say) => {
  const event = await findEvent(store, words[0]!);
  if (!event) throw new CommandFailed(`There is no event ${words[0]}; see: events list`);
  say(JSON.stringify(await shown(event, codec, options.open === true), null, 2));
  return 0;
});

export const exportEvents = reading(async ({ store, codec }, { options }, say) => {
  for await (const event of readEvents(store, filterOf(options)))
    if ((await say(JSON.stringify(await shown(event, codec, options.open === true)))) === false) break;
  return 0;
});

export const listUnreadableEvents = reading(async ({ store, codec }, _invocation, say) => {
  const count = await sayUnreadable(store, codec, say);
  return count === 0 ? 0 : 1;
});

export const showProjections = reading(async ({ store, documents }, _invocation, say) => {
  const end = await store.end();
  const all = await positionsOf(documents, projectionsOf(features));
  for (const group of GROUPS) {
    const shared = (await groupCheckpoint(documents, group))?.position;
    const lag = await lagAt(store, shared, toInstant(Date.now()));
    say(statusLine(`group ${group}`, lag === 0 ? 'current' : 'behind', shared, `lag ${Math.ceil(lag)} s`));
    for (const { name, position, shared } of all.filter((one) => one.group === group)) {
      const state = shared && position === end ? 'current' : position ? 'behind' : 'not built';
      say(statusLine(name, state, position));
    }
  }
  say(`${'end of the log'.padEnd(28)} ${''.padEnd(8)} ${end ?? '-'}`);
  return 0;
});

export const compareReadModels = reading(async ({ store, documents, codec }, _invocation, say) => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-compare-'));
  const [current, rebuilt] = [openScratch(join(folder, 'current')), openScratch(join(folder, 'rebuilt'))];
  try {
    const found = await compareProjections({ store, documents, codec }, projectionsOf(features), current, rebuilt);
    for (const name of found.skipped) say(`${name} has not been built yet`);
    for (const difference of found.differences.slice(0, MAX_SHOWN)) say(describe(difference));
    const { length } = found.differences;
    if (length > MAX_SHOWN) say(`… and ${length - MAX_SHOWN} more`);
    say(`${found.documents} documents of ${found.compared.length} read models compared: ${length} differ`);
    return length === 0 ? 0 : 1;
  } finally {
    await Promise.all([current.close(), rebuilt.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
});

export const listSteps = reading(async ({ vault }, _invocation, say) => {
  const waiting = await Promise.all(processesOf(features).map(({ name }) => waitingOf(name, vault)));
  for (const { process, key, events } of waiting.flat()) {
    const { nextAt, attempts, error, stream, revision } = events[0]!;
    const state = nextAt === null ? 'parked' : `next attempt ${nextAt}`;
    say(
      `${process}  ${key}  ${state}  ${events.length} events waiting from ${stream}@${revision}, ${attempts} attempts: ${error}`,
    );
  }
  if (waiting.flat().length === 0) say('No failed steps.');
  return 0;
});

export const listWork = reading(async ({ vault }, _invocation, say) => {
  const failing = await failingIn(vault);
  for (const { job, attempts, nextAttemptAt, error } of failing)
    say(`${job}  next attempt ${nextAttemptAt}  ${attempts} attempts: ${error}`);
  if (failing.length === 0) say('No failing work.');
  return 0;
});

/** The running program knows more than is stored, so it answers where one runs. */
export const showProcesses = askingTheProgram(
  'processes status',
  reading(async ({ store, vault }, _invocation, say) => {
    for (const line of await processLines(processesOf(features), { store, vault })) say(line);
    return 0;
  }),
);

export const verifySeals = reading(verifyLog);

export const listMismatchedPayments = reading(listMismatched);
export const listDisputedPayments = reading(listDisputed);

/** These keys sign nothing else: one key per purpose. */
export const showJwtKeys = reading(async ({ keys }, _invocation, say) => {
  for (const key of keys.signing(SESSION_JWT)) say(key.toString('base64url'));
  return 0;
});

function reading(read: Read): Run {
  return async (config, invocation, say) => {
    if (config.engines.eventStore === undefined && !existsSync(join(config.dataDir, 'log.db')))
      throw new CommandFailed(
        `There is no log in ${config.dataDir}: start Tillbook once, or set DATA_DIR to its data folder`,
      );
    const stores = await openForReading(config, features, new JsonLog({ level: config.logLevel }));
    try {
      return await read(stores, invocation, say);
    } finally {
      await stores.close();
    }
  };
}

function askingTheProgram(action: string, otherwise: Run): Run {
  return async (config, invocation, say) => {
    try {
      await askSocket(socketPath(config.dataDir), { action, args: {}, operator: userInfo().username }, say);
      return 0;
    } catch (error) {
      if (!(error instanceof ProgramNotRunning)) throw new CommandFailed((error as Error).message);
      return otherwise(config, invocation, say);
    }
  };
}

function filterOf({ stream, type, organization }: Invocation['options']) {
  return { stream, type, organizationId: organization } as { stream?: string; type?: string; organizationId?: string };
}

function lineOf({ id, stream, revision, type, metadata }: StoredEvent): string {
  return `${metadata.occurredAt}  ${type.padEnd(26)} ${stream}@${revision}  ${metadata.actor.kind}:${metadata.actor.id}  ${id}`;
}

function describe({ collection, id, kind, fields }: Difference): string {
  const what = { missing: 'is missing', extra: 'should not be there', different: `differs in ${fields.join(', ')}` };
  return `${collection} ${id} ${what[kind]}`;
}
