import { upToEnd, type EventStore, type Position, type StoredEvent } from '../ports/event-store.ts';
import { readVault, type Vault } from '../ports/vault.ts';
import { ERASED, type SubjectKeys } from '../secrets/subject-keys.ts';
import { progressEntry, type Place } from './progress.ts';

const ENTRY = progressEntry('erasures');

/**
 * Erases people again if the log says that they are erased but the Vault still has their keys: a restored Vault may be older than the erasure
 * (docs/EVENTS_AND_STREAMS.md#erasing-a-person). The position up to which it has checked is in the Vault itself, and so is restored with it.
 */
export class ErasureReplay {
  constructor(
    private readonly store: EventStore,
    private readonly vault: Vault,
    private readonly subjectKeys: SubjectKeys,
  ) {}

  /** @returns how many people were erased again */
  async replay(): Promise<number> {
    const stored = await readVault(this.vault, ENTRY);
    const place = stored === undefined ? undefined : (JSON.parse(stored) as Place);
    const after = await this.checkedUpTo(place);
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
  async markDone(): Promise<void> {
    const end = await this.store.end();
    const last = end === undefined ? undefined : await this.store.at(end);
    if (last) await this.note(last);
  }

  private async checkedUpTo(place: Place | undefined): Promise<Position | undefined> {
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
