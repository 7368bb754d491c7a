import { command } from '../../../kernel/writing/command.ts';
import type { UsageIngestSplit } from './usage.events.ts';
import type { UsageInput } from './usage-input.rules.ts';

export interface Ingested {
  /** Events that were added. */
  inserted: number;
  /** Events whose external id was counted before. */
  duplicates: number;
}

/** Adds all events of a call, or none. */
export class IngestUsage extends command('IngestUsage')<
  { organizationId: string; events: readonly UsageInput[] },
  Ingested
> {}
/** Appends what is left of a call that takes several appends. */
export class CompleteIngest extends command('CompleteIngest')<UsageIngestSplit['data'], void> {}
/** Keeps a call from adding its events late. */
export class AbandonIngest extends command('AbandonIngest')<{ ingestId: string }> {}

/** Takes a usage event out of what meters count, once. */
export class VoidUsage extends command('VoidUsage')<{ eventId: string; reason: string }, void> {}
/** Reads again what is left of maxima and minima that a voided event was, once. */
export class RecountUsage extends command('RecountUsage')<{ eventId: string }, void> {}
