import { DatabaseSync } from '@photostructure/sqlite';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db';
import { toNodeHandler } from 'better-auth/node';
import { SqliteDialect, type SqliteStatement } from 'kysely';
import { createServer } from 'node:http';

/**
 * The published identity library as a standalone server: `node better-auth.js {port} {database file}`. It uses the same
 * SQLite as the program, stores sessions in a file, and has no rate limit and no cookie cache.
 */
const [port, file] = [Number(process.argv[2]), process.argv[3]!];
const database = new DatabaseSync(file);
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
/** Each statement is prepared once. */
const statements = new Map<string, ReturnType<typeof database.prepare>>();

const auth = betterAuth({
  baseURL: `http://127.0.0.1:${port}`,
  secret: 'measured and thrown away afterwards',
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  database: { type: 'sqlite', dialect: new SqliteDialect({ database: { prepare, close: () => database.close() } }) },
});
const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
const server = createServer((request, response) => void toNodeHandler(auth)(request, response));
server.listen(port, '127.0.0.1', () => console.log('listening'));

/** Kysely expects better-sqlite3's statements; ours take parameters differently. */
function prepare(sql: string): SqliteStatement {
  let statement = statements.get(sql);
  if (!statement) statements.set(sql, (statement = database.prepare(sql)));
  const prepared = statement;
  const given = (parameters: readonly unknown[]) => parameters as never[];
  return {
    reader: prepared.columns().length > 0,
    all: (parameters) => prepared.all(...given(parameters)),
    run: (parameters) => prepared.run(...given(parameters)),
    iterate: (parameters) => prepared.iterate(...given(parameters)),
  };
}
