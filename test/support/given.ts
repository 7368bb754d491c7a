import { expect } from '@jest/globals';
import type { Instant } from '../../src/kernel/ports/clock.ts';
import type { Intent } from '../../src/kernel/writing/command.ts';
import { fold, type Decider } from '../../src/kernel/writing/decider.ts';
import type { Document } from '../../src/kernel/ports/document-store.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import type { EventMetadata } from '../../src/kernel/ports/event-store.ts';
import type { DomainEvent, Recorded } from '../../src/kernel/writing/events.ts';
import { uuidV5 } from '../../src/kernel/ids.ts';
import { isList, type Projection, type Targets } from '../../src/kernel/reading/projection.ts';

export const NOW: Instant = '2026-01-31T10:00:00.000Z';

/** An intent of a test: the times default to `NOW`. */
type TestIntent<I> =
  I extends Intent<infer T, infer D> ? { type: T; data: D; now?: Instant; machineNow?: Instant } : never;

/** `const given = specOf(productDecider); given(created).when({ type, data }).then(updated)`. */
export function specOf<I extends Intent, S, E extends DomainEvent>(decider: Decider<I, S, E>) {
  return (...past: readonly E[]) => ({
    when(intent: TestIntent<I>) {
      const decide = () =>
        decider.decide({ now: NOW, machineNow: NOW, ...intent } as unknown as I, fold(decider, past));
      return {
        /** Expects exactly these events; none means no change. */
        then: (...expected: readonly E[]): void => expect(decide()).toEqual(expected),
        /** Expects a refusal with this code. */
        thenRefused: (code: string): void => expect(refusalOf(decide)?.code).toBe(code),
        /** Expects a validation error at these paths. */
        thenRefusedAt: (...paths: readonly string[]): void =>
          expect(fieldsOf(refusalOf(decide)).map(({ loc }) => loc.join('.'))).toEqual(paths),
      };
    },
  });
}

let recordedSoFar = 0;

/** An event as it is read back: by default of stream `spec-stream`, at the next position. */
export function recorded<E extends DomainEvent>(
  event: E,
  {
    stream = 'spec-stream',
    revision = 0,
    ...metadata
  }: Partial<EventMetadata & { stream: string; revision: number }> = {},
): Recorded<E> {
  recordedSoFar += 1;
  return {
    ...event,
    id: uuidV5('spec', String(recordedSoFar)),
    stream,
    revision,
    position: String(recordedSoFar).padStart(20, '0'),
    metadata: {
      version: 1,
      occurredAt: NOW,
      recordedAt: NOW,
      actor: { kind: 'user', id: 'tester' },
      correlationId: 'spec',
      causationId: 'spec',
      commandId: 'spec:command',
      ...metadata,
    },
  };
}

/** The documents of a projection after these events, by id. */
export function documentsOf<D extends Document, E extends DomainEvent>(
  projection: Projection<D, E>,
  events: readonly Recorded<E>[],
): Record<string, D> {
  const documents = new Map<string, D>();
  for (const event of events.filter(({ type }) => projection.handles.includes(type))) {
    const targets = projection.targets(event);
    const ids = isList(targets) ? targets : matching(documents, targets);
    for (const id of ids) {
      const document = projection.evolve(documents.get(id), event, id);
      if (document) documents.set(id, document);
      else documents.delete(id);
    }
  }
  return Object.fromEntries(documents);
}

function matching(documents: ReadonlyMap<string, Document>, targets: Exclude<Targets, readonly string[]>): string[] {
  if ('prefix' in targets) return [...documents.keys()].filter((id) => id.startsWith(targets.prefix));
  const found = (document: Document): unknown => (document as unknown as Record<string, unknown>)[targets.field];
  return [...documents].filter(([, document]) => found(document) === targets.value).map(([id]) => id);
}

function refusalOf(decide: () => unknown): DomainError | undefined {
  try {
    decide();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

function fieldsOf(error: DomainError | undefined): { loc: readonly (string | number)[] }[] {
  return error && 'fields' in error ? (error.fields as { loc: (string | number)[] }[]) : [];
}
