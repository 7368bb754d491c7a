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

type Reactions<E extends DomainEvent, T extends E['type']> = {
  [K in T]: (data: Extract<E, { type: K }>['data'], event: Recorded<Extract<E, { type: K }>>) => readonly Step[];
};

interface Reacting<E extends DomainEvent, T extends E['type']> extends Pick<ProcessManager, 'name' | 'group'> {
  /** What follows from each type of event; others never reach it. */
  on: Reactions<E, T>;
  key?(event: Recorded<Extract<E, { type: T }>>): string;
}

/** Creates process managers that react to some of these events: `reactingTo<OrderEvent>()({ name: 'receipts', on: { OrderPaid: … } })`. */
export function reactingTo<E extends DomainEvent>() {
  return <T extends E['type']>({ on, ...process }: Reacting<E, T>) => {
    const reactions = on as unknown as Record<string, (data: object, event: Recorded<E>) => readonly Step[]>;
    const react = (event: Recorded<E>) => reactions[event.type]!(event.data, event);
    return { ...process, handles: Object.keys(on), react } as ProcessManager<E>;
  };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- runners hold processes of every event type
export type AnyProcess = ProcessManager<any>;

export function processGroupOf({ group = 'billing' }: AnyProcess): ProcessGroup {
  return group;
}
