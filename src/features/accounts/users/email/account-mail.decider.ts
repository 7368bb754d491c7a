import type { IntentOf } from '../../../../kernel/writing/command.ts';
import type { Decider } from '../../../../kernel/writing/decider.ts';
import type { RecordMailRequest } from '../account-mail.commands.ts';
import type { AccountMailEvent } from '../account-mail.events.ts';

type MailRequestState = { status: 'absent' } | { status: 'requested' };

export const accountMailDecider: Decider<IntentOf<RecordMailRequest>, MailRequestState, AccountMailEvent> = {
  category: 'mailrequest',
  initial: { status: 'absent' },
  decide: ({ data, machineNow: at }, { status }) =>
    status === 'absent' ? [{ type: 'AccountMailRequested', data: { ...data, at } }] : [],
  evolve: () => ({ status: 'requested' }),
};
