import type { IntentWith } from '../../../../kernel/writing/command.ts';
import type { Decider } from '../../../../kernel/writing/decider.ts';
import type { RequestAccountMail } from '../user.commands.ts';
import type { AccountMailEvent, AccountMailKind } from '../user.events.ts';

type MailRequestIntent = IntentWith<RequestAccountMail, { requestId: string; kind: AccountMailKind }>;
type MailRequestState = { status: 'absent' } | { status: 'requested' };

export const accountMailDecider: Decider<MailRequestIntent, MailRequestState, AccountMailEvent> = {
  category: 'mailrequest',
  initial: { status: 'absent' },
  decide: ({ data, machineNow: at }, { status }) =>
    status === 'absent' ? [{ type: 'AccountMailRequested', data: { ...data, at } }] : [],
  evolve: () => ({ status: 'requested' }),
};
