import { CommandHandler } from '@nestjs/cqrs';
import { ConcurrencyConflict } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { IngestUsage, type Ingested } from './usage.commands.ts';
import { ingestStream, type UsageIngested } from './usage.events.ts';
import { chunksOf, type MeasuredUsage } from './usage-chunks.rules.ts';
import { UsageExternalIds } from './usage-external-ids.service.ts';
import { ingestIdOf } from './usage-ids.rules.ts';
import { UsageMeters } from './usage-meters.service.ts';
import { UsageOwners } from './usage-owners.service.ts';

const ATTEMPTS = 3;

/** Usage is appended, not executed: one call is one append to a stream of its own (docs/EVENTS_AND_STREAMS.md#bounds). */
@CommandHandler(IngestUsage)
export class IngestUsageHandler {
  constructor(
    private readonly executor: Executor,
    private readonly owners: UsageOwners,
    private readonly meters: UsageMeters,
    private readonly externalIds: UsageExternalIds,
  ) {}

  /** @throws InvalidInput a customer does not exist · ConcurrencyConflict other calls have taken its external ids over, time and again */
  async execute(command: IngestUsage): Promise<Ingested> {
    const { organizationId, events } = command.data;
    const owned = await this.owners.owned(organizationId, events);
    const measured = await this.meters.measured(organizationId, owned);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const ingestId = ingestIdOf(command.context.requestId, attempt);
      const added = await this.withoutDuplicates(measured, ingestId, command);
      const ingested = await this.append(added, ingestId, command);
      if (ingested !== undefined) return { inserted: ingested, duplicates: events.length - ingested };
    }
    throw new ConcurrencyConflict(ingestStream(ingestIdOf(command.context.requestId, ATTEMPTS)));
  }

  private async withoutDuplicates(
    usage: readonly MeasuredUsage[],
    ingestId: string,
    { data: { organizationId }, context }: IngestUsage,
  ): Promise<MeasuredUsage[]> {
    const ids = new Set(usage.flatMap(({ input }) => input.externalId ?? []));
    if (ids.size === 0) return [...usage];
    const left = await this.externalIds.reserve(organizationId, ingestId, [...ids], context);
    // The first of several events with one id counts.
    return usage.filter(({ input: { externalId } }) => externalId === undefined || left.delete(externalId));
  }

  /** @returns how many events it has added, also if it had added them before; undefined if it was abandoned */
  private async append(
    added: readonly MeasuredUsage[],
    ingestId: string,
    command: IngestUsage,
  ): Promise<number | undefined> {
    if (added.length === 0) return 0;
    const { organizationId } = command.data;
    const chunks = chunksOf(added, { organizationId, ingestId });
    const stream = ingestStream(ingestId);
    if ((await this.executor.append(stream, chunks, -1, command)) !== 'conflict') return added.length;
    const before = await this.executor.load<UsageIngested>(stream, { organizationIds: [organizationId] });
    const count = before.reduce(
      (sum, { type, data }) => (type === 'UsageIngested' ? sum + data.events.length : sum),
      0,
    );
    return count > 0 ? count : undefined;
  }
}
