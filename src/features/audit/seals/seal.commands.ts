import { command } from '../../../kernel/writing/command.ts';
import type { HourSeal } from './seal.events.ts';

/** Records the chain of the log at the end of an hour. */
export class SealLog extends command('SealLog')<HourSeal> {}
