import { command } from '../../../kernel/writing/command.ts';
import type { HourSeal } from './seal.events.ts';

/** Puts down how the log was at the end of an hour. */
export class SealLog extends command('SealLog')<HourSeal> {}
