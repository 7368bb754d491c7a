import { randomBytes } from 'node:crypto';
import { UnreadableEvent } from './errors.ts';
import type { NewStoredEvent, StoredEvent } from './event-store.ts';
import type { DomainEvent, EventCatalogue, EventDefinition, PersonalFields, Recorded } from './events.ts';
import { seal, unseal } from './keys.ts';
import type { Vault } from './vault.ts';

/** Stands for the key of whoever is erased. */
export const ERASED = 'erased';
const CACHED_KEYS = 20_000;

/** Subjects' keys, 32 bytes each, kept in the Vault under `subject-key/{subject}`. */
export class SubjectKeys {
  private readonly cache = new Map<string, { key: Buffer; until: number }>();

  /** @param trustedMs how long a key is believed in that another process may have erased meanwhile */
  constructor(
    private readonly vault: Vault,
    private readonly trustedMs = Infinity,
  ) {}

  /** The key of each subject, or 'erased'; a subject without either is missing in the answer. */
  async get(subjects: Iterable<string>): Promise<Map<string, Buffer | typeof ERASED>> {
    const found = new Map<string, Buffer | typeof ERASED>();
    const wanted: string[] = [];
    for (const subject of new Set(subjects)) {
      const known = this.cache.get(subject);
      if (known && performance.now() < known.until) found.set(subject, known.key);
      else wanted.push(subject);
    }
    if (wanted.length === 0) return found;
    const entries = await this.vault.getMany(wanted.map(entryOf));
    for (const subject of wanted) {
      const value = entries.get(entryOf(subject))?.value;
      if (value !== undefined) found.set(subject, value === ERASED ? ERASED : this.remember(subject, value));
    }
    return found;
  }

  /** Like `get`, making the keys that are not there yet. */
  async ensure(subjects: Iterable<string>): Promise<Map<string, Buffer | typeof ERASED>> {
    const wanted = [...new Set(subjects)];
    const found = await this.get(wanted);
    const missing = wanted.filter((subject) => !found.has(subject));
    if (missing.length === 0) return found;
    await Promise.all(
      missing.map((subject) =>
        this.vault.put(entryOf(subject), randomBytes(32).toString('base64'), { ifAbsent: true }),
      ),
    );
    return this.get(wanted);
  }

  /** Replaces the key by the tombstone that stays: nothing sealed with it opens again. */
  async erase(subject: string): Promise<void> {
    await this.vault.put(entryOf(subject), ERASED);
    this.forget(subject);
  }

  forget(subject: string): void {
    this.cache.delete(subject);
  }

  private remember(subject: string, value: string): Buffer {
    if (this.cache.size >= CACHED_KEYS) this.cache.delete(this.cache.keys().next().value!);
    const key = Buffer.from(value, 'base64');
    this.cache.set(subject, { key, until: performance.now() + this.trustedMs });
    return key;
  }
}

type SealedField = { $sealed: [subject: string, nonce: string, ciphertext: string] };

/** Between events as deciders know them and events as they are stored: versions, upcasters, sealed personal fields (DESIGN §4). */
export class Codec {
  private readonly definitions: Map<string, EventDefinition<Record<string, unknown>>>;

  constructor(
    catalogues: readonly EventCatalogue[],
    private readonly keys: SubjectKeys,
  ) {
    this.definitions = new Map(catalogues.flatMap((catalogue) => Object.entries(catalogue)));
  }

  versionOf(type: string): number {
    return this.definition(type).version;
  }

  /** Seals the personal fields of events about to be appended, making subjects' keys where they are new. */
  async seal(events: readonly NewStoredEvent[]): Promise<NewStoredEvent[]> {
    const groups = events.flatMap((event) =>
      this.definition(event.type).personal.map((group) => group.subject(event.data)),
    );
    const keys = await this.keys.ensure(groups);
    return events.map((event) => ({ ...event, data: this.sealData(event, keys) }));
  }

  /**
   * Opens first, then upcasts.
   * @throws UnreadableEvent a type or version this release does not know, or a subject without a key
   */
  async open<E extends DomainEvent>(events: readonly StoredEvent[]): Promise<Recorded<E>[]> {
    // Another process may have erased them: what is kept here must not open anything any more.
    for (const { type, data } of events) if (type === 'SubjectErased') this.keys.forget(data.subject as string);
    const keys = await this.keys.get(
      events.flatMap((event) => sealedFields(event).map(([, field]) => field.$sealed[0])),
    );
    return events.map((event) => ({ ...event, data: this.openData(event, keys) }) as unknown as Recorded<E>);
  }

  private sealData(event: NewStoredEvent, keys: Map<string, Buffer | typeof ERASED>): Record<string, unknown> {
    const data = { ...event.data };
    for (const group of this.definition(event.type).personal) {
      const subject = group.subject(event.data);
      const key = keys.get(subject)!;
      for (const field of Object.keys(group.fields)) {
        const value = data[field];
        if (value === undefined || value === null) continue;
        if (key === ERASED) {
          data[field] = blankOf(group, field, event.data);
          continue;
        }
        const { nonce, ciphertext } = seal(key, JSON.stringify(value), `${event.id}.${field}`);
        data[field] = { $sealed: [subject, nonce, ciphertext] } satisfies SealedField;
      }
    }
    return data;
  }

  private openData(event: StoredEvent, keys: Map<string, Buffer | typeof ERASED>): Record<string, unknown> {
    const definition = this.definition(event.type);
    if (event.metadata.version > definition.version)
      throw new UnreadableEvent(`${event.type} of version ${event.metadata.version} at ${event.position}`);
    let data: Record<string, unknown> = { ...event.data };
    const erased: string[] = [];
    for (const [field, { $sealed }] of sealedFields(event)) {
      const key = keys.get($sealed[0]);
      if (!key) throw new UnreadableEvent(`${event.type} at ${event.position}: its subject has no key`);
      if (key === ERASED) {
        data[field] = null;
        erased.push(field);
      } else
        data[field] = JSON.parse(unseal(key, { nonce: $sealed[1], ciphertext: $sealed[2] }, `${event.id}.${field}`));
    }
    for (let version = event.metadata.version; version < definition.version; version++)
      data = definition.upcast[version]?.(data) ?? data;
    for (const field of erased)
      for (const group of definition.personal) if (field in group.fields) data[field] = blankOf(group, field, data);
    return data;
  }

  private definition(type: string): EventDefinition<Record<string, unknown>> {
    const definition = this.definitions.get(type);
    if (!definition) throw new UnreadableEvent(`This release does not know events of type ${type}`);
    return definition;
  }
}

function entryOf(subject: string): string {
  return `subject-key/${subject}`;
}

function sealedFields(event: StoredEvent): [string, SealedField][] {
  return Object.entries(event.data).filter((entry): entry is [string, SealedField] =>
    Array.isArray((entry[1] as SealedField | null)?.$sealed),
  );
}

function blankOf(
  group: PersonalFields<Record<string, unknown>>,
  field: string,
  data: Record<string, unknown>,
): unknown {
  const blank = group.fields[field] ?? null;
  return typeof blank === 'function' ? blank(data) : blank;
}
