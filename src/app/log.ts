import type { LoggerService } from '@nestjs/common';
import type { Log } from '../kernel/ports/log.ts';

type Level = 'info' | 'warn' | 'error';

/** Lines of one turn of the event loop go out together, because each write is a system call; those of the last turn when the process ends. */
const lines: string[] = [];

function writeLine(line: string): void {
  if (lines.push(line) === 1) setImmediate(writeLines);
}

function writeLines(): void {
  if (lines.length > 0) process.stderr.write(lines.splice(0).join(''));
}
process.once('exit', writeLines);

/** One JSON object per line: `{ at, level, message, …fields }`. Without personal data or secrets, which is up to whoever logs. */
export class JsonLog implements Log {
  constructor(private readonly write: (line: string) => void = writeLine) {}

  info(message: string, fields?: Record<string, unknown>): void {
    this.line('info', message, fields);
  }

  warn(message: string, fields?: Record<string, unknown>): void {
    this.line('warn', message, fields);
  }

  error(message: string, fields?: Record<string, unknown>): void {
    this.line('error', message, fields);
  }

  private line(level: Level, message: string, fields: Record<string, unknown> | undefined): void {
    this.write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...fields })}\n`);
  }
}

/** Nest's own lines: its warnings and errors; what it says about wiring is left out. */
export function nestLogger(log: Log): LoggerService {
  return {
    log: () => undefined,
    warn: (message: unknown) => log.warn(String(message), { from: 'nest' }),
    error: (message: unknown) => log.error(String(message), { from: 'nest' }),
    fatal: (message: unknown) => log.error(String(message), { from: 'nest' }),
  };
}
