import type { Clock } from '../ports/clock.ts';
import { startContext, type Command, type Context } from '../writing/command.ts';
import { isRefusal } from '../errors.ts';
import type { Recorded } from '../writing/events.ts';
import type { Log } from '../ports/log.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { Step } from './process.ts';

export interface SendPorts {
  clock: Clock;
  log: Log;
  telemetry: Telemetry;
  dispatch: (command: Command) => Promise<unknown>;
}

/** Sends the commands of a process for an event, in order. A refusal by a rule is final, and logged; other errors are thrown. */
export function sendSteps(process: string, event: Recorded, steps: readonly Step[], ports: SendPorts): Promise<void> {
  return measureStep(process, event, ports.telemetry, () => sendAll(process, event, steps, ports));
}

/** Measures what a process does about an event, as part of the trace that led to it. */
export function measureStep<T>(
  process: string,
  event: Recorded,
  telemetry: Telemetry,
  task: () => Promise<T>,
): Promise<T> {
  const operation = {
    kind: 'step',
    name: `step ${process} ${event.type}`,
    labels: { 'tillbook.process': process, 'tillbook.event_type': event.type },
    place: { after: [event] },
  } as const;
  return telemetry.measure(operation, task);
}

async function sendAll(process: string, event: Recorded, steps: readonly Step[], ports: SendPorts): Promise<void> {
  const context = contextOf(process, event, ports.clock);
  for (const { command, data, target } of steps) {
    const { name } = command;
    const sent = new command(data, context, `${process}:${name}:${target}`);
    try {
      await ports.dispatch(sent);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      ports.log.warn('A rule refused a process step', { process, command: name, code: error.code, event: event.id });
    }
  }
}

export function contextOf(process: string, event: Recorded, clock: Clock): Context {
  const { correlationId, organizationId } = event.metadata;
  return { ...startContext({ kind: 'system', id: process }, clock, event.id), correlationId, organizationId };
}
