import type { Instant } from '../kernel/ports/clock.ts';
import type { Command, Context } from '../kernel/writing/command.ts';

/** The demo uses the same commands and the same clock as everything else. */
export interface DemoEnvironment {
  now(): Instant;
  /** Moves business time forward and runs due items. */
  playTo(instant: Instant): Promise<void>;
  /** The context of a new request. */
  context(userId?: string, organizationId?: string): Context;
  send<R>(command: Command<string, unknown, R>): Promise<R>;
  /** Stores the only part of an announced file; returns its ETag. */
  upload(fileId: string, bytes: Buffer): Promise<string>;
  /** @param done between 0 and 1 */
  progress(done: number, day: string): void;
}
