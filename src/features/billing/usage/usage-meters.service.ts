import { Injectable } from '@nestjs/common';
import { LongWork } from '../../../kernel/coordination/long-work.ts';
import { measurer, type Measure } from '../meters/measure.rules.ts';
import { requiredName } from '../meters/meter-match.rules.ts';
import { filterOf, type MeterDefinition, type MeterDocument } from '../meters/meter.projection.ts';
import { MeterReader } from '../meters/meters.queries.ts';
import type { UsageFacts } from '../meters/usage-facts.rules.ts';
import { isSameRevision, type MeasuringMeter, type MeterRevision } from './usage.events.ts';
import type { MeasuredUsage, OwnedUsage } from './usage-chunks.rules.ts';
import type { UsageInput } from './usage-input.rules.ts';
import type { LoggedMeasure, LoggedUsage } from './usage-log.service.ts';

/** Compiled definitions that are kept, a few megabytes if they are as large as they can be. */
const KNOWN_METERS = 2_000;

/** What a seller says of an event. */
type Reported = Pick<UsageInput, 'name' | 'timestamp' | 'metadata'>;

interface CompiledMeter {
  meter: MeasuringMeter;
  /** The only name of events that it counts; undefined if they have several. */
  name: string | undefined;
  measure: (facts: UsageFacts) => Measure | undefined;
}

/**
 * Measures events as they arrive: what a meter measured is in the log with the event, so that a rebuild needs neither the meters of that time
 * nor what a person said (docs/decisions/0035).
 */
@Injectable()
export class UsageMeters {
  private readonly known = new Map<string, CompiledMeter>();

  constructor(
    private readonly meters: MeterReader,
    private readonly work: LongWork,
  ) {}

  /** In turns of the event loop: a call may have a thousand events, and fifty meters a hundred definitions. */
  async measured(organizationId: string, usage: readonly OwnedUsage[]): Promise<MeasuredUsage[]> {
    const measuresOf = await this.measuring(organizationId);
    const measured: MeasuredUsage[] = [];
    for (const { input, owner } of usage) {
      if (this.work.isLong()) await this.work.nextTurn();
      measured.push({ input, owner, measures: measuresOf(input) });
    }
    return measured;
  }

  /**
   * Tells what meters have measured of events: when they arrived, and since then, by definitions that came later.
   * @param only of these definitions that came later
   */
  async measuringSince(
    organizationId: string,
    only: (meter: MeterRevision) => boolean = () => true,
  ): Promise<(usage: LoggedUsage) => readonly LoggedMeasure[]> {
    const measuresNow = await this.measuring(organizationId, only);
    return ({ measures, ...reported }) => {
      const later = measuresNow(reported).filter(({ meter }) => !measures.some((one) => isSameRevision(one, meter)));
      return [...measures, ...later.map(({ meter, value }) => ({ ...meter, value }))];
    };
  }

  /** What the organization's meters measure of an event. */
  private async measuring(
    organizationId: string,
    only: (meter: MeterRevision) => boolean = () => true,
  ): Promise<(reported: Reported) => MeasuredUsage['measures']> {
    const documents = await this.meters.ofOrganization(organizationId);
    const meters = documents.flatMap((document) => this.allOf(document)).filter(({ meter }) => only(meter));
    return ({ name, timestamp, metadata }) => {
      const facts: UsageFacts = { name, source: 'user', timestamp, metadata };
      const measures: { meter: MeasuringMeter; value: number | null }[] = [];
      for (const { meter, name: only, measure } of meters) {
        const measured = only === undefined || only === name ? measure(facts) : undefined;
        if (measured) measures.push({ meter, value: measured.value });
      }
      return measures;
    };
  }

  /** While a new definition counts past usage, the one before it still serves, so that both measure. */
  private allOf({ id, serving, ...newest }: MeterDocument): CompiledMeter[] {
    const definitions = serving ? [serving, newest] : [newest];
    return definitions.map((definition) => this.compiled(id, definition));
  }

  private compiled(meterId: string, definition: MeterDefinition): CompiledMeter {
    const key = `${meterId} ${definition.revision}`;
    const known = this.known.get(key);
    if (known) return known;
    const [filter, { revision, aggregation }] = [filterOf(definition), definition];
    const compiled = {
      meter: { func: aggregation.func, meterId, revision },
      name: requiredName(filter),
      measure: measurer({ filter, aggregation }),
    };
    if (this.known.size >= KNOWN_METERS) this.known.delete(this.known.keys().next().value!);
    this.known.set(key, compiled);
    return compiled;
  }
}
