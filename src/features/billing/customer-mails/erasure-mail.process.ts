import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import type { CustomerEvent } from '../customers/customer.events.ts';
import { SendErasureRefusedMail } from './customer-mail.commands.ts';

/** Tells customers why they are not erased. */
export const erasureMailProcess = reactingTo<CustomerEvent>()({
  name: 'erasure-mails',
  on: { CustomerErasureRefused: (data) => [send(SendErasureRefusedMail, data)] },
});
