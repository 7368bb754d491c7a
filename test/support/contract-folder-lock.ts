import { transformFile } from '@swc/core';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A real second process that takes the lock of a folder by the program's own code. */
export interface LockProcess {
  /** `taken`, or the name and text of the error. */
  answer: string;
  /** Ends it by SIGKILL, and waits until it is gone. */
  close(): Promise<void>;
}

export async function lockInOtherProcess(folder: string): Promise<LockProcess> {
  const scripts = join(process.cwd(), 'node_modules/.cache/contracts');
  await mkdir(scripts, { recursive: true });
  // Node 20 runs no TypeScript, and the script must lie where the driver is found.
  const script = join(scripts, `folder-lock-${randomUUID()}.mjs`);
  const { code } = await transformFile('src/adapters/sqlite/folder-lock.ts', {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  });
  // It keeps no reference: the lock must hold all the same.
  const main = `
    try { FolderLock.take(process.argv[2]); setTimeout(() => { gc(); console.log('taken'); }, 20); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.name + ': ' + error.message); }`;
  await writeFile(script, code + main);
  const child = spawn(process.execPath, ['--expose-gc', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const answer = await firstLine(child);
  await rm(script);
  return { answer, close: () => kill(child) };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout!.once('data', (data: Buffer) => resolve(data.toString().trim()));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The other process ended with ${code} and said nothing`)));
  });
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
