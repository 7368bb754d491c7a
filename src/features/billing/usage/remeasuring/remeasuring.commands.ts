import type { Instant } from '../../../../kernel/ports/clock.ts';
import { command } from '../../../../kernel/writing/command.ts';
import type { Look, RemeasuredOwner } from './remeasuring.events.ts';
import type { MeasuringMeter, MeterRevision } from '../usage.events.ts';

/** Has the newest definition of a meter count past usage, too. */
export class StartRemeasuring extends command('StartRemeasuring')<{ meterId: string }> {}
/** Measures the next page. `from`: the chunk that it follows, '' for the first page. */
export class RemeasureUsage extends command('RemeasureUsage')<MeterRevision & { look: Look; from: string }> {}
/** Looks once more, when no call from before the definition is in work any longer. `id`: that of the stream. */
export class LookAgain extends command('LookAgain')<{ id: string; dueAt: Instant }> {}

export class BeginRemeasuring extends command('BeginRemeasuring')<MeasuringMeter & { organizationId: string }> {}
/** A page is measured. `after`: the last chunk of the page; null: there was none. */
export class AdvanceRemeasuring extends command('AdvanceRemeasuring')<
  MeterRevision & { look: Look; from: string; after: string | null; parts: RemeasuredOwner[][] }
> {}
