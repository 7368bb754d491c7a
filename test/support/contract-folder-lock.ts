import { spawn, type ChildProcess } from 'node:child_process';
import { compiled } from './compiled.ts';

/** A second process that takes the lock of a folder with the program's own code. */
export interface LockProcess {
  /** `taken`, or the name and text of the error. */
  answer: string;
  /** Its exit code, once it has ended by itself. */
  ended: Promise<number | null>;
  /** Ends it by SIGKILL, and waits until it is gone. */
  close(): Promise<void>;
}

export async function lockInOtherProcess(folder: string): Promise<LockProcess> {
  const args = ['--expose-gc', compiled('test/support/folder-lock.program.ts'), folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const answer = await firstLine(child);
  return { answer, ended, close: () => kill(child) };
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
