import { Inject, Injectable } from '@nestjs/common';
import { DomainError, NotFound } from '../../kernel/errors.ts';
import { upToEnd, type EventStore, type StoredEvent } from '../../kernel/ports/event-store.ts';
import type { AnyProcess } from '../../kernel/reacting/process.ts';
import { resumeBehind } from '../../kernel/reacting/process-checkpoint.ts';
import { startOf, type Start } from '../../kernel/reacting/progress.ts';
import { waitingOf } from '../../kernel/reacting/waiting-steps.ts';
import type { Vault } from '../../kernel/ports/vault.ts';
import type { Feature } from '../feature.ts';
import { Health } from '../health/health.ts';
import { EVENT_STORE, FEATURES, VAULT } from '../tokens.ts';
import { demandArgument, OperatorActions, type OperatorAction, type OperatorRequest } from './actions.ts';
import { findEvent } from './events.ts';
import { statusLine } from './runtime-actions.ts';

/** Operator actions on processes. They change the Vault, where the process that runs them reads it. */
@Injectable()
export class ProcessActions {
  constructor(
    actions: OperatorActions,
    @Inject(FEATURES) features: readonly Feature[],
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(VAULT) vault: Vault,
    health: Health,
  ) {
    const processes = processesOf(features);
    actions.register(
      processesStatus(processes, { store, vault }, health),
      processesResume(processes, { store, vault }),
    );
  }
}

export function processesOf(features: readonly Feature[]): AnyProcess[] {
  return features.flatMap((feature) => feature.processes ?? []);
}

interface Ports {
  store: EventStore;
  vault: Vault;
}

/** One line per process, read from its checkpoint. */
export async function processLines(processes: readonly AnyProcess[], { store, vault }: Ports): Promise<string[]> {
  const starts = await Promise.all(processes.map((process) => startOf(process, store, vault)));
  const waiting = await Promise.all(processes.map(({ name }) => waitingOf(name, vault)));
  const behind = await eventsBehind(processes, starts, store);
  return processes.map((process, index) => {
    const { place, stopped } = starts[index]!;
    const failed = waiting[index]![0]?.events[0]!.error;
    const [state, reason] =
      stopped !== undefined
        ? ['stopped', stopped]
        : behind.has(process)
          ? ['behind', `${behind.get(process)} events to handle`]
          : failed !== undefined
            ? ['waiting', failed]
            : ['current'];
    return statusLine(process.name, state!, place.position, reason);
  });
}

/** How many events each has still to handle. Checkpoints move only with events that a process handles, so others do not count. */
async function eventsBehind(
  processes: readonly AnyProcess[],
  starts: readonly Start[],
  store: EventStore,
): Promise<Map<AnyProcess, number>> {
  const running = processes.flatMap((process, index) => {
    const { place, stopped } = starts[index]!;
    return stopped === undefined ? [{ process, position: place.position ?? '' }] : [];
  });
  const found = new Map<AnyProcess, number>();
  const first = running.map(({ position }) => position).sort()[0];
  if (first === undefined) return found;
  const types = new Set(running.flatMap(({ process }) => process.handles));
  for await (const batch of upToEnd(store, first === '' ? undefined : first, types))
    for (const { type, position: at } of batch)
      for (const { process, position } of running)
        if (at > position && process.handles.includes(type)) found.set(process, (found.get(process) ?? 0) + 1);
  return found;
}

/** The live state of those that run in this process; of the others, what their checkpoints say. */
function processesStatus(processes: readonly AnyProcess[], ports: Ports, health: Health): OperatorAction {
  return {
    name: 'processes status',
    needs: 'nothing',
    isForAdministrators: true,
    async run(_request, say) {
      const running = new Map((await health.processes()).map((one) => [one.process, one]));
      const others = processes.filter(({ name }) => !running.has(name));
      const lines = await processLines(others, ports);
      for (const { name } of processes) {
        const here = running.get(name);
        say(here ? statusLine(name, here.state, here.position, here.reason) : lines.shift()!);
      }
    },
  };
}

function processesResume(processes: readonly AnyProcess[], ports: Ports): OperatorAction {
  return {
    name: 'processes resume',
    needs: 'nothing',
    isForAdministrators: true,
    async run(request, say) {
      const { args } = request;
      const event = await placeOf(demandArgument(request, 'from'), ports.store);
      const wanted = await stoppedOf(processes, args, ports);
      for (const process of wanted) {
        await resumeBehind(process, ports, event);
        say(
          `${process.name} resumes ${event ? `after ${event.type} ${event.stream}@${event.revision}` : 'from the beginning'}`,
        );
      }
    },
  };
}

/** @throws DomainError no process has that name, or none of them is stopped */
async function stoppedOf(
  processes: readonly AnyProcess[],
  args: OperatorRequest['args'],
  { store, vault }: Ports,
): Promise<AnyProcess[]> {
  const named = processes.filter(({ name }) => args.all === true || name === args.name);
  if (named.length === 0)
    throw new NotFound(
      `There is no process ${String(args.name)}; choose one of: ${processes.map(({ name }) => name).join(', ')}`,
    );
  const starts = await Promise.all(named.map((process) => startOf(process, store, vault)));
  const stopped = named.filter((_, index) => starts[index]!.stopped !== undefined);
  if (stopped.length === 0)
    throw new DomainError(
      'NotStopped',
      args.all === true ? 'None is stopped' : `${String(args.name)} is not stopped`,
      409,
    );
  return stopped;
}

/** The last event not to handle; undefined to start with the first. */
async function placeOf(place: string, store: EventStore): Promise<StoredEvent | undefined> {
  if (place === 'beginning') return undefined;
  const at = place === 'end' ? await store.end() : /^(\d{20}|\d{40})$/.test(place) ? place : undefined;
  if (place === 'end' && at === undefined) return undefined;
  const event = at === undefined ? await findEvent(store, place) : await store.at(at);
  if (!event) throw new NotFound(`The log has no event ${place}; see: events list`);
  return event;
}
