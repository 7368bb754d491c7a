import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, EVENT_STORE, VAULT } from '../../../app/tokens.ts';
import { memoized } from '../../../kernel/memoized.ts';
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

type Outcome = 'appended' | 'abandoned' | 'pending';
/** Whose row an id has: the call's own, that of a call that has counted it, or of one that may still do so. */
type Reserved = 'own' | 'counted' | { holder: string };

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

  /**
   * Reserves ids for a call, and waits for calls that may count some of them. Of two that have ids which the other one wants, the younger lets
   * the older go first: it abandons its append, so that its ids are free.
   * @returns those that no other call has counted; undefined if the call must append under another id, because this one was abandoned
   */
  async reserve(
    organizationId: string,
    ingestId: string,
    ids: readonly string[],
    context: Context,
  ): Promise<Set<string> | undefined> {
    if (context.isRepeatable && (await this.outcomeOf(ingestId)) === 'abandoned') return undefined;
    const isNew = new Set<string>();
    const until = performance.now() + ANSWERED_MS;
    for (let left = [...ids]; ; await pause(LOOK_EVERY_MS)) {
      const settled = memoized(left.length, (holder: string) => this.settled(holder, until, context));
      const reserved = await Promise.all(
        left.map((id) => this.reserveOne(this.keyOf(organizationId, id), ingestId, settled)),
      );
      left.forEach((id, at) => reserved[at] === 'own' && isNew.add(id));
      const holders = reserved.flatMap((one) => (typeof one === 'object' ? one.holder : []));
      if (holders.length === 0) return isNew;
      const older = holders.find((holder) => holder < ingestId);
      if (older !== undefined && isNew.size > 0) {
        await this.abandon(ingestId, context);
        while ((await this.settled(older, until, context)) === 'pending') await pause(LOOK_EVERY_MS);
        return undefined;
      }
      left = left.filter((_, at) => typeof reserved[at] === 'object');
    }
  }

  private async reserveOne(
    key: string,
    ingestId: string,
    outcomeOf: (holder: string) => Promise<Outcome>,
  ): Promise<Reserved> {
    for (;;) {
      if ((await this.vault.put(key, ingestId, { ifAbsent: true })) !== undefined) return 'own';
      const row = (await this.vault.getMany([key])).get(key);
      if (!row) continue;
      if (row.value === ingestId) return 'own';
      const outcome = await outcomeOf(row.value);
      if (outcome === 'appended') return 'counted';
      if (outcome === 'pending') return { holder: row.value };
      if ((await this.vault.put(key, ingestId, { ifVersion: row.version })) !== undefined) return 'own';
    }
  }

  /** Abandons what has been pending for too long. */
  private async settled(ingestId: string, until: number, context: Context): Promise<Outcome> {
    const outcome = await this.outcomeOf(ingestId);
    if (outcome !== 'pending') return outcome;
    const isOld = msOf(this.clock.machineNow()) - startOfIngest(ingestId) > ANSWERED_MS;
    if (!isOld && performance.now() < until) return 'pending';
    await this.abandon(ingestId, context);
    return this.outcomeOf(ingestId);
  }

  private async outcomeOf(ingestId: string): Promise<Outcome> {
    await this.store.refresh?.();
    const [first] = await this.store.read(ingestStream(ingestId), 0, 1);
    if (!first) return 'pending';
    return (first.type as UsageEvent['type']) === 'UsageIngested' ? 'appended' : 'abandoned';
  }

  /** It has appended its events before, or cannot do so any more. */
  private async abandon(ingestId: string, context: Context): Promise<void> {
    const command = new AbandonIngest({ ingestId }, context, `abandon:${ingestId}`);
    const data = { organizationId: context.organizationId!, ingestId };
    const event: UsageEvent = { type: 'UsageIngestAbandoned', data };
    await this.executor.append(ingestStream(ingestId), [event], -1, command);
  }

  private keyOf(organizationId: string, externalId: string): string {
    return `usage-event/${this.keys.digestBytes('usage-event', `${organizationId}\0${externalId}`).toString('base64url').slice(0, 22)}`;
  }
}
