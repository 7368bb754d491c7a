import { DomainError, UnreadableEvent } from '../errors.ts';
import type { NewStoredEvent, StoredEvent } from '../ports/event-store.ts';
import {
  personalFieldsOf,
  type DomainEvent,
  type EventCatalogue,
  type EventDefinition,
  type PersonalFields,
  type Recorded,
} from './events.ts';
import { Nonces, seal, unseal } from '../secrets/keys.ts';
import type { SkippedEvents } from './skipped-events.ts';
import { ERASED, type SubjectKey, type SubjectKeys } from '../secrets/subject-keys.ts';

/** An event, or why it cannot be read. */
export type Opened = Recorded | UnreadableEvent;

export function isReadable(event: Opened): event is Recorded {
  return !(event instanceof UnreadableEvent);
}

/** Whether the persons in lists are opened. */
interface Opening {
  entries: boolean;
}

type SealedField = { $sealed: [subject: string, nonce: string, ciphertext: string] };
type Data = Record<string, unknown>;

/**
 * Translates between deciders' events and stored events: versions, upcasters, sealed personal fields
 * (docs/EVENTS_AND_STREAMS.md#versions).
 */
export class Codec {
  private readonly definitions: ReadonlyMap<string, Definition>;

  constructor(
    catalogues: readonly EventCatalogue[],
    private readonly keys: SubjectKeys,
    private readonly skipped: SkippedEvents,
  ) {
    const entries = catalogues.flatMap((catalogue) => Object.entries(catalogue));
    this.definitions = new Map(entries.map(([type, definition]) => [type, new Definition(definition)]));
  }

  /** @throws Error unknown type */
  versionOf(type: string): number {
    return this.known(type).version;
  }

  /**
   * Seals the personal fields of events about to be appended, creating keys for new subjects.
   * @throws DomainError a field that is not personal has the form of a sealed one
   */
  async seal(events: readonly NewStoredEvent[]): Promise<NewStoredEvent[]> {
    const subjects = events.flatMap(({ type, data }) => this.known(type).subjectsOf(data));
    const keys = await this.keys.ensure(subjects);
    const nonces = new Nonces(subjects.length);
    return events.map((event) => ({ ...event, data: this.known(event.type).seal(event, { keys, nonces }) }));
  }

  /** Creates the keys of persons that have none yet. */
  async prepare(subjects: readonly string[]): Promise<void> {
    if (subjects.length > 0) await this.keys.ensure(subjects);
  }

  /** Whether a stored event has sealed personal fields. Other fields that look sealed are user data. */
  isSealed(event: StoredEvent): boolean {
    return this.sealedFor(event).length > 0;
  }

  /**
   * Opens, then upcasts; omits skipped events.
   * @throws UnreadableEvent the first that cannot be read
   */
  async open<E extends DomainEvent>(events: readonly StoredEvent[]): Promise<Recorded<E>[]> {
    const opened = await this.openEach(events);
    for (const event of opened) if (!isReadable(event)) throw event;
    return opened as unknown as Recorded<E>[];
  }

  /** Like `open`, with an error in the place of each event that cannot be read, so that a reader stops only at what it handles. */
  openEach(events: readonly StoredEvent[]): Promise<Opened[]> {
    return this.openWith(events, { entries: true });
  }

  /**
   * The same for those that read the whole log: the persons in lists stay sealed, and their fields are as if they were erased. Readers must arrive at
   * the same then anyway, and opening them is most of the work for chunks of usage.
   */
  openForReaders(events: readonly StoredEvent[]): Promise<Opened[]> {
    return this.openWith(events, { entries: false });
  }

  private async openWith(events: readonly StoredEvent[], opening: Opening): Promise<Opened[]> {
    // Another process may have erased them, so cached keys are not used.
    for (const { type, data } of events) if (type === 'SubjectErased') this.keys.forget(data.subject as string);
    await this.skipped.load();
    const kept = this.withoutSkipped(events);
    const keys = await this.keys.get(kept.flatMap((event) => this.sealedFor(event, opening)));
    const opened = kept.map((event) => this.openOne(event, keys, opening));
    if (opened.every(isReadable)) return opened;
    await this.skipped.refresh();
    return opened.filter((event) => !this.skipped.has(isReadable(event) ? event.id : event.event.id));
  }

  /** The subjects whose keys these events need. */
  subjectsOf(events: readonly StoredEvent[]): string[] {
    return events.flatMap((event) => this.sealedFor(event));
  }

  /** Whether the keys of these subjects are still there: then what was opened with them may still be used. */
  opens(subjects: ReadonlySet<string>): Promise<boolean> {
    return this.keys.haveAll(subjects);
  }

