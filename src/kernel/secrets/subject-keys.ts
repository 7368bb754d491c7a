import { randomBytes } from 'node:crypto';
import type { Vault } from '../ports/vault.ts';

/** Replaces the key of an erased person. */
export const ERASED = 'erased';
/** Prefix of Vault entries with subjects' keys. */
export const SUBJECT_KEY_PREFIX = 'subject-key/';
export type SubjectKey = Buffer | typeof ERASED;
const CACHED_KEYS = 20_000;

/** Subjects' keys, 32 bytes each, kept in the Vault under `subject-key/{subject}`. */
export class SubjectKeys {
  private readonly cache = new Map<string, { key: Buffer; until: number }>();

  /** @param trustedMs how long a key is cached that another process may erase meanwhile */
  constructor(
    private readonly vault: Vault,
    private readonly trustedMs = Infinity,
  ) {}

  /** The key of each subject, or 'erased'; subjects without either are absent. */
  async get(subjects: Iterable<string>): Promise<Map<string, SubjectKey>> {
    const found = new Map<string, SubjectKey>();
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

  /** Whether each subject has a key: none is erased. */
  async haveAll(subjects: Iterable<string>): Promise<boolean> {
    const wanted = [...subjects];
    const keys = await this.get(wanted);
    return wanted.every((subject) => Buffer.isBuffer(keys.get(subject)));
  }

  /** Like `get`, but creates missing keys. */
  async ensure(subjects: Iterable<string>): Promise<Map<string, SubjectKey>> {
    const wanted = [...new Set(subjects)];
    const found = await this.get(wanted);
    const missing = wanted.filter((subject) => !found.has(subject));
    const others = await Promise.all(
      missing.map(async (subject) => ((await this.create(subject, found)) ? [] : [subject])),
    );
    for (const [subject, key] of await this.get(others.flat())) found.set(subject, key);
    return found;
  }

  /** Replaces the key by a permanent tombstone, also in what the Vault has on disk: text sealed with it can never be opened again. */
  async erase(subject: string): Promise<void> {
    await this.vault.put(entryOf(subject), ERASED);
    this.forget(subject);
    await this.vault.scrub?.();
  }

  forget(subject: string): void {
    this.cache.delete(subject);
  }

  /** @returns false if another process has created it meanwhile */
  private async create(subject: string, found: Map<string, SubjectKey>): Promise<boolean> {
    const value = randomBytes(32).toString('base64');
    if ((await this.vault.put(entryOf(subject), value, { ifAbsent: true })) === undefined) return false;
    found.set(subject, this.remember(subject, value));
    return true;
  }

  private remember(subject: string, value: string): Buffer {
    if (this.cache.size >= CACHED_KEYS) this.cache.delete(this.cache.keys().next().value!);
    const key = Buffer.from(value, 'base64');
    this.cache.set(subject, { key, until: performance.now() + this.trustedMs });
    return key;
  }
}

function entryOf(subject: string): string {
  return `${SUBJECT_KEY_PREFIX}${subject}`;
}
