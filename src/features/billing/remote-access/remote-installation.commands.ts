import { deriveUuid } from '../../../kernel/ids.ts';
import { command } from '../../../kernel/writing/command.ts';
import type { RemotePlatformName } from './remote-access.rules.ts';

/** An organization has one per server or account; other organizations may have theirs there, too. */
export function remoteInstallationIdOf(organizationId: string, platform: RemotePlatformName, placeId: string): string {
  return deriveUuid(organizationId, `remote-installation:${platform}:${placeId}`);
}

export class ConnectRemoteInstallation extends command('ConnectRemoteInstallation')<{
  remoteInstallationId: string;
  organizationId: string;
  platform: RemotePlatformName;
  placeId: string;
  name: string;
}> {}

export class DisconnectRemoteInstallation extends command('DisconnectRemoteInstallation')<
  { remoteInstallationId: string },
  void
> {}
