import { parentPort, workerData } from 'node:worker_threads';
import { Database } from './database.ts';
import { DOCUMENTS_FILE } from './documents-file.ts';
import { LOG_FILE } from './log-file.ts';
import { VAULT_FILE } from './vault-file.ts';
import { sent, type Answer, type Call, type ThreadData } from './write-thread.ts';
import type { DatabaseFile } from './writer.ts';

/** The thread that writes one file: runs what arrives, and answers it commit by commit. */
const { name, file: path } = workerData as ThreadData;
const file = [LOG_FILE, VAULT_FILE, DOCUMENTS_FILE].find((one) => one.name === name) as DatabaseFile;

let opened: Database | undefined;
let answers: Answer[] = [];

parentPort!.on('message', (calls: Call[]) => calls.forEach((call) => void run(call)));

async function run({ number, name, args }: Call): Promise<void> {
  try {
    answer({ number, value: await outcome(name, args) });
  } catch (error) {
    answer({ number, error: sent(error) });
  }
}

async function outcome(name: string | undefined, args: readonly unknown[]): Promise<unknown> {
  if (name !== undefined) {
    const db = database();
    return db.write(() => file.writes[name]!(db, ...(args as never[])));
  }
  if (args.length > 0) return database().exec(args[0] as string);
  // Answered after all that were called before.
  await opened?.write(() => undefined);
  opened?.close();
  return undefined;
}

/** Opened by a call, which fails if it cannot be; the next one tries again. */
function database(): Database {
  if (opened) return opened;
  const db = new Database(path, file.synchronous, { isChecked: true });
  db.exec(file.schema);
  return (opened = db);
}

function answer(one: Answer): void {
  if (answers.length === 0) queueMicrotask(post);
  answers.push(one);
}

function post(): void {
  parentPort!.postMessage(answers);
  answers = [];
}