  /** The subjects whose keys the event needs; none if its type is unknown. */
  private sealedFor(event: StoredEvent, opening: Opening = { entries: true }): string[] {
    return this.definitions.get(event.type)?.sealedFor(event, opening) ?? [];
  }

  private withoutSkipped(events: readonly StoredEvent[]): readonly StoredEvent[] {
    return events.some(({ id }) => this.skipped.has(id)) ? events.filter(({ id }) => !this.skipped.has(id)) : events;
  }

  private openOne(event: StoredEvent, keys: ReadonlyMap<string, SubjectKey>, opening: Opening): Opened {
    const definition = this.definitions.get(event.type);
    if (!definition) return unreadable(event, 'this release does not know its type');
    try {
      return { ...event, data: definition.open(event, keys, opening) };
    } catch (error) {
      return unreadable(event, error instanceof Unreadable ? error.message : 'its data is damaged');
    }
  }

  private known(type: string): Definition {
    const definition = this.definitions.get(type);
    if (!definition) throw new Error(`No catalogue has events of type ${type}`);
    return definition;
  }
}

/** Why one event cannot be read. */
class Unreadable extends Error {}

/** The fields about persons of a whole event, or of each entry of one of its lists. */
class PersonalPart {
  /** Of the fields of its groups. */
  readonly names: readonly string[];

  constructor(private readonly groups: readonly PersonalFields<Data>[]) {
    this.names = [...new Set(groups.flatMap(({ fields }) => Object.keys(fields)))];
  }

  subjectsOf(data: Data): string[] {
    return this.groups.map(({ subject }) => subject(data));
  }

  /** The subjects whose keys stored data needs. @param data damaged, it may be anything */
  sealedFor(data: Data | null): string[] {
    return this.names.flatMap((field) => {
      const value = data?.[field];
      return isSealed(value) ? [value.$sealed[0]] : [];
    });
  }

  /** Seals what is there. @param bound names the place of the data, to which its ciphertexts are bound */
  seal(data: Data, bound: string, { keys, nonces }: SealWith): void {
    for (const { subject: subjectOf, fields } of this.groups) {
      const subject = subjectOf(data);
      const key = keys.get(subject)!;
      if (key === ERASED) this.blank(data, Object.keys(fields).filter(isGivenIn(data)));
      else
        for (const field of Object.keys(fields).filter(isGivenIn(data))) {
          const { nonce, ciphertext } = seal(key, JSON.stringify(data[field]), `${bound}${field}`, nonces.next());
          data[field] = { $sealed: [subject, nonce, ciphertext] } satisfies SealedField;
        }
    }
  }

  /** Opens what is sealed. @returns the fields whose persons are erased @throws Unreadable */
  open(data: Data, bound: string, keys: ReadonlyMap<string, SubjectKey>): string[] {
    const erased: string[] = [];
    // Only fields that the definition names are opened: other fields that look sealed are user data.
    for (const field of this.names) {
      const value = data[field];
      if (!isSealed(value)) continue;
      const key = keys.get(value.$sealed[0]);
      if (!key) throw new Unreadable('the vault has no key for its personal fields');
      if (key === ERASED) erased.push(field);
      data[field] = key === ERASED ? null : opened(key, value.$sealed, `${bound}${field}`);
    }
    return erased;
  }

  /** Takes out what is sealed. @returns its fields */
  close(data: Data): string[] {
    const sealed = this.names.filter((field) => isSealed(data[field]));
    for (const field of sealed) data[field] = null;
    return sealed;
  }

  /** Puts into fields what they are when their person is erased. */
  blank(data: Data, fields: readonly string[]): void {
    if (fields.length === 0) return;
    const before = { ...data };
    for (const group of this.groups)
      for (const field of fields) if (field in group.fields) data[field] = blankOf(group, field, before);
  }
}

interface SealWith {
  keys: ReadonlyMap<string, SubjectKey>;
  nonces: Nonces;
}

/** How events of one type are sealed and opened. */
class Definition {
  private readonly personal: ReadonlySet<string>;
  private readonly whole: PersonalPart;
  private readonly lists: readonly [field: string, part: PersonalPart][];
  /** What readers get of stored events of which only lists are personal: each of them asks, and it does not depend on keys. */
  private readonly closed = new WeakMap<Data, Data>();

  constructor(private readonly definition: EventDefinition<Data>) {
    this.personal = new Set(personalFieldsOf(definition));
    this.whole = new PersonalPart(definition.personal);
    const entries = Object.entries(definition.personalEntries as unknown as Record<string, PersonalFields<Data>>);
    this.lists = entries.map(([field, group]) => [field, new PersonalPart([group])]);
  }

