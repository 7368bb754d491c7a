import type { LoggerService } from '@nestjs/common';
import type { Log } from '../kernel/log.ts';

type Level = 'info' | 'warn' | 'error';

/** One JSON object per line: `{ at, level, message, …fields }`. Without personal data or secrets, which is up to whoever logs. */
export class JsonLog implements Log {
  constructor(private readonly write: (line: string) => void = (line) => void process.stderr.write(line)) {}

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
