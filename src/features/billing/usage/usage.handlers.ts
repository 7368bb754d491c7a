import { Handles } from '../../../app/commands.ts';
import { ConcurrencyConflict } from '../../../kernel/errors.ts';
import { newUuid } from '../../../kernel/ids.ts';
import { MAX_APPEND_BYTES, MAX_EVENT_BYTES } from '../../../kernel/ports/event-store.ts';
import { Writes, type Command } from '../../../kernel/writing/command.ts';
import { Gathering } from '../../../kernel/coordination/gathering.ts';
import { LongWork } from '../../../kernel/coordination/long-work.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { CompleteIngest, IngestUsage, type Ingested } from './usage.commands.ts';
import { ingestStream, type UsageEvent, type UsageIngested, type UsageIngestSplit } from './usage.events.ts';
import { chunksOf, type MeasuredUsage, type OwnedUsage } from './usage-chunks.rules.ts';
import { UsageExternalIds } from './usage-external-ids.service.ts';
import { bytesOf, MOST_BYTES, MOST_EVENTS } from './usage-input.rules.ts';
import { ingestIdOf } from './usage-ids.rules.ts';
import { UsageMeters } from './usage-meters.service.ts';
import { UsageOwners } from './usage-owners.service.ts';
import { UsageRests } from './usage-rests.service.ts';

const ATTEMPTS = 3;
/** So many fit into an append whatever their size, with what says that others follow. */
const CHUNKS_OF_APPEND = MAX_APPEND_BYTES / MAX_EVENT_BYTES - 1;

interface Call {
  usage: readonly OwnedUsage[];
  command: IngestUsage;
  /** No other call of the caller was under way: it is answered once read models show it. The others would hold each other up. */
  isAlone: boolean;
}

/**
 * Usage is appended, not executed: one append to a stream of its own (docs/EVENTS_AND_STREAMS.md#bounds), or a few if what meters measured makes it
 * larger than that. Calls of one caller that come while an earlier one is appended share the next append, so that single events cost little more
 * than a chunk of them.
 */
@Handles(IngestUsage)
export class IngestUsageHandler {
  private readonly calls = new Gathering<Call, Ingested>((calls) => this.ingested(calls), shareOf);

  constructor(
    private readonly executor: Executor,
    private readonly owners: UsageOwners,
    private readonly meters: UsageMeters,
    private readonly externalIds: UsageExternalIds,
    private readonly rests: UsageRests,
    private readonly work: LongWork,
  ) {}

  /** @throws InvalidInput a customer does not exist · ConcurrencyConflict other calls have taken its external ids over, time and again */
  async execute(command: IngestUsage): Promise<Ingested> {
    const { organizationId, events } = command.data;
    const usage = await this.owners.owned(organizationId, events);
    const key = sharedBy(command);
    return this.calls.add(key, { usage, command, isAlone: !this.calls.isBusy(key) });
  }

  private async ingested(calls: readonly Call[]): Promise<Ingested[]> {
    const { command } = calls[0]!;
    const usage = calls.flatMap((call) => call.usage);
    const measured = await this.meters.measured(command.data.organizationId, usage);
    for (let attempt = 1, lost = 0; lost < ATTEMPTS; attempt++) {
      const ingestId = ingestIdOf(command.context.requestId, attempt);
      const added = await this.withoutDuplicates(measured, ingestId, command);
      if (!added) continue;
      const writes = new Writes();
      const context = { ...command.context, writes };
      if (!(await this.append(added, ingestId, command.with(command.data, { context })))) {
        lost += 1;
        continue;
      }
      const isAdded = new Set(added.map(({ input }) => input));
      return calls.map((call) => {
        note(writes, call);
        const inserted = call.usage.filter(({ input }) => isAdded.has(input)).length;
        return { inserted, duplicates: call.usage.length - inserted };
      });
    }
    throw new ConcurrencyConflict(ingestStream(ingestIdOf(command.context.requestId, 1)));
  }

