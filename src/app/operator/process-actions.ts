import { Inject, Injectable } from '@nestjs/common';
import { DomainError, NotFound } from '../../kernel/errors.ts';
import type { EventStore, StoredEvent } from '../../kernel/event-store.ts';
import type { AnyProcess } from '../../kernel/process.ts';
import { resumeBehind, startOf } from '../../kernel/progress.ts';
import type { Vault } from '../../kernel/vault.ts';
import type { Feature } from '../feature.ts';
import { EVENT_STORE, FEATURES, VAULT } from '../tokens.ts';
import { OperatorActions, type OperatorAction, type OperatorRequest } from './actions.ts';
import { findEvent } from './events.ts';
import { statusLine } from './runtime-actions.ts';

/** What operators do with processes: in the Vault, where whichever program runs them looks. */
@Injectable()
export class ProcessActions {
  constructor(
    actions: OperatorActions,
    @Inject(FEATURES) features: readonly Feature[],
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(VAULT) vault: Vault,
  ) {
    actions.register(processesResume(processesOf(features), { store, vault }));
  }
}

export function processesOf(features: readonly Feature[]): AnyProcess[] {
  return features.flatMap((feature) => feature.processes ?? []);
}

/** A line for each: where it is, and whether it would go on from there. */
export async function processLines(
  processes: readonly AnyProcess[],
  { store, vault }: { store: EventStore; vault: Vault },
): Promise<string[]> {
  const starts = await Promise.all(processes.map((process) => startOf(process, store, vault)));
  return starts.map(({ progress: { position }, stopped }, index) =>
    statusLine(processes[index]!.name, stopped === undefined ? 'in step' : 'stopped', position, stopped),
  );
}

function processesResume(processes: readonly AnyProcess[], ports: { store: EventStore; vault: Vault }): OperatorAction {
  return {
    name: 'processes resume',
    needs: 'nothing',
    async run({ args }, say) {
      const event = await placeOf(String(args.from), ports.store);
      const wanted = await stoppedOf(processes, args, ports);
      for (const process of wanted) {
        await resumeBehind(process, ports, event);
        say(
          `${process.name} goes on ${event ? `behind ${event.type} ${event.stream}@${event.revision}` : 'from the beginning'}`,
        );
      }
    },
  };
}

/** @throws DomainError none of that name, or none that is stopped */
async function stoppedOf(
  processes: readonly AnyProcess[],
  args: OperatorRequest['args'],
  { store, vault }: { store: EventStore; vault: Vault },
): Promise<AnyProcess[]> {
  const named = processes.filter(({ name }) => args.all === true || name === args.name);
  if (named.length === 0)
    throw new NotFound(
      `There is no process ${String(args.name)}. There are: ${processes.map(({ name }) => name).join(', ')}`,
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

/** The event behind which it goes on; undefined: before the first. */
async function placeOf(said: string, store: EventStore): Promise<StoredEvent | undefined> {
  if (said === 'beginning') return undefined;
  const at = said === 'end' ? await store.end() : /^(\d{20}|\d{40})$/.test(said) ? said : undefined;
  if (said === 'end' && at === undefined) return undefined;
  const event = at === undefined ? await findEvent(store, said) : await store.at(at);
  if (!event) throw new NotFound(`The log has no event ${said}; see: events list`);
  return event;
}
