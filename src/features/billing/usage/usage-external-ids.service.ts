import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, EVENT_STORE, VAULT } from '../../../app/tokens.ts';
import { pause } from '../../../kernel/coordination/waiting.ts';
import { msOf, type Clock } from '../../../kernel/ports/clock.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { AbandonIngest } from './usage.commands.ts';
import { ingestStream, type UsageEvent } from './usage.events.ts';
import { startOfIngest } from './usage-ids.rules.ts';

/** A call that began longer ago and has appended nothing has ended without an answer. */
const ANSWERED_MS = 10_000;
const LOOK_EVERY_MS = 25;

/**
 * The seller's ids of usage events, each counted once for ever (docs/decisions/0035). A row of the Vault says which call has an id; whether
 * that call has appended anything, the log says.
 */
@Injectable()
export class UsageExternalIds {
  constructor(
    private readonly executor: Executor,
    private readonly keys: Keys,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Reserves ids for a call. @returns those that no other call has counted */
  async reserve(
    organizationId: string,
    ingestId: string,
    ids: readonly string[],
    context: Context,
  ): Promise<Set<string>> {
    const isNew = await Promise.all(
      ids.map((id) => this.reserveOne(this.keyOf(organizationId, id), ingestId, context)),
    );
    return new Set(ids.filter((_, index) => isNew[index]));
  }

  private async reserveOne(key: string, ingestId: string, context: Context): Promise<boolean> {
    for (;;) {
      if ((await this.vault.put(key, ingestId, { ifAbsent: true })) !== undefined) return true;
      const row = (await this.vault.getMany([key])).get(key);
      if (!row) continue;
      if (row.value === ingestId) return true;
      if (await this.hasAppended(row.value, context)) return false;
      if ((await this.vault.put(key, ingestId, { ifVersion: row.version })) !== undefined) return true;
    }
  }

  /** Whether another call has appended its events; if it has not, it cannot do so any more. */
  private async hasAppended(ingestId: string, context: Context): Promise<boolean> {
    const stream = ingestStream(ingestId);
    const isOld = msOf(this.clock.machineNow()) - startOfIngest(ingestId) > ANSWERED_MS;
    for (const until = performance.now() + (isOld ? 0 : ANSWERED_MS); ; await pause(LOOK_EVERY_MS)) {
      await this.store.refresh?.();
      const [first] = await this.store.read(stream, 0, 1);
      if (first) return (first.type as UsageEvent['type']) === 'UsageIngested';
      if (performance.now() < until) continue;
      const command = new AbandonIngest({ ingestId }, context, `abandon:${ingestId}`);
      const data = { organizationId: context.organizationId!, ingestId };
      const event: UsageEvent = { type: 'UsageIngestAbandoned', data };
      if ((await this.executor.append(stream, [event], -1, command)) !== 'conflict') return false;
    }
  }

  private keyOf(organizationId: string, externalId: string): string {
    return `usage-event/${this.keys.digestBytes('usage-event', `${organizationId}\0${externalId}`).toString('base64url').slice(0, 22)}`;
  }
}
