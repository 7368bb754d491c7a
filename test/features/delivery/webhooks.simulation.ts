import { messagesOf } from '../../../src/features/delivery/webhooks/messages/webhook-messages.rules.ts';
import type { OutcomeEvent, SchedulingEvent } from '../../../src/features/delivery/webhooks/webhook.events.ts';
import { msOf } from '../../../src/kernel/ports/clock.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';
import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { SimulatedOrganizations } from '../accounts/organizations.simulation.ts';

const EVENTS = [
  ...['checkout.created', 'order.created', 'order.paid', 'customer.created', 'customer.state_changed'],
  ...[
    'subscription.created',
    'subscription.updated',
    'subscription.canceled',
    'subscription.revoked',
    'product.updated',
  ],
];
const MOST_ENDPOINTS = 4;
/** A message that has been failing for so long does not hold up later ones. */
const BLOCKS_MS = 20 * 60_000;

/** Systems that subscribe to webhooks, and fail for a while. */
export class SimulatedWebhooks implements Cast {
  private readonly endpoints: { id: string; url: string }[] = [];

  constructor(
    private readonly world: World,
    private readonly organizations: SimulatedOrganizations,
  ) {}

  readonly actions = [
    { name: 'create a webhook endpoint', weight: 1, run: () => this.create() },
    { name: 'let a receiver fail or recover', weight: 2, run: () => this.toggle() },
  ];

  readonly invariants = [() => this.checkOrder()];

  async prologue(): Promise<void> {
    await this.create();
  }

  async pending(): Promise<unknown[]> {
    const scheduled = await this.scheduled();
    const accepted = this.accepted();
    const given = new Set((await this.world.events<OutcomeEvent>()).flatMap((event) => abandonedBy(event)));
    return this.endpoints.flatMap(({ id }) =>
      (scheduled.get(id) ?? []).filter((message) => !accepted.has(message.id) && !given.has(message.id)),
    );
  }

  private async create(): Promise<void> {
    const seller = this.organizations.anySeller();
    if (!seller || this.endpoints.length >= MOST_ENDPOINTS) return;
    const url = `https://receiver.example/${this.world.random.between(0, 2 ** 40)}`;
    const answer = await seller.api.call('POST', '/v1/webhooks/endpoints', { url, format: 'raw', events: EVENTS });
    demand(answer, 'the creation of a webhook endpoint', 201);
    if (answer.status === 201) this.endpoints.push({ id: (answer.body as { id: string }).id, url });
  }

  private async toggle(): Promise<void> {
    if (this.endpoints.length === 0) return;
    const { failing } = this.world.servers.receivers;
    const { url } = this.world.random.pick(this.endpoints);
    if (!failing.delete(url)) failing.add(url);
  }

  private async checkOrder(): Promise<void> {
    const scheduled = await this.scheduled();
    const { received } = this.world.servers.receivers;
    const accepted = this.accepted();
    const wrong: unknown[] = [];
    for (const { id, url } of this.endpoints) {
      const messages = scheduled.get(id) ?? [];
      demandNone('a message is scheduled once', repeated(messages.map((message) => message.id)));
      const first = new Map<string, { at: number; body: string }>();
      for (const delivery of received.filter((one) => one.url === url)) {
        const before = first.get(delivery.id);
        if (before && before.body !== delivery.body) wrong.push({ otherBody: delivery.id });
        if (!before) first.set(delivery.id, delivery);
        if (!messages.some((message) => message.id === delivery.id)) wrong.push({ unknown: delivery.id });
      }
      for (const [n, message] of messages.entries()) {
        const next = messages[n + 1];
        const followed = next && first.get(next.id)?.at;
        const done = accepted.get(message.id) ?? Infinity;
        if (followed !== undefined && followed < done && followed < message.at + BLOCKS_MS)
          wrong.push({ overtaken: message, by: next, done, followed });
      }
    }
    demandNone('each endpoint receives its messages in order, and each of them with one body', wrong);
  }

  /** Per endpoint, in the order of the log. */
  private async scheduled(): Promise<Map<string, { id: string; wireType: string; at: number }[]>> {
    const found = new Map<string, { id: string; wireType: string; at: number }[]>();
    for (const { type, data, metadata } of await this.world.events<SchedulingEvent>()) {
      if (type !== 'WebhooksScheduled') continue;
      for (const [id, { endpointId, wireType }] of messagesOf(data))
        found.set(endpointId, [...(found.get(endpointId) ?? []), { id, wireType, at: msOf(metadata.recordedAt) }]);
    }
    return found;
  }

  /** When each message was first accepted, by its id. */
  private accepted(): Map<string, number> {
    const { received } = this.world.servers.receivers;
    return new Map(
      received
        .filter(({ isAccepted }) => isAccepted)
        .reverse()
        .map(({ id, at }) => [id, at]),
    );
  }
}

function abandonedBy({ type, data }: Recorded<OutcomeEvent>): string[] {
  if (type !== 'WebhookOutcomesRecorded') return [];
  return data.outcomes.filter(({ result }) => result === 'abandoned').map(({ webhookId }) => webhookId);
}

function repeated(ids: readonly string[]): string[] {
  return ids.filter((id, n) => ids.indexOf(id) !== n);
}
