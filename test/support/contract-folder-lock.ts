import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfMissing } from './program.ts';

const BUILT = pathToFileURL(join(import.meta.dirname, '../../dist/server/adapters/sqlite/folder-lock.js')).href;

/** A second process that takes the lock of a folder with the program's own code. */
export interface LockProcess {
  /** `taken`, or the name and text of the error. */
  answer: string;
  /** Ends it by SIGKILL, and waits until it is gone. */
  close(): Promise<void>;
}

export async function lockInOtherProcess(folder: string): Promise<LockProcess> {
  buildIfMissing();
  // It keeps no reference: the lock must hold nevertheless.
  const main = `
    import { FolderLock } from ${JSON.stringify(BUILT)};
    try { FolderLock.take(process.argv[1]); setTimeout(() => { gc(); console.log('taken'); }, 20); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.name + ': ' + error.message); }`;
  const args = ['--expose-gc', '--input-type=module', '--eval', main, folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const answer = await firstLine(child);
  return { answer, close: () => kill(child) };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout!.once('data', (data: Buffer) => resolve(data.toString().trim()));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The other process ended with ${code} without a message`)));
  });
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
