import type { Writable } from 'node:stream';

/** Says a line. Awaited, it goes no faster than it is read, and answers false where nobody reads any more. */
export type Say = (line: string) => unknown;

/** Lines to a stream, which may be a pipe: what reads it may be slow, or end before everything was said (`… | head -5`). */
export function outputOf(stream: Writable): { line: Say; finished: () => Promise<void> } {
  let isOpen = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isOpen = false;
  });
  const written = (text: string) =>
    new Promise<boolean>((resolve) => {
      if (isOpen) stream.write(text, (error) => resolve(!error));
      else resolve(false);
    });
  return {
    line(text) {
      const done = written(`${text}\n`);
      return stream.writableNeedDrain || !isOpen ? done : undefined;
    },
    async finished() {
      await written('');
    },
  };
}
