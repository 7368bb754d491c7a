import { ERASED, type SubjectKeys } from './codec.ts';
import { command, type Context, type IntentOf } from './command.ts';
import type { Decider } from './decider.ts';
import { upToEnd, type EventStore, type Position, type StoredEvent } from '../ports/event-store.ts';
import type { SubjectEvent } from './events.ts';
import type { Executor } from './execute.ts';
import type { Keys } from '../secrets/keys.ts';
import { progressEntry, type Place } from '../reacting/progress.ts';
import { readVault, type Vault } from '../ports/vault.ts';

const ENTRY = progressEntry('erasures');

/** Makes all data sealed for a person unreadable for good (docs/EVENTS_AND_STREAMS.md#erasing-a-person). Idempotent. */
export class EraseSubject extends command('EraseSubject')<{ subject: string }> {}

type SubjectState = { status: 'known' } | { status: 'erased' };

export const subjectDecider: Decider<IntentOf<EraseSubject>, SubjectState, SubjectEvent> = {
  category: 'subject',
  initial: { status: 'known' },
  decide: ({ data }, { status }) => (status === 'erased' ? [] : [{ type: 'SubjectErased', data }]),
  evolve: () => ({ status: 'erased' }),
};

/** The key first, then the event: projections that blank documents because of the event cannot read the data again. */
export class Erasing {
  constructor(
    private readonly executor: Executor,
    private readonly subjectKeys: SubjectKeys,
    private readonly keys: Keys,
  ) {}

  async erase(subject: string, context: Context): Promise<void> {
    await this.subjectKeys.erase(subject);
    const intent = new EraseSubject({ subject }, context, `EraseSubject:${subject}`);
    await this.executor.execute(subjectDecider, this.streamOf(subject), intent);
  }

  private streamOf(subject: string): string {
    return `subject-${this.keys.digest('subject', subject)}`;
  }
}

/**
 * Erases people again whom the log says are erased and the Vault still has keys of: a restored Vault may be older than the erasure
 * (docs/EVENTS_AND_STREAMS.md#erasing-a-person). The position up to which it has checked is in the Vault itself, and so is restored with it.
 */
export class Erasures {
  constructor(
    private readonly store: EventStore,
    private readonly vault: Vault,
    private readonly subjectKeys: SubjectKeys,
  ) {}

  /** @returns how many people were erased again */
  async repeat(): Promise<number> {
    const stored = await readVault(this.vault, ENTRY);
    const place = stored === undefined ? undefined : (JSON.parse(stored) as Place);
    const after = await this.looked(place);
    let repeated = 0;
    let last: StoredEvent | undefined;
    for await (const batch of upToEnd(this.store, after)) {
      const subjects = batch.filter(({ type }) => type === 'SubjectErased').map(({ data }) => data.subject as string);
      repeated += await this.eraseKnown(subjects);
      last = batch.at(-1) ?? last;
    }
    // Only saves time at the next start, so a failure is ignored.
    if (last) await this.note(last).catch(() => undefined);
    if (repeated > 0) await this.vault.scrub?.();
    return repeated;
  }

  /** Records that all erasures so far were done in this Vault: while the program runs, erasing removes the key first. */
  async passed(): Promise<void> {
    const end = await this.store.end();
    const last = end === undefined ? undefined : await this.store.at(end);
    if (last) await this.note(last);
  }

  private async looked(place: Place | undefined): Promise<Position | undefined> {
    if (place?.position === undefined) return undefined;
    return (await this.store.at(place.position))?.id === place.eventId ? place.position : undefined;
  }

  private async eraseKnown(subjects: readonly string[]): Promise<number> {
    if (subjects.length === 0) return 0;
    const keys = await this.subjectKeys.get(subjects);
    const known = [...new Set(subjects)].filter((subject) => keys.get(subject) !== ERASED);
    for (const subject of known) await this.subjectKeys.erase(subject);
    return known.length;
  }

  private async note({ position, id }: StoredEvent): Promise<void> {
    await this.vault.put(ENTRY, JSON.stringify({ position, eventId: id } satisfies Place));
  }
}
