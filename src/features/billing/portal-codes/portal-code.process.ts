import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { SendPortalCode } from './portal-code.commands.ts';
import type { PortalCodeEvent } from './portal-code.events.ts';

/** Sends codes after the request was answered, so that the answer takes as long for every address. */
export const portalCodeProcess: ProcessManager<PortalCodeEvent> = {
  name: 'portal-codes',
  from: 'beginning',
  handles: ['PortalCodeRequested'],
  react: ({ data: { requestId, organizationId } }) => [send(SendPortalCode, { requestId, organizationId })],
};
