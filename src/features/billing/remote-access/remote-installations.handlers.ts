import type { Type } from '@nestjs/common';
import { Handles, handlersOf } from '../../../app/commands.ts';
import { Documents } from '../../../app/reading/documents.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { BenefitProperties } from '../benefits/benefit.events.ts';
import { benefitProjection } from '../benefits/benefit.projection.ts';
import { benefitTypeAt } from './remote-access.rules.ts';
import { ConnectRemoteInstallation, DisconnectRemoteInstallation } from './remote-installation.commands.ts';
import { remoteInstallationDecider } from './remote-installation.decider.ts';
import { remoteInstallationStream } from './remote-installation.events.ts';
import { remoteInstallationProjection, type RemoteInstallationDocument } from './remote-installation.projection.ts';

@Handles(DisconnectRemoteInstallation)
export class DisconnectRemoteInstallationHandler {
  constructor(
    private readonly executor: Executor,
    private readonly documents: Documents,
  ) {}

  /** @throws NotFound @throws RemoteInstallationInUse */
  async execute(command: DisconnectRemoteInstallation): Promise<void> {
    const { remoteInstallationId } = command.data;
    const { scope } = command.context;
    const installation = await this.documents.demand(remoteInstallationProjection, remoteInstallationId, scope);
    const disconnection = command.with({ remoteInstallationId, usedBy: await this.benefitAt(installation) });
    const stream = remoteInstallationStream(remoteInstallationId);
    await this.executor.execute(remoteInstallationDecider, stream, disconnection);
  }

  /** The description of one that gives something there. */
  private async benefitAt({ platform, place_id, organization_id }: RemoteInstallationDocument) {
    const where: Where = { and: [{ exists: ['deleted_at', false] }, { eq: ['type', benefitTypeAt(platform)] }] };
    for await (const page of this.documents.pages(
      benefitProjection,
      { where },
      { organizationIds: [organization_id] },
    )) {
      const using = page.find(({ terms }) => placeOf(terms) === place_id);
      if (using) return using.description;
    }
    return undefined;
  }
}

function placeOf(terms: BenefitProperties): string | undefined {
  if (terms.type === 'discord') return terms.guildId;
  return terms.type === 'github_repository' ? terms.installationId : undefined;
}

export const remoteInstallationHandlers: Type[] = [
  ...handlersOf(
    remoteInstallationDecider,
    ({ remoteInstallationId }) => remoteInstallationStream(remoteInstallationId),
    ConnectRemoteInstallation,
  ),
  DisconnectRemoteInstallationHandler,
];
