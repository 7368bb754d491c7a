import type { Position } from '../../../kernel/ports/event-store.ts';
import { command } from '../../../kernel/writing/command.ts';

/** Announces what a customer has used. `from`: the first usage that was not announced; once for each, however often it is sent. */
export class AnnounceUsage extends command('AnnounceUsage')<{
  organizationId: string;
  customerId: string;
  from: Position;
}> {}
