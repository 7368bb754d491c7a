import { command } from '../../../kernel/writing/command.ts';
import type { RemotePlatformName } from './remote-access.rules.ts';

export class ConnectRemoteInstallation extends command('ConnectRemoteInstallation')<{
  remoteInstallationId: string;
  organizationId: string;
  platform: RemotePlatformName;
  placeId: string;
  name: string;
}> {}
