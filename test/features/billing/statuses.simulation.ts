import { dueProjection, type Due } from '../../../src/kernel/reacting/due.ts';
import { addDays } from '../../../src/kernel/ports/clock.ts';
import type { Document } from '../../../src/kernel/ports/document-store.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import type { DomainEvent, Recorded } from '../../../src/kernel/writing/events.ts';
import { demandNone, type Cast } from '../../simulation/cast.ts';
import type { World } from '../../simulation/world.ts';
import { STANDINGS } from '../../support/statuses.ts';

/** What lists show is what deciders decide by, and nothing is left to do. */
export class SimulatedStatuses implements Cast {
  readonly actions = [];

  constructor(private readonly world: World) {}

  readonly invariants = [() => this.checkStatuses(), () => this.checkDue()];

  private async checkStatuses(): Promise<void> {
    const streams = new Map<string, Recorded<DomainEvent>[]>();
    for (const event of await this.world.events())
      streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
    const wrong: unknown[] = [];
    for (const { decider, projection, known, shown } of STANDINGS) {
      const rows = new Map<string, string>();
      for await (const { document } of this.world.servers.documents.each<Document>(collectionOf(projection)))
        rows.set(document.id, shown(document as never));
      for (const [stream, events] of streams) {
        const [category, ...id] = stream.split('-');
        if (category !== decider.category) continue;
        const statuses = known(fold(decider, events) as never, id.join('-'));
        for (const [entity, status] of Object.entries(statuses))
          if ((rows.get(entity) ?? 'absent') !== status)
            wrong.push({ stream, entity, status, shown: rows.get(entity) });
      }
    }
    demandNone('what lists show has the status that it is decided by', wrong);
  }

  private async checkDue(): Promise<void> {
    const sources = this.world.features.flatMap(({ dueItems }) => dueItems ?? []);
    const yesterday = addDays(this.world.now(), -1);
    const late: Due[] = [];
    for await (const { document } of this.world.servers.documents.each<Due>(collectionOf(dueProjection(sources))))
      if (document.dueAt < yesterday) late.push(document);
    demandNone('nothing has been due for longer than a day', late);
  }
}
