import { describe, expect, it } from '@jest/globals';
import { Documents } from '../../../src/app/reading/documents.ts';
import { endpointProjection } from '../../../src/features/delivery/webhooks/endpoints/webhook-endpoint.projection.ts';
import { ScheduleDeliveries } from '../../../src/features/delivery/webhooks/webhook.commands.ts';
import type { EndpointEvent, SchedulingEvent } from '../../../src/features/delivery/webhooks/webhook.events.ts';
import { ScheduleDeliveriesHandler } from '../../../src/features/delivery/webhooks/webhook.handlers.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import { startContext } from '../../../src/kernel/writing/command.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';
import { MemoryDocumentStore } from '../../simulation/memory/memory-document-store.ts';
import { documentsOf, NOW, recorded } from '../../support/given.ts';
import { ManualClock } from '../../support/kernel.ts';

const about = (endpointId: string) => ({ endpointId, organizationId: 'o1' });
const created = (endpointId: string, events = ['order.created']) =>
  recorded<EndpointEvent>({
    type: 'WebhookEndpointCreated',
    data: {
      ...about(endpointId),
      url: 'https://a.example',
      format: 'raw',
      events,
      secretId: 's1',
      apiVersion: '2027-01',
    },
  });
const disabled = (endpointId: string) =>
  recorded<EndpointEvent>({
    type: 'WebhookEndpointDisabled',
    data: { ...about(endpointId), failed: 10, missedFrom: 'event 1', at: NOW },
  });
const enabled = (endpointId: string) =>
  recorded<EndpointEvent>({ type: 'WebhookEndpointEnabled', data: { ...about(endpointId), at: NOW } });
/** What is announced to endpoints as `order.created`. */
const ordered = () => recorded({ type: 'OrderCreated', data: {} }, { organizationId: 'o1' });

/**
 * The endpoints that get a message about an event, which follows their history by default, and the workers that are woken.
 * @param history of the endpoints, as far as their read model shows it when the message is scheduled
 */
async function scheduledWhere(history: readonly Recorded<EndpointEvent>[], event: Recorded = ordered()) {
  const documents = new MemoryDocumentStore();
  await documents.save(
    Object.entries(documentsOf(endpointProjection, history)).map(([id, document]) => ({
      ...{ collection: collectionOf(endpointProjection), id, document },
      ...{ seen: undefined, position: history.at(-1)!.position, removedAt: undefined },
    })),
  );
  const [scheduled, woken]: string[][] = [[], []];
  const handler = new ScheduleDeliveriesHandler(
    {
      load: async () => [event],
      append: async (_: string, events: SchedulingEvent[]) =>
        void scheduled!.push(...events.flatMap(({ data }) => data.messages.flatMap(({ endpointIds }) => endpointIds))),
    } as never,
    { wireTypesOf: () => ['order.created'] } as never,
    {} as never,
    { readModels: { passed: async () => true } } as never,
    new Documents(documents),
    { keepBody: async () => 'digest', isSentAs: async () => true } as never,
    { last: async () => undefined } as never,
    { wake: async (job: string) => void woken!.push(job) } as never,
  );
  const { stream, revision } = event;
  const context = startContext({ kind: 'system', id: 'webhooks' }, new ManualClock());
  await handler.execute(new ScheduleDeliveries({ stream, revision }, context));
  return { scheduled, woken };
}

describe('a message about an event', () => {
  it('is for the endpoints that subscribe to it', async () => {
    const endpoints = [created('e1'), created('e2', ['order.paid']), created('e3')];
    const { scheduled, woken } = await scheduledWhere(endpoints);
    expect(scheduled).toEqual(['e1', 'e3']);
    expect(woken).toHaveLength(2);
  });

  it('is not for an endpoint that was created after the event, however late it is scheduled', async () => {
    const [before, event, after] = [created('before'), ordered(), created('after')];
    expect((await scheduledWhere([before, after], event)).scheduled).toEqual(['before']);
    expect(await scheduledWhere([after], event)).toEqual({ scheduled: [], woken: [] });
  });

  it('is not for an endpoint that is disabled', async () =>
    expect(await scheduledWhere([created('e1'), disabled('e1')])).toEqual({ scheduled: [], woken: [] }));

  it('is not for an endpoint that was disabled at the event, even if it is enabled by now', async () => {
    const [past, event, again] = [[created('e1'), disabled('e1')], ordered(), enabled('e1')];
    expect(await scheduledWhere([...past, again], event)).toEqual({ scheduled: [], woken: [] });
    expect((await scheduledWhere([...past, again])).scheduled).toEqual(['e1']);
  });
});
