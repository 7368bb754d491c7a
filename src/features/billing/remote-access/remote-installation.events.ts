import { deriveUuid } from '../../../kernel/ids.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { RemotePlatformName } from './remote-access.rules.ts';

/** The stream `remoteinstallation-{UUID}` grows when it is connected again under another name. */
export const remoteInstallationStream = (id: string): string => `remoteinstallation-${id}`;

/** An organization has one per server or account; other organizations may have theirs there, too. */
export function remoteInstallationIdOf(organizationId: string, platform: RemotePlatformName, placeId: string): string {
  return deriveUuid(organizationId, `remote-installation:${platform}:${placeId}`);
}

export const remoteInstallationEvents = {
  /** The seller has installed our bot in a server, or our app at an account, and the platform has shown that they may. */
  RemoteInstallationConnected: event<{
    remoteInstallationId: string;
    organizationId: string;
    platform: RemotePlatformName;
    /** Of a server at Discord, of the installation at GitHub. */
    placeId: string;
    name: string;
  }>(),
};

export type RemoteInstallationEvent = EventsOf<typeof remoteInstallationEvents>;
