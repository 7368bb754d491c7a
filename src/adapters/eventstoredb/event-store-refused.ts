import { ServiceUnavailable } from '../../kernel/errors.ts';

/** EventStoreDB can't be used as it is named: the message says what to change, for an operator. Thrown at start alone. */
export class EventStoreRefused extends ServiceUnavailable {
  constructor(message: string) {
    super('EventStoreDB');
    this.message = message;
  }
}
