import { NotFound } from '../../../kernel/errors.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import type { ConnectRemoteInstallation, DisconnectRemoteInstallation } from './remote-installation.commands.ts';
import { RemoteInstallationInUse } from './remote-installation.errors.ts';
import type { RemoteInstallationEvent } from './remote-installation.events.ts';

/** With a benefit that gives something there, as the read model has it. */
type Disconnection = DisconnectRemoteInstallation['data'] & { usedBy: string | undefined };

interface RemoteInstallationState {
  organizationId: string;
  /** null: it is not connected. */
  name: string | null;
}

/** Where an organization may give access (docs/BENEFITS.md). */
export const remoteInstallationDecider: Decider<
  IntentOf<ConnectRemoteInstallation> | IntentWith<DisconnectRemoteInstallation, Disconnection>,
  RemoteInstallationState,
  RemoteInstallationEvent
> = {
  category: 'remoteinstallation',
  initial: { organizationId: '', name: null },
  // What was not connected cannot be disconnected.
  edits: { types: ['RemoteInstallationConnected'], perDay: EDITS_PER_DAY },

  decide({ type, data }, { organizationId, name }) {
    if (type === 'ConnectRemoteInstallation')
      return data.name === name ? [] : [{ type: 'RemoteInstallationConnected', data }];
    const { remoteInstallationId, usedBy } = data;
    if (name === null) throw new NotFound();
    if (usedBy !== undefined) throw new RemoteInstallationInUse(name, usedBy);
    return [{ type: 'RemoteInstallationDisconnected', data: { remoteInstallationId, organizationId } }];
  },

  evolve(_, { type, data }) {
    const { organizationId } = data;
    return { organizationId, name: type === 'RemoteInstallationConnected' ? data.name : null };
  },
};
