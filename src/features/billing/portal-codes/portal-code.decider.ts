import type { IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { RequestPortalCode } from './portal-code.commands.ts';
import type { PortalCodeEvent } from './portal-code.events.ts';

type PortalCodeIntent = IntentWith<RequestPortalCode, { requestId: string; organizationId: string }>;
type PortalCodeState = { status: 'absent' } | { status: 'requested' };

export const portalCodeDecider: Decider<PortalCodeIntent, PortalCodeState, PortalCodeEvent> = {
  category: 'portalcode',
  initial: { status: 'absent' },
  decide: ({ data, machineNow: at }, { status }) =>
    status === 'absent' ? [{ type: 'PortalCodeRequested', data: { ...data, at } }] : [],
  evolve: () => ({ status: 'requested' }),
};
