import { Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../app/documents.ts';
import type { Caller } from '../../../app/http/caller.ts';
import type { Find } from '../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import type { RemotePlatformName } from './remote-access.rules.ts';
import { remoteInstallationProjection, type RemoteInstallationDocument } from './remote-installation.projection.ts';

const MOST_SHOWN = 100;

@Injectable()
export class RemoteInstallationReader {
  constructor(private readonly documents: Documents) {}

  /** Of one organization, the newest first. */
  shown(organizationId: string, caller: Caller): Promise<RemoteInstallationDocument[]> {
    return this.newest(narrowedTo([organizationId], caller), []);
  }

  /** Of one organization at a platform, the newest first. */
  at(platform: RemotePlatformName, organizationId: string): Promise<RemoteInstallationDocument[]> {
    return this.newest({ organizationIds: [organizationId] }, [{ eq: ['platform', platform] }]);
  }

  demand(id: string, caller: Caller): Promise<RemoteInstallationDocument> {
    return this.documents.demand(remoteInstallationProjection, id, caller);
  }

  private async newest(scope: TenantScope, and: Extract<Find['where'], { and: unknown }>['and']) {
    const query: Find = {
      where: { and },
      sort: [{ field: 'created_at', direction: 'desc' }],
      limit: MOST_SHOWN,
    };
    return (await this.documents.find(remoteInstallationProjection, query, scope)).items;
  }
}
