import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { addSeconds, type Clock } from '../kernel/ports/clock.ts';
import type { EventStore } from '../kernel/ports/event-store.ts';
import { newUuid } from '../kernel/ids.ts';
import type { Log } from '../kernel/ports/log.ts';
import { readVault, type PutOptions, type Vault } from '../kernel/ports/vault.ts';
import { CLOCK, EVENT_STORE, LOG, VAULT } from './tokens.ts';
import { Workers, type Work } from './work/workers.ts';

/** A day: longer than a request can be repeated under its Idempotency-Key. */
const UNNAMED_SECONDS = 25 * 3_600;
const PAGE = 500;
const NOTES = 'unnamed-row';

/** How the log will name a row: an event of `stream` whose data holds the unique `name`. */
interface NamedBy {
  stream: string;
  name: string;
}

/**
 * Writes Vault rows before the event that names them: hashes, tokens and secrets (docs/EVENTS_AND_STREAMS.md#envelope). A note is written
 * first, with the stream that will name the row. After a day `VaultRowSweeper` reads that stream and deletes a row that no event names. It decides
 * by the log alone, so a crash at any step, or a restart after years, leaves no orphan and deletes no row in use.
 */
@Injectable()
export class VaultRows {
  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async put(key: string, value: string, namedBy: NamedBy, options?: PutOptions): Promise<void> {
    const note: Note = { key, ...namedBy };
    await this.vault.put(`${NOTES}/${this.clock.machineNow()}~${newUuid()}`, JSON.stringify(note));
    await this.vault.put(key, value, options);
  }
}

interface Note extends NamedBy {
  key: string;
}

@Injectable()
export class VaultRowSweeper implements Work, OnApplicationBootstrap {
  readonly kind = NOTES;
  readonly atOnce = 1;

  constructor(
    private readonly workers: Workers,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  /** The oldest notes that are a day old. */
  async due(): Promise<string[]> {
    const until = addSeconds(this.clock.machineNow(), -UNNAMED_SECONDS);
    const keys = await this.vault.list(`${NOTES}/`, `${NOTES}/${until}`, PAGE);
    return keys.map((key) => key.slice(NOTES.length + 1));
  }

  async handle(id: string): Promise<void> {
    const text = await readVault(this.vault, `${NOTES}/${id}`);
    if (text === undefined) return;
    const { key, stream, name } = JSON.parse(text) as Note;
    if (!(await this.isNamed(stream, name))) {
      await this.vault.delete(key);
      this.log.info('Deleted a vault row that no event named within a day', { kind: key.split('/')[0] });
    }
    await this.vault.delete(`${NOTES}/${id}`);
  }

  private async isNamed(stream: string, name: string): Promise<boolean> {
    return (await this.store.read(stream)).some(({ data }) => JSON.stringify(data).includes(name));
  }
}
