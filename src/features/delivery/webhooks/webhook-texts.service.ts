import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { caughtUp } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, EVENT_STORE, VAULT } from '../../../app/tokens.ts';
import { addDays, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { SealedTexts, type SealedText } from '../../../kernel/secrets/sealed-texts.ts';
import { ERASED } from '../../../kernel/secrets/subject-keys.ts';
import { SubjectEraser } from '../../../kernel/writing/erasure.ts';
import { answerEntry, bodyEntry, WEBHOOK_KEPT_DAYS, type WebhookGone } from './webhook.events.ts';
import { isSentAs, isSentAsAny, type WebhookFormat } from './messages/webhook-format.rules.ts';
import { SMALL_BODY, WebhookSlots } from './sending/webhook-slots.service.ts';
import type { WebhookDocument } from './webhook.projection.ts';

/** Of small bodies in memory: a few hundred, as a rule. */
const RECENT_CHARACTERS = 1_000_000;

/** A body as it is sent and signed, and the people whom it may mention. */
export interface BuiltBody {
  text: string;
  subjects: readonly string[];
}

export type StoredBody = BuiltBody | { gone: WebhookGone };

/** `text` is null if somebody was erased while it was being built. The digest stays: a repeated scheduling must find the same. */
interface BodyRow {
  sha256: string;
  text: SealedText | null;
}

/** A body as it is stored, with its key in the Vault. */
export type SealedBody = BodyRow & { key: string };

/** As it is stored, and as it was built; without the latter if it cannot be sent. */
interface Sealed {
  row: BodyRow;
  body?: BuiltBody;
}

type Named = Pick<WebhookDocument, 'id' | 'event_id' | 'wire_type'>;

/**
 * Bodies of messages, and the endpoints' answers, which may repeat them: kept in the Vault for 90 days, and unreadable at once when somebody whom
 * the body mentions is erased (docs/decisions/0031-webhook-bodies-sealed-per-subject.md).
 */
@Injectable()
export class WebhookTexts {
  private readonly recent = new RecentBodies();

  constructor(
    private readonly texts: SealedTexts,
    private readonly eraser: SubjectEraser,
    private readonly runtime: Runtime,
    private readonly slots: WebhookSlots,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores the body of an event's messages of one type, unless it is stored.
   * @returns its SHA-256; undefined where there is nothing to announce
   */
  keepBody(
    organizationId: string,
    eventId: string,
    wireType: string,
    build: () => Promise<BuiltBody | undefined>,
  ): Promise<string | undefined> {
    return this.slots.whole(organizationId, () => this.keepBuilt(eventId, wireType, build));
  }

  /** Whether an endpoint of a format gets a message, whose body is stored. */
  async isSentAs(format: WebhookFormat, organizationId: string, message: Named): Promise<boolean> {
    if (isSentAsAny(format, message.wire_type)) return true;
    const read = () => this.slots.whole(organizationId, () => this.bodyOf(message));
    const body = (await this.recentBodyOf(message)) ?? (await read());
    return 'text' in body && isSentAs(format, body.text);
  }

  /** A body that this process has just stored: as it was built, instead of sealed, stored, read and opened. */
  async recentBodyOf({ event_id, wire_type }: Named): Promise<StoredBody | undefined> {
    const body = this.recent.get(bodyEntry(event_id, wire_type));
    if (!body || body.expiresAt <= this.clock.machineNow()) return undefined;
    return (await this.opensFor(body.subjects)) ? body : undefined;
  }

  /** Whether nobody among those whom a body mentions has been erased. */
  opensFor(subjects: readonly string[]): Promise<boolean> {
    return this.texts.opensFor(subjects);
  }

  /** How many bytes bodies take as they are stored, by message; 0 for those that are gone. */
  async sizesOf(messages: readonly Named[]): Promise<Map<string, number>> {
    const named = messages.map(({ id, event_id, wire_type }) => ({ id, key: bodyEntry(event_id, wire_type) }));
    const sizes = await this.vault.sizes(named.map(({ key }) => key));
    return new Map(named.map(({ id, key }) => [id, sizes.get(key) ?? 0]));
  }

  async bodyOf(message: Named): Promise<StoredBody> {
    return (await this.bodiesOf([message])).get(message.id)!;
  }

  /** By message. */
  async bodiesOf(messages: Iterable<Named>): Promise<Map<string, StoredBody>> {
    const all = [...messages];
    const sealed = await this.sealedBodiesOf(all);
    const bodies = all.map(async ({ id }): Promise<[string, StoredBody]> => {
      const row = sealed.get(id);
      return [id, row ? await this.opened(row) : { gone: 'expired' }];
    });
    return new Map(await Promise.all(bodies));
  }

  /** By message; without those that are no longer kept. */
  async sealedBodiesOf(messages: readonly Named[]): Promise<Map<string, SealedBody>> {
    const named = messages.map(({ id, event_id, wire_type }) => ({ id, key: bodyEntry(event_id, wire_type) }));
    const rows = await this.vault.getMany(named.map(({ key }) => key));
    return new Map(
      named.flatMap(({ id, key }) => {
        const row = rows.get(key);
        return row ? [[id, { ...(JSON.parse(row.value) as BodyRow), key }]] : [];
      }),
    );
  }

  /** Not later than it is sent: whoever is erased meanwhile must not be in it. */
  async opened({ text: sealed, key }: SealedBody): Promise<StoredBody> {
    const text = sealed ? await this.texts.open(sealed, key) : ERASED;
    if (text === undefined) return { gone: 'expired' };
    return text === ERASED ? { gone: 'erased' } : { text, subjects: sealed!.subjects };
  }

  /** An empty one needs no entry. */
  async keepAnswer(attemptId: string, text: string, subjects: readonly string[]): Promise<void> {
    if (text === '') return;
    const key = answerEntry(attemptId);
    const sealed = await this.texts.seal(text, subjects, key);
    if (sealed !== ERASED) await this.vault.put(key, JSON.stringify(sealed), { expiresAt: this.expiry() });
  }

  /** By attempt; those that are no longer kept are omitted. */
  async answersOf(attemptIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.vault.getMany(attemptIds.map(answerEntry));
    const answers = attemptIds.map(async (id): Promise<[string, string][]> => {
      const row = rows.get(answerEntry(id));
      const text = row && (await this.texts.open(JSON.parse(row.value) as SealedText, answerEntry(id)));
      return text === undefined || text === ERASED ? [] : [[id, text]];
    });
    return new Map((await Promise.all(answers)).flat());
  }

  private async keepBuilt(
    eventId: string,
    wireType: string,
    build: () => Promise<BuiltBody | undefined>,
  ): Promise<string | undefined> {
    const key = bodyEntry(eventId, wireType);
    const stored = await this.rowOf(key);
    if (stored) return stored.sha256;
    const sealed = await this.sealed(key, build);
    if (!sealed) return undefined;
    const { row, body } = sealed;
    const expiresAt = this.expiry();
    const isFirst = (await this.vault.put(key, JSON.stringify(row), { ifAbsent: true, expiresAt })) !== undefined;
    if (!isFirst) return ((await this.rowOf(key)) ?? row).sha256;
    if (body) this.recent.put(key, { ...body, expiresAt });
    return row.sha256;
  }

  private async rowOf(key: string): Promise<BodyRow | undefined> {
    const value = await readVault(this.vault, key);
    return value === undefined ? undefined : (JSON.parse(value) as BodyRow);
  }

  /** A body that was built while somebody was being erased may still have their data: it is built again once the read models show the erasure. */
  private async sealed(key: string, build: () => Promise<BuiltBody | undefined>): Promise<Sealed | undefined> {
    let body = await build();
    if (!body) return undefined;
    const erased = await this.texts.erasedAmong(body.subjects);
    if (erased.length > 0) {
      const areRecorded = await this.eraser.areRecorded(erased);
      await caughtUp(this.runtime, this.store, 'access', 'billing', 'delivery');
      body = await build();
      if (!body) return undefined;
      if (!areRecorded) return { row: { sha256: sha256(body.text), text: null } };
    }
    const { text } = body;
    const subjects = body.subjects.filter((subject) => !erased.includes(subject));
    const sealed = await this.texts.seal(text, subjects, key);
    if (sealed === ERASED) return { row: { sha256: sha256(text), text: null } };
    return { row: { sha256: sha256(text), text: sealed }, body: { text, subjects } };
  }

  private expiry(): string {
    return addDays(this.clock.machineNow(), WEBHOOK_KEPT_DAYS);
  }
}

type RecentBody = BuiltBody & { expiresAt: Instant };

/** Up to a number of characters; the oldest go first. */
class RecentBodies {
  private readonly bodies = new Map<string, RecentBody>();
  private characters = 0;

  get(key: string): RecentBody | undefined {
    return this.bodies.get(key);
  }

  put(key: string, body: RecentBody): void {
    if (body.text.length > SMALL_BODY) return;
    this.characters += body.text.length - (this.bodies.get(key)?.text.length ?? 0);
    this.bodies.set(key, body);
    for (const [oldest, { text }] of this.bodies) {
      if (this.characters <= RECENT_CHARACTERS) break;
      this.bodies.delete(oldest);
      this.characters -= text.length;
    }
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
