import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../kernel/ports/clock.ts';
import { Codec, isReadable } from '../../kernel/writing/codec.ts';
import { DomainError, NotFound, type UnreadableEvent } from '../../kernel/errors.ts';
import type { EventStore, StoredEvent } from '../../kernel/ports/event-store.ts';
import { Executor } from '../../kernel/writing/execute.ts';
import { skipDecider, SkipEvent, SKIPPED_STREAM } from '../../kernel/writing/skipped-events.ts';
import { CLOCK, EVENT_STORE } from '../tokens.ts';
import { demandArgument, operatorContext, OperatorActions, type OperatorAction } from './actions.ts';
import { findEvent, sayUnreadable } from './events.ts';

/** Operator actions on single events. */
@Injectable()
export class EventActions {
  constructor(
    actions: OperatorActions,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly codec: Codec,
    private readonly executor: Executor,
  ) {
    actions.register(this.skip(), this.listUnreadable());
  }

  private skip(): OperatorAction {
    return {
      name: 'events skip',
      needs: 'nothing',
      isForAdministrators: true,
      run: async (request, say) => {
        const { event, unreadable } = await this.unreadable(demandArgument(request, 'event'));
        if (!unreadable) return say('It has been skipped already.');
        const { id: eventId, type, stream, revision } = event;
        const organizationId = event.metadata.organizationId ?? null;
        const reason = String(request.args.reason ?? unreadable.reason);
        const context = operatorContext(request, this.clock);
        const skip = new SkipEvent({ eventId, stream, revision, type, organizationId, reason }, context);
        await this.executor.execute(skipDecider, SKIPPED_STREAM, skip);
        say(`${type} ${stream}@${revision} is skipped: every reader continues after it within a few seconds.`);
      },
    };
  }

  /** Reads the whole log. */
  private listUnreadable(): OperatorAction {
    return {
      name: 'events unreadable',
      needs: 'nothing',
      isForAdministrators: true,
      run: async (_request, say) => {
        await sayUnreadable(this.store, this.codec, say);
      },
    };
  }

  /** @throws DomainError the event does not exist, or can be read */
  private async unreadable(reference: string): Promise<{ event: StoredEvent; unreadable?: UnreadableEvent }> {
    const event = await findEvent(this.store, reference);
    if (!event) throw new NotFound(`The log has no event ${reference}; see: events unreadable`);
    const [opened] = await this.codec.openEach([event]);
    if (!opened) return { event };
    if (isReadable(opened))
      throw new DomainError('Readable', `${event.type} ${event.stream}@${event.revision} can be read`, 409);
    return { event, unreadable: opened };
  }
}
