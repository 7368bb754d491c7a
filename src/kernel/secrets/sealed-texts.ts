import { createHmac } from 'node:crypto';
import { seal, unseal, type Sealed } from './keys.ts';
import { ERASED, type SubjectKey, type SubjectKeys } from './subject-keys.ts';

/** A text about several people. */
export interface SealedText extends Sealed {
  subjects: readonly string[];
}

/** Texts outside the log that mention people. Each is sealed with the keys of all of them, so that nobody can open it once one is erased. */
export class SealedTexts {
  constructor(private readonly keys: SubjectKeys) {}

  /** Those of these subjects who are erased, also if another process erased them a moment ago. */
  async erasedAmong(subjects: readonly string[]): Promise<string[]> {
    for (const subject of subjects) this.keys.forget(subject);
    const keys = await this.keys.get(subjects);
    return subjects.filter((subject) => keys.get(subject) === ERASED);
  }

  /** Whether what was sealed for these subjects can still be opened. */
  opensFor(subjects: readonly string[]): Promise<boolean> {
    return this.keys.haveAll(subjects);
  }

  /**
   * @param bound names the entry that the text belongs to
   * @returns `ERASED` if somebody whom it mentions is erased
   */
  async seal(text: string, subjects: readonly string[], bound: string): Promise<SealedText | typeof ERASED> {
    const key = combined(await this.keys.ensure(subjects), subjects);
    return key === ERASED ? ERASED : { subjects, ...seal(key, text, bound) };
  }

  /** @returns `ERASED` if somebody whom it mentions has been erased; undefined if the Vault has lost a key */
  async open({ subjects, ...sealed }: SealedText, bound: string): Promise<string | typeof ERASED | undefined> {
    const keys = await this.keys.get(subjects);
    if (!subjects.every((subject) => keys.has(subject))) return undefined;
    const key = combined(keys, subjects);
    return key === ERASED ? ERASED : unseal(key, sealed, bound);
  }
}

/** Derived from the keys of all of them. About nobody, it is no secret: the Vault encrypts what it holds in any case. */
function combined(keys: ReadonlyMap<string, SubjectKey>, subjects: readonly string[]): SubjectKey {
  let key: Buffer = Buffer.alloc(32);
  for (const subject of subjects) {
    const own = keys.get(subject);
    if (!Buffer.isBuffer(own)) return ERASED;
    key = createHmac('sha256', own).update(key).digest();
  }
  return key;
}