  get version(): number {
    return this.definition.version;
  }

  subjectsOf(data: Data): string[] {
    return [
      ...this.whole.subjectsOf(data),
      ...this.lists.flatMap(([field, part]) => entriesOf(data, field).flatMap((entry) => part.subjectsOf(entry))),
    ];
  }

  /** The subjects whose keys a stored event needs. */
  sealedFor({ data }: StoredEvent, { entries }: Opening): string[] {
    const lists = entries ? this.lists : [];
    return [
      ...this.whole.sealedFor(data),
      ...lists.flatMap(([field, part]) => entriesOf(data, field).flatMap((entry) => part.sealedFor(entry))),
    ];
  }

  seal(event: NewStoredEvent, sealWith: SealWith): Data {
    for (const [field, value] of Object.entries(event.data))
      if (!this.personal.has(field) && isSealed(value))
        throw new DomainError('RESERVED_KEY', `${field} cannot have the key $sealed, which is reserved`, 400);
    const data = this.copyOf(event.data);
    this.whole.seal(data, boundOf(event), sealWith);
    for (const [field, part] of this.lists)
      entriesOf(data, field).forEach((entry, n) => part.seal(entry, boundOf(event, field, n), sealWith));
    return data;
  }

  /** @throws Unreadable */
  open(event: StoredEvent, keys: ReadonlyMap<string, SubjectKey>, { entries }: Opening): Data {
    const stored = event.metadata.version;
    if (stored > this.version)
      throw new Unreadable(`it has version ${stored}, and this release knows up to ${this.version}`);
    if (entries || this.whole.names.length > 0) return this.opened(event, keys, { entries });
    let closed = this.closed.get(event.data);
    if (!closed) this.closed.set(event.data, (closed = this.opened(event, keys, { entries })));
    return closed;
  }

  private opened(event: StoredEvent, keys: ReadonlyMap<string, SubjectKey>, { entries }: Opening): Data {
    let data = this.copyOf(event.data);
    const erased = this.whole.open(data, boundOf(event), keys);
    const erasedIn = this.lists.map(([field, part]) =>
      entriesOf(data, field).map((entry, n) =>
        entries ? part.open(entry, boundOf(event, field, n), keys) : part.close(entry),
      ),
    );
    for (let from = event.metadata.version; from < this.version; from++)
      data = this.definition.upcast[from]?.(data) ?? data;
    this.whole.blank(data, erased);
    this.lists.forEach(([field, part], list) =>
      entriesOf(data, field).forEach((entry, n) => part.blank(entry, erasedIn[list]![n] ?? [])),
    );
    return data;
  }

  /** Deep enough for its parts to be changed. */
  private copyOf(data: Data): Data {
    const copy = { ...data };
    for (const [field] of this.lists) copy[field] = entriesOf(data, field).map((entry) => ({ ...entry }));
    return copy;
  }
}

/** What ciphertexts are bound to, together with the field's name. */
function boundOf({ id }: NewStoredEvent, list?: string, entry?: number): string {
  return list === undefined ? `${id}.` : `${id}.${list}.${entry}.`;
}

function entriesOf(data: Data, field: string): Data[] {
  const list = data[field];
  return Array.isArray(list) ? (list as Data[]) : [];
}

function isGivenIn(data: Data): (field: string) => boolean {
  return (field) => data[field] !== undefined && data[field] !== null;
}

/** Texts of stored events that are in memory: every projector and process opens the same new ones, each with the key as it is then. */
const texts = new WeakMap<SealedField['$sealed'], { key: Buffer; bound: string; text: string }>();

function unreadable({ id, type, stream, revision, position }: StoredEvent, reason: string): UnreadableEvent {
  return new UnreadableEvent({ id, type, stream, revision, position }, reason);
}

function isSealed(value: unknown): value is SealedField {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, '$sealed')) return false;
  const { $sealed } = value as SealedField;
  return Array.isArray($sealed) && $sealed.length === 3 && $sealed.every((part) => typeof part === 'string');
}

function opened(key: Buffer, sealed: SealedField['$sealed'], bound: string): unknown {
  try {
    const known = texts.get(sealed);
    if (known?.key === key && known.bound === bound) return JSON.parse(known.text);
    const [, nonce, ciphertext] = sealed;
    const text = unseal(key, { nonce, ciphertext }, bound);
    texts.set(sealed, { key, bound, text });
    return JSON.parse(text);
  } catch {
    throw new Unreadable('its personal fields do not open with the key that the vault has');
  }
}

function blankOf(group: PersonalFields<Data>, field: string, data: Data): unknown {
  const blank = group.fields[field] ?? null;
  return typeof blank === 'function' ? blank(data) : blank;
}
