import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import type { ConnectRemoteInstallation } from './remote-installation.commands.ts';
import type { RemoteInstallationEvent } from './remote-installation.events.ts';

interface RemoteInstallationState {
  /** null: it has not been connected. */
  name: string | null;
}

/** Where an organization may give access (docs/BENEFITS.md). */
export const remoteInstallationDecider: Decider<
  IntentOf<ConnectRemoteInstallation>,
  RemoteInstallationState,
  RemoteInstallationEvent
> = {
  category: 'remoteinstallation',
  initial: { name: null },
  edits: { types: ['RemoteInstallationConnected'], perDay: EDITS_PER_DAY },

  decide({ data }, { name }) {
    return data.name === name ? [] : [{ type: 'RemoteInstallationConnected', data }];
  },

  evolve(_, { data: { name } }) {
    return { name };
  },
};
