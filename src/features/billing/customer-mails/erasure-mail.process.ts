import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { CustomerEvent } from '../customers/customer.events.ts';
import { SendErasureRefusedMail } from './customer-mail.commands.ts';

/** Tells customers why they are not erased. */
export const erasureMailProcess: ProcessManager<Extract<CustomerEvent, { type: 'CustomerErasureRefused' }>> = {
  name: 'erasure-mails',
  handles: ['CustomerErasureRefused'],
  react: ({ data }) => [send(SendErasureRefusedMail, data)],
};
