import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Database, Param } from '../../src/adapters/sqlite/database.ts';
import { IS_LIVE } from '../../src/adapters/sqlite/document-sql.ts';
import type { SqliteDocumentStore } from '../../src/adapters/sqlite/sqlite-document-store.ts';

/** What one statement has read. */
export interface Reading {
  /** SQLite's plan, a step per line. */
  plan: string;
  /** Rows of the table or its index that SQLite went through, whether or not they were in the result. */
  visited: number;
  /** Whether the index alone does not answer it, so that each of these rows is also looked up in the table. */
  looksUp: boolean;
  /** Whole documents in the result. */
  documents: number;
  /** Number of the part of the work: between two parts, other work of the process may have its turn. */
  part: number;
}

interface Operation {
  opcode: string;
  p1: number;
  p2: number;
}

/** Counts the rows that statements visit, by a condition that SQLite evaluates for each row before any other. */
export class RowCounter {
  private readings: Reading[] = [];
  private visited = 0;
  private part = 0;
  private readonly prepare: Database['prepare'];
  private readonly plans = new Map<string, Pick<Reading, 'plan' | 'looksUp'>>();
  private readonly tables: ReadonlySet<number>;

  constructor(store: SqliteDocumentStore) {
    const inside = store as unknown as { db: Database; turn: () => Promise<void> };
    const { db, turn } = inside;
    const { connection } = db as unknown as { connection: DatabaseSyncInstance };
    this.prepare = db.prepare.bind(db);
    const tables = this.prepare(`SELECT rootpage FROM sqlite_schema WHERE type = 'table'`).all();
    this.tables = new Set(tables.map((table) => (table as { rootpage: number }).rootpage));
    connection.function('is_visited', { deterministic: false, varargs: true }, () => {
      this.visited += 1;
      return 1;
    });
    inside.turn = () => {
      this.part += 1;
      return turn();
    };
    db.prepare = (sql) => {
      const statement = this.prepare(sql.replaceAll(IS_LIVE, `is_visited(rowid) AND ${IS_LIVE}`));
      const all = (...params: Param[]): unknown[] => {
        const before = this.visited;
        const rows = statement.all(...params);
        if (sql.startsWith('EXPLAIN')) return rows;
        const visited = this.visited - before;
        const documents = rows.filter((row) => 'body' in (row as object)).length;
        this.readings.push({ ...this.explained(sql, params), visited, documents, part: this.part });
        return rows;
      };
      return { ...statement, all };
    };
  }

  /** What is read while `work` runs, by it and by anything else. */
  async during(work: () => Promise<unknown>): Promise<Reading[]> {
    this.readings = [];
    await work();
    return this.readings;
  }

  private explained(sql: string, params: Param[]): Pick<Reading, 'plan' | 'looksUp'> {
    const known = this.plans.get(sql);
    if (known) return known;
    const steps = this.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params) as { detail: string }[];
    const operations = this.prepare(`EXPLAIN ${sql}`).all(...params) as Operation[];
    const opened = operations.filter(({ opcode, p2 }) => opcode === 'OpenRead' && this.tables.has(p2));
    const cursors = opened.map(({ p1 }) => p1);
    const looksUp = operations.some(({ opcode, p1 }) => opcode === 'Column' && cursors.includes(p1));
    const explained = { plan: steps.map(({ detail }) => detail).join('\n'), looksUp };
    this.plans.set(sql, explained);
    return explained;
  }
}
