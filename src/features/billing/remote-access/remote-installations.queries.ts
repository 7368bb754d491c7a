import { Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../app/reading/documents.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import type { RemotePlatformName } from './remote-access.rules.ts';
import { remoteInstallationIdOf } from './remote-installation.commands.ts';
import { remoteInstallationProjection, type RemoteInstallationDocument } from './remote-installation.projection.ts';

@Injectable()
export class RemoteInstallationReader {
  constructor(private readonly documents: Documents) {}

  /** Of one organization, the newest first. */
  shown(organizationId: string, caller: Caller): Promise<RemoteInstallationDocument[]> {
    return this.newest(narrowedTo([organizationId], caller));
  }

  /** Of one organization at a platform, the newest first. */
  at(platform: RemotePlatformName, organizationId: string): Promise<RemoteInstallationDocument[]> {
    return this.newest({ organizationIds: [organizationId] }, { eq: ['platform', platform] });
  }

  async isConnected(platform: RemotePlatformName, placeId: string, organizationId: string): Promise<boolean> {
    const id = remoteInstallationIdOf(organizationId, platform, placeId);
    const scope = { organizationIds: [organizationId] };
    return (await this.documents.get(remoteInstallationProjection, id, scope)) !== undefined;
  }

  demand(id: string, caller: Caller): Promise<RemoteInstallationDocument> {
    return this.documents.demand(remoteInstallationProjection, id, caller);
  }

  private newest(scope: TenantScope, where?: Where) {
    const sort = [{ field: 'created_at', direction: 'desc' }] as const;
    return this.documents.all(remoteInstallationProjection, { sort, ...(where && { where }) }, scope);
  }
}
