import { Injectable } from '@nestjs/common';
import { setImmediate as turn } from 'node:timers/promises';
import { Slots } from '../../../kernel/coordination/slots.ts';
import type { Endpoint } from './endpoints/webhook-endpoint.decider.ts';
import { formatted } from './messages/webhook-format.rules.ts';
import { SMALL_BODY } from './sending/webhook-slots.service.ts';
import { WebhookTexts, type StoredBody } from './webhook-texts.service.ts';
import { bodyEntry, type WebhookGone } from './webhook.events.ts';
import type { WebhookDocument } from './webhook.projection.ts';

/** A body as an endpoint gets it. */
export type SentBody = { bytes: Buffer; subjects: readonly string[] } | { gone: WebhookGone };

interface InUse {
  users: number;
  body: Promise<SentBody>;
}

/** Bodies that are being sent: each is in memory once, however many endpoints get it, and no longer than it is sent. */
@Injectable()
export class WebhookBodiesInUse {
  private readonly inUse = new Map<string, InUse>();
  /** Reading one takes several times its size, and the thread, for a moment: one after the other, and others have their turn in between. */
  private readonly large = new Slots(1);

  constructor(private readonly texts: WebhookTexts) {}

  /** How many are in memory. */
  get count(): number {
    return this.inUse.size;
  }

  /**
   * Has a body for as long as a task takes.
   * @param size as it is stored
   * @param read reads it, unless it is in memory
   */
  async during<T>(
    { event_id, wire_type }: Pick<WebhookDocument, 'event_id' | 'wire_type'>,
    { format, apiVersion }: Pick<Endpoint, 'format' | 'apiVersion'>,
    size: number,
    read: () => Promise<StoredBody>,
    task: (body: SentBody) => Promise<T>,
  ): Promise<T> {
    const prepare = async (): Promise<SentBody> => {
      const body = await read();
      if ('gone' in body) return body;
      return { bytes: Buffer.from(formatted(format, apiVersion, body.text)), subjects: body.subjects };
    };
    const load = (): Promise<SentBody> => (size <= SMALL_BODY ? prepare() : this.large.run(() => turn().then(prepare)));
    const key = `${bodyEntry(event_id, wire_type)} ${format} ${apiVersion}`;
    const known = this.inUse.get(key);
    const used = known ?? { users: 0, body: load() };
    this.inUse.set(key, used);
    used.users += 1;
    try {
      const body = await used.body;
      return await task(known && !(await this.isStillOpen(body)) ? await load() : body);
    } finally {
      used.users -= 1;
      if (used.users === 0) this.inUse.delete(key);
    }
  }

  /** Somebody whom it mentions may have been erased since it was read. */
  private async isStillOpen(body: SentBody): Promise<boolean> {
    return 'bytes' in body && this.texts.opensFor(body.subjects);
  }
}
