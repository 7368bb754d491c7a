import type { CommandClass } from '../writing/command.ts';
import type { DomainEvent, Recorded } from '../writing/events.ts';
import type { ProcessGroup } from './groups.ts';

/** A command to send; `target` distinguishes several of one type. */
export interface Step {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- steps of one process are of several command types
  command: CommandClass<any>;
  data: unknown;
  target: string;
}

export function send<D>(command: CommandClass<D>, data: D, target = ''): Step {
  return { command, data, target };
}

/**
 * Reacts to events with commands: pure. The same event gives the same commands, whose ids are `{eventId}:{process}:{type}:{target}`,
 * so that a replay changes nothing.
 */
export interface ProcessManager<E extends DomainEvent = DomainEvent> {
  name: string;
  /** `billing` unless said otherwise. */
  group?: ProcessGroup;
  handles: readonly E['type'][];
  react(event: Recorded<E>): readonly Step[];
  /** Events of one key are handled in order, one after the other; the stream by default. */
  key?(event: Recorded<E>): string;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- runners hold processes of every event type
export type AnyProcess = ProcessManager<any>;

export function processGroupOf({ group = 'billing' }: AnyProcess): ProcessGroup {
  return group;
}