  /** @returns undefined if another call goes first, and this one must go on with another ingest */
  private async withoutDuplicates(
    usage: readonly MeasuredUsage[],
    ingestId: string,
    { data: { organizationId }, context }: IngestUsage,
  ): Promise<MeasuredUsage[] | undefined> {
    const ids = new Set(usage.flatMap(({ input }) => input.externalId ?? []));
    if (ids.size === 0) return [...usage];
    const left = await this.externalIds.reserve(organizationId, ingestId, [...ids], context);
    // The first of several events with one id counts.
    return left && usage.filter(({ input: { externalId } }) => externalId === undefined || left.delete(externalId));
  }

  /** @returns whether its events are in the log, also if they were there before; they never will be if it was abandoned */
  private async append(
    added: readonly MeasuredUsage[],
    ingestId: string,
    command: Command<string, IngestUsage['data']>,
  ): Promise<boolean> {
    if (added.length === 0) return true;
    const { organizationId } = command.data;
    const chunks: UsageIngested[] = [];
    for (const chunk of chunksOf(added, { organizationId, ingestId })) {
      chunks.push(chunk);
      if (this.work.isLong()) await this.work.nextTurn();
    }
    const [first, ...rest] = inAppends(chunks);
    const split = rest.length === 0 ? undefined : { organizationId, ingestId, restId: newUuid(), appends: rest.length };
    // Revisions count from 0, and the first append ends with the split.
    if (split) await this.rests.keep(split, first!.length, rest);
    const ending: UsageEvent[] = split ? [{ type: 'UsageIngestSplit', data: split }] : [];
    const appended = await this.executor.append(ingestStream(ingestId), [...first!, ...ending], -1, command);
    if (appended === 'conflict') return this.wasAppended(ingestId, split, command);
    if (split) await this.rests.append(split, command);
    return true;
  }

  /** Whether an earlier attempt has appended the call, maybe in other parts, which are then completed. */
  private async wasAppended(
    ingestId: string,
    split: UsageIngestSplit['data'] | undefined,
    command: Command<string, IngestUsage['data']>,
  ): Promise<boolean> {
    const scope = { organizationIds: [command.data.organizationId] };
    const before = await this.executor.load<UsageEvent>(ingestStream(ingestId), scope);
    const [earlier] = before.flatMap((event) => (event.type === 'UsageIngestSplit' ? [event.data] : []));
    if (split && split.restId !== earlier?.restId) await this.rests.drop(split);
    if (earlier) await this.rests.append(earlier, command);
    return before.some(({ type }) => type === 'UsageIngested');
  }
}

/** If its process ended between the appends of a call. */
@Handles(CompleteIngest)
export class CompleteIngestHandler {
  constructor(private readonly rests: UsageRests) {}

  execute(command: CompleteIngest): Promise<void> {
    return this.rests.append(command.data, command);
  }
}

function inAppends(chunks: readonly UsageIngested[]): UsageIngested[][] {
  const count = Math.ceil(chunks.length / CHUNKS_OF_APPEND);
  return Array.from({ length: count }, (_, n) => chunks.slice(n * CHUNKS_OF_APPEND, (n + 1) * CHUNKS_OF_APPEND));
}

/** Calls share an append if they have nothing to tell them apart, and nothing to wait for: the same external id may be another call's. */
function sharedBy({
  data: { organizationId, events },
  context: { actor, requestId, isRepeatable },
}: IngestUsage): string {
  if (isRepeatable) return requestId;
  const hasIds = events.some(({ externalId }) => externalId !== undefined);
  return JSON.stringify([organizationId, actor, hasIds]);
}

function note({ highest }: Writes, { isAlone, command }: Call): void {
  if (highest === undefined) return;
  if (isAlone) command.context.writes.note(highest);
  else command.context.writes.isPending = true;
}

/** Of what one call may hold: calls that share an append are together no larger than one of them may be. */
function shareOf({ usage }: Call): number {
  const bytes = usage.reduce((sum, { input }) => sum + bytesOf(input), 0);
  return Math.max(usage.length / MOST_EVENTS, bytes / MOST_BYTES);
}
