/** Of a result; longer ones are not kept. */
const LONGEST_CHARACTERS = 20_000;
/** Of all results; beyond them, all are forgotten. */
const MOST_CHARACTERS = 4_000_000;

interface Kept {
  results: Map<string, readonly string[]>;
  characters: number;
}

/** Results of short finds by collection, such as the memberships of a user, for which every request asks. */
export class KnownFinds {
  private readonly collections = new Map<string, Kept>();
  private characters = 0;

  /** @param query in JSON */
  get(collection: string, query: string): readonly string[] | undefined {
    return this.collections.get(collection)?.results.get(query);
  }

  keep(collection: string, query: string, bodies: readonly string[]): void {
    const characters = bodies.reduce((sum, body) => sum + body.length, query.length);
    if (characters > LONGEST_CHARACTERS) return;
    if (this.characters + characters > MOST_CHARACTERS) this.clear();
    let kept = this.collections.get(collection);
    if (!kept) this.collections.set(collection, (kept = { results: new Map(), characters: 0 }));
    kept.results.set(query, bodies);
    kept.characters += characters;
    this.characters += characters;
  }

  /** Its documents change. */
  forget(collection: string): void {
    this.characters -= this.collections.get(collection)?.characters ?? 0;
    this.collections.delete(collection);
  }

  clear(): void {
    this.collections.clear();
    this.characters = 0;
  }
}
