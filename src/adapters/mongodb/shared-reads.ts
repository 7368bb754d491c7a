import { setImmediate as turn } from 'node:timers/promises';

interface Loading<R> {
  ids: Set<string>;
  /** Those of the ids that several callers ask for. */
  several: Set<string>;
  rows: Promise<ReadonlyMap<string, R>>;
}

interface Finding {
  isShared: boolean;
  rows: Promise<unknown>;
}

/**
 * What is asked in the same turn of the event loop is read in one command, which is sent after all have asked: requests that come together,
 * such as a program's, look up the same sessions, users and members. Each caller gets rows of its own, because it may modify them.
 */
export class SharedReads<R extends { _id: string }> {
  private readonly loading = new Map<string, Loading<R>>();
  private readonly finding = new Map<string, Finding>();

  /** @param most ids of one command */
  constructor(
    private readonly load: (collection: string, ids: readonly string[]) => Promise<readonly R[]>,
    private readonly most: number,
  ) {}

  /** @param ids at most as many as one command takes */
  async byId(collection: string, ids: readonly string[]): Promise<R[]> {
    const asked = this.loadingOf(collection, ids);
    const rows = await asked.rows;
    return ids.flatMap((id) => {
      const row = rows.get(id);
      if (!row) return [];
      return [asked.several.has(id) ? structuredClone(row) : row];
    });
  }

  /** @param query identifies it */
  async found<T>(query: string, find: () => Promise<T>): Promise<T> {
    let asked = this.finding.get(query);
    if (asked) asked.isShared = true;
    else {
      const rows = turn().then(() => {
        this.finding.delete(query);
        return find();
      });
      this.finding.set(query, (asked = { isShared: false, rows }));
    }
    const rows = (await asked.rows) as T;
    return asked.isShared ? structuredClone(rows) : rows;
  }

  private loadingOf(collection: string, ids: readonly string[]): Loading<R> {
    const open = this.loading.get(collection);
    const asked = open && open.ids.size + ids.length <= this.most ? open : this.begin(collection);
    for (const id of ids) (asked.ids.has(id) ? asked.several : asked.ids).add(id);
    return asked;
  }

  private begin(collection: string): Loading<R> {
    const rows = turn().then(async () => {
      if (this.loading.get(collection) === begun) this.loading.delete(collection);
      const found = await this.load(collection, [...begun.ids]);
      return new Map(found.map((row) => [row._id, row]));
    });
    const begun: Loading<R> = { ids: new Set(), several: new Set(), rows };
    this.loading.set(collection, begun);
    return begun;
  }
}
