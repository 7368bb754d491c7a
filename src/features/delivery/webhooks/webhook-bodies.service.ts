import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Feature, FeatureWebhooks } from '../../../app/feature.ts';
import { EntityStates } from '../../../app/reading/entity-states.ts';
import { withSubjects } from '../../../app/reading/subjects-read.ts';
import { FEATURES } from '../../../app/tokens.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { BuiltBody } from './webhook-texts.service.ts';
import { CUSTOMER_STATE_CHANGED, entityOf, WebhookCatalogue } from './webhook.catalogue.ts';

/**
 * The bodies of messages: the entity folded from its own stream up to and including the event, related entities from documents, all by
 * the presenters that the API answers with (docs/PROCESSES.md#webhook-delivery).
 */
@Injectable()
export class WebhookBodies {
  private readonly presenters: FeatureWebhooks['presenters'];
  private readonly customerState: FeatureWebhooks['customerState'];

  constructor(
    private readonly executor: Executor,
    private readonly states: EntityStates,
    private readonly catalogue: WebhookCatalogue,
    private readonly modules: ModuleRef,
    @Inject(FEATURES) features: readonly Feature[],
  ) {
    const declared = features.flatMap(({ webhooks }) => webhooks ?? []);
    this.presenters = Object.assign({}, ...declared.map(({ presenters }) => presenters));
    this.customerState = declared.flatMap(({ customerState }) => customerState ?? [])[0];
  }

  /**
   * The body of an event's messages of one type; undefined where the entity no longer exists.
   * @param events of the stream, the last being the one that is announced
   */
  async build(wireType: string, events: readonly Recorded[]): Promise<BuiltBody | undefined> {
    const event = events.at(-1)!;
    const { built: data, subjects } = await withSubjects(() =>
      wireType === CUSTOMER_STATE_CHANGED ? this.stateAfter(event) : this.entityAfter(wireType, events),
    );
    if (data === undefined) return undefined;
    return { text: JSON.stringify({ type: wireType, timestamp: event.metadata.occurredAt, data }), subjects };
  }

  private async entityAfter(wireType: string, events: readonly Recorded[]): Promise<unknown> {
    const other = this.catalogue.otherStreamOf(events.at(-1)!, wireType);
    const document = this.states.after(other === undefined ? events : await this.withOther(other, events));
    const presenter = this.presenters[entityOf(wireType)];
    return document && presenter && this.modules.get(presenter, { strict: false }).present(document as never);
  }

  /** What another entity had come to in its own stream, and then what these events make of it. */
  private async withOther(stream: string, events: readonly Recorded[]): Promise<Recorded[]> {
    const { position } = events.at(-1)!;
    const own = await this.executor.load(stream, 'any');
    return [...own.filter((event) => event.position < position), ...events];
  }

  private async stateAfter(event: Recorded): Promise<unknown> {
    const customerId = this.catalogue.customerOf(event);
    if (customerId === undefined || !this.customerState) return undefined;
    return this.modules.get(this.customerState, { strict: false }).present(customerId);
  }
}
