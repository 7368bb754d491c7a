import { Injectable } from '@nestjs/common';
import { Documents } from '../../../../app/documents.ts';
import { dayOf } from '../../../../kernel/ports/clock.ts';
import type { Recorded } from '../../../../kernel/writing/events.ts';
import { customerMeterId, customerMeterProjection } from '../../customer-meters/customer-meter.projection.ts';
import { isExtreme, type Extremes, type Recount } from '../../meters/recount.rules.ts';
import { add, NOTHING } from '../../meters/tally.rules.ts';
import { meterTallyProjection, tallyScope } from '../quantities/meter-tally.projection.ts';
import { keyOfOwner, type MeterRevision, type RecountedMeasure, type UsageVoided } from '../usage.events.ts';
import { hourOf, hourOfDay } from '../usage-hours.rules.ts';
import { UsageWindows, type CountedUsage } from '../usage-windows.service.ts';

type Voided = Recorded<UsageVoided>;

/** What maxima and minima come to without an event that was voided. */
@Injectable()
export class UsageRecounts {
  constructor(
    private readonly documents: Documents,
    private readonly windows: UsageWindows,
  ) {}

  /** Of the measures of a voided event that wait for it in read models; those have what lies before the void. */
  async measuresOf(voided: Voided): Promise<RecountedMeasure[]> {
    const measures: RecountedMeasure[] = [];
    for (const { meterId, revision, func } of voided.data.measures) {
      if (!isExtreme(func)) continue;
      const meter = { meterId, revision, func };
      const [period, hour] = [await this.period(voided, meter), await this.hour(voided, meter)];
      if (period ?? hour.own ?? hour.all) measures.push({ ...meter, period, hour });
    }
    return measures;
  }

  private async period({ data, position }: Voided, meter: MeterRevision): Promise<Extremes | null> {
    const owner = keyOfOwner(data.owner);
    const document = await this.documents.get(customerMeterProjection, customerMeterId(meter.meterId, owner), 'any');
    const recount = [...(document?.measured ?? []), ...(document?.closed ?? [])]
      .filter(({ revision }) => revision === meter.revision)
      .map((one) => one.recount)
      .find((one) => one?.event_id === data.eventId);
    if (!recount) return null;
    const { organizationId } = data;
    const window = { organizationId, owners: [owner], meter, after: recount.after, until: position };
    return (await extremesOf(this.windows.counted(window), () => true)).all;
  }

  private async hour({ data, position }: Voided, meter: MeterRevision): Promise<RecountedMeasure['hour']> {
    const { organizationId, eventId, at } = data;
    const owner = keyOfOwner(data.owner);
    const [all, own] = [tallyScope(meter), tallyScope(meter, owner)].map((scope) => `${scope}~${dayOf(at)}`);
    const days = await this.documents.getMany(meterTallyProjection, [all!, own!], 'any');
    const waits = (id: string) => days.get(id)?.recounts.some(isOf(eventId, hourOfDay(hourOf(at)))) ?? false;
    if (!waits(all!) && !waits(own!)) return { own: null, all: null };
    const owners = waits(all!) ? {} : { owners: [owner] };
    const window = { organizationId, meter, after: null, until: position, hour: hourOf(at), ...owners };
    const extremes = await extremesOf(this.windows.counted(window), ({ event }) => event.ownerKey === owner);
    return { own: waits(own!) ? extremes.own : null, all: waits(all!) ? extremes.all : null };
  }
}

function isOf(eventId: string, hour: number): (recount: Recount & { hour: number }) => boolean {
  return (recount) => recount.event_id === eventId && recount.hour === hour;
}

async function extremesOf(
  pages: AsyncIterable<CountedUsage[]>,
  isOwn: (usage: CountedUsage) => boolean,
): Promise<{ own: Extremes; all: Extremes }> {
  let [own, all] = [NOTHING, NOTHING];
  for await (const page of pages)
    for (const usage of page.filter(({ voided }) => voided !== 'within')) {
      all = add(all, usage.value);
      if (isOwn(usage)) own = add(own, usage.value);
    }
  return { own: { min: own.min, max: own.max }, all: { min: all.min, max: all.max } };
}
