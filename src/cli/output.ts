import type { Writable } from 'node:stream';

/** Writes a line. Awaiting it applies back-pressure; it resolves to false once the reader has closed the pipe. */
export type Say = (line: string) => unknown;

/** Writes lines to a stream, which may be a pipe whose reader is slow or ends early (`… | head -5`). */
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
