import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { RemotePlatformName } from './remote-access.rules.ts';

/** The stream `remoteinstallation-{UUID}` grows when it is connected again, under another name or after it was disconnected. */
export const remoteInstallationStream = (id: string): string => `remoteinstallation-${id}`;

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
  /** The organization gives nothing there any more. Our bot or app stays there until the seller removes it at the platform. */
  RemoteInstallationDisconnected: event<{ remoteInstallationId: string; organizationId: string }>(),
};

export type RemoteInstallationEvent = EventsOf<typeof remoteInstallationEvents>;
