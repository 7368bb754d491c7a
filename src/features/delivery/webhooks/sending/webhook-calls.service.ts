import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, EVENT_STORE, OUTGOING, TELEMETRY, VAULT } from '../../../../app/tokens.ts';
import type { Clock, Instant } from '../../../../kernel/ports/clock.ts';
import type { EventStore } from '../../../../kernel/ports/event-store.ts';
import type { Telemetry } from '../../../../kernel/ports/telemetry.ts';
import type { Vault } from '../../../../kernel/ports/vault.ts';
import { OutgoingFailed, type Outgoing } from '../messages/outgoing.ts';
import { secondsOf, signedHeaders } from '../messages/signature.ts';
import type { Endpoint } from '../endpoints/webhook-endpoint.decider.ts';
import type { SentBody } from '../webhook-bodies-in-use.service.ts';
import { messagesStream, secretEntry, type WebhookGone } from '../webhook.events.ts';
import { WHY_GONE } from '../webhook.handlers.ts';
import type { WebhookDocument } from '../webhook.projection.ts';

export interface Called {
  /** null where the endpoint could not be reached. */
  status: number | null;
  /** Or what went wrong. */
  answer: string;
  gone?: WebhookGone;
  /** When the request began and ended; missing where there was none to send. */
  span?: { sentAt: Instant; at: Instant };
}

/** Secrets by their entries in the Vault, which are written once. */
export type Secrets = Map<string, string>;

/** One request to an endpoint, with a signed message. */
@Injectable()
export class WebhookCalls {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OUTGOING) private readonly outgoing: Outgoing,
    @Inject(TELEMETRY) private readonly telemetry: Telemetry,
  ) {}

  /**
   * Part of the trace of the event that the message is about, whenever it is sent.
   * @param attempt counts from 1 over all rounds
   * @param known secrets that were read before; those that are read now are added
   */
  call(message: WebhookDocument, attempt: number, body: SentBody, endpoint: Endpoint, known: Secrets): Promise<Called> {
    const { id, endpoint_id: endpointId, event_id: eventId, wire_type: wireType } = message;
    const scheduled = async () => [await this.store.last(messagesStream(eventId))].filter((one) => one !== undefined);
    const operation = {
      kind: 'delivery',
      name: 'delivery webhook',
      labels: { 'tillbook.delivery': 'webhook', 'tillbook.message_type': wireType },
      details: { 'tillbook.webhook.id': id, 'tillbook.endpoint.id': endpointId, 'tillbook.attempt': attempt },
      place: { after: scheduled },
    } as const;
    return this.telemetry.measure(operation, async (note) => {
      const called = await this.send(id, body, endpoint, known);
      const { status, gone } = called;
      if (gone) note({ 'error.type': gone });
      else if (status === null || !isSuccess(status)) note({ 'error.type': String(status ?? 'unreachable') });
      return called;
    });
  }

  private async send(webhookId: string, body: SentBody, endpoint: Endpoint, known: Secrets): Promise<Called> {
    if ('gone' in body) return { status: null, answer: WHY_GONE[body.gone], gone: body.gone };
    const secrets = await this.secretsOf(endpoint, known);
    if (secrets.length === 0) return { status: null, answer: 'The secret of this endpoint is not in the Vault' };
    const sentAt = this.clock.machineNow();
    const headers = signedHeaders(webhookId, secondsOf(sentAt), body.bytes, secrets);
    const called = await this.post(endpoint.url, headers, body.bytes);
    return { ...called, span: { sentAt, at: this.clock.machineNow() } };
  }

  private async post(url: string, headers: Readonly<Record<string, string>>, body: Buffer): Promise<Called> {
    try {
      const { status, body: answer } = await this.outgoing.post(url, headers, body);
      return { status, answer };
    } catch (error) {
      if (!(error instanceof OutgoingFailed)) throw error;
      return { status: null, answer: error.message };
    }
  }

  /** The current one first; none if that is missing. */
  private async secretsOf({ secretId, former }: Endpoint, known: Secrets): Promise<string[]> {
    const now = this.clock.machineNow();
    const valid = former.filter(({ until }) => until > now).reverse();
    const entries = [secretId, ...valid.map((one) => one.secretId)].map(secretEntry);
    const unknown = entries.filter((entry) => !known.has(entry));
    if (unknown.length > 0) for (const [entry, { value }] of await this.vault.getMany(unknown)) known.set(entry, value);
    return known.has(entries[0]!) ? entries.flatMap((entry) => known.get(entry) ?? []) : [];
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
