import { Injectable } from '@nestjs/common';
import { Documents } from '../../../../app/reading/documents.ts';
import { LongWork } from '../../../../kernel/coordination/long-work.ts';
import { dayOf } from '../../../../kernel/ports/clock.ts';
import type { Position } from '../../../../kernel/ports/event-store.ts';
import type { Recorded } from '../../../../kernel/writing/events.ts';
import { customerMeterId, customerMeterProjection } from '../../customer-meters/customer-meter.projection.ts';
import { isExtreme, NO_EXTREMES, withValue, type Extremes, type Recount } from '../../meters/recount.rules.ts';
import { isSince, type Begin } from '../../meters/period-begin.rules.ts';
import { meterTallyProjection, tallyScope } from '../quantities/meter-tally.projection.ts';
import {
  keyOfOwner,
  keyOfRevision,
  type MeterRevision,
  type RecountedMeasure,
  type UsageVoided,
} from '../usage.events.ts';
import { hourOf, hourOfDay } from '../usage-hours.rules.ts';
import { UsageWindows, type CountedUsage, type CountedWindow } from '../usage-windows.service.ts';

type Voided = Recorded<UsageVoided>;

/** By `keyOfRevision`. */
type ByRevision = ReadonlyMap<string, Extremes>;

/** What maxima and minima come to without an event that was voided. */
@Injectable()
export class UsageRecounts {
  constructor(
    private readonly documents: Documents,
    private readonly windows: UsageWindows,
    private readonly work: LongWork,
  ) {}

  /** Of the measures of a voided event that wait for it in read models; those have what lies before the void. */
  async measuresOf(voided: Voided): Promise<RecountedMeasure[]> {
    const meters = voided.data.measures
      .filter(({ func }) => isExtreme(func))
      .map(({ meterId, revision }): MeterRevision => ({ meterId, revision }));
    if (meters.length === 0) return [];
    const [periods, hours] = [await this.periods(voided, meters), await this.hours(voided, meters)];
    const measures = meters.map((meter) => {
      const key = keyOfRevision(meter);
      const hour = { own: hours.own.get(key) ?? null, all: hours.all.get(key) ?? null };
      return { ...meter, period: periods.get(key) ?? null, hour };
    });
    return measures.filter(({ period, hour }) => period ?? hour.own ?? hour.all);
  }

  /** Of the owner's periods, which may begin at different places of the log: what lies after the first is read once for all meters. */
  private async periods({ data, position }: Voided, meters: readonly MeterRevision[]): Promise<ByRevision> {
    const begins = await this.beginsOf(data, meters);
    if (begins.size === 0) return new Map();
    const waiting = meters.filter((meter) => begins.has(keyOfRevision(meter)));
    const { organizationId, owner } = data;
    const afters: (Position | null)[] = [];
    for (const begin of begins.values()) afters.push(await this.windows.readFrom(organizationId, begin));
    const after = afters.includes(null) ? null : (afters as Position[]).sort()[0]!;
    const window = { organizationId, owners: [keyOfOwner(owner)], meters: waiting, after, until: position };
    const isWithin = ({ event }: CountedUsage, key: string) => isSince(begins.get(key) ?? null, event);
    const [found] = await this.extremesOf(window, [isWithin]);
    return ofAll(begins.keys(), found!);
  }

  /** Where the periods begin that wait for the voided event, null: with the log. */
  private async beginsOf(
    { eventId, owner }: UsageVoided['data'],
    meters: readonly MeterRevision[],
  ): Promise<Map<string, Begin | null>> {
    const idOf = ({ meterId }: MeterRevision) => customerMeterId(meterId, keyOfOwner(owner));
    const documents = await this.documents.getMany(customerMeterProjection, meters.map(idOf), 'any');
    const begins = new Map<string, Begin | null>();
    for (const meter of meters) {
      const document = documents.get(idOf(meter));
      const recount = [...(document?.measured ?? []), ...(document?.closed ?? [])]
        .filter(({ revision }) => revision === meter.revision)
        .map((one) => one.recount)
        .find((one) => one?.event_id === eventId);
      if (recount) begins.set(keyOfRevision(meter), recount.begin);
    }
    return begins;
  }

  /** Of the hour in which the usage happened, read once for all meters. */
  private async hours(
    { data, position }: Voided,
    meters: readonly MeterRevision[],
  ): Promise<Record<'own' | 'all', ByRevision>> {
    const { organizationId, eventId, at } = data;
    const owner = keyOfOwner(data.owner);
    const idOf = (scope: string) => `${scope}~${dayOf(at)}`;
    const scopes = meters.flatMap((meter) => [tallyScope(meter), tallyScope(meter, owner)]);
    const days = await this.documents.getMany(meterTallyProjection, scopes.map(idOf), 'any');
    const waits = (scope: string) =>
      days.get(idOf(scope))?.recounts.some(isOf(eventId, hourOfDay(hourOf(at)))) ?? false;
    const isOfAll = new Set(meters.filter((meter) => waits(tallyScope(meter))).map(keyOfRevision));
    const isOfOwner = new Set(meters.filter((meter) => waits(tallyScope(meter, owner))).map(keyOfRevision));
    const waiting = meters.map(keyOfRevision).filter((key) => isOfAll.has(key) || isOfOwner.has(key));
    if (waiting.length === 0) return { own: new Map(), all: new Map() };
    const window: CountedWindow = {
      ...{ organizationId, after: null, until: position, hour: hourOf(at) },
      meters: meters.filter((meter) => waiting.includes(keyOfRevision(meter))),
      ...(isOfAll.size === 0 && { owners: [owner] }),
    };
    const [own, all] = await this.extremesOf(window, [
      ({ event }, key) => event.ownerKey === owner && isOfOwner.has(key),
      (_, key) => isOfAll.has(key),
    ]);
    return { own: ofAll(isOfOwner, own!), all: ofAll(isOfAll, all!) };
  }

  /** Of what counts, for each of the conditions. */
  private async extremesOf(
    window: CountedWindow,
    conditions: readonly ((usage: CountedUsage, key: string) => boolean)[],
  ): Promise<ByRevision[]> {
    const found = conditions.map(() => new Map<string, Extremes>());
    for await (const page of this.windows.counted(window))
      for (const usage of page) {
        if (this.work.isLong()) await this.work.nextTurn();
        if (usage.voided === 'within') continue;
        for (const { value, ...meter } of usage.measures) {
          const key = keyOfRevision(meter);
          for (const [at, isMet] of conditions.entries())
            if (isMet(usage, key)) found[at]!.set(key, withValue(found[at]!.get(key) ?? NO_EXTREMES, value));
        }
      }
    return found;
  }
}

function isOf(eventId: string, hour: number): (recount: Recount & { hour: number }) => boolean {
  return (recount) => recount.event_id === eventId && recount.hour === hour;
}

/** Also where no other event is left. */
function ofAll(keys: Iterable<string>, found: ByRevision): ByRevision {
  return new Map([...keys].map((key) => [key, found.get(key) ?? NO_EXTREMES]));
}
