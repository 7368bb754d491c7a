import { ServiceUnavailable } from '../../kernel/errors.ts';

/** EventStoreDB can't be used as configured: the message tells the operator what to change. Thrown at start only. */
export class EventStoreRefused extends ServiceUnavailable {
  constructor(message: string) {
    super('EventStoreDB');
    this.message = message;
  }
}
