import { Module } from '@nestjs/common';
import { handlersOf } from '../../../app/commands.ts';
import type { Feature } from '../../../app/feature.ts';
import { GuildTokens } from './guild-tokens.service.ts';
import { InstallFlow } from './install-flow.service.ts';
import {
  DiscordIntegrationController,
  GithubIntegrationController,
  IntegrationsController,
} from './integrations.controller.ts';
import { ConnectRemoteInstallation } from './remote-installation.commands.ts';
import { remoteInstallationDecider } from './remote-installation.decider.ts';
import { remoteInstallationEvents, remoteInstallationStream } from './remote-installation.events.ts';
import { remoteInstallationProjection, type RemoteInstallationDocument } from './remote-installation.projection.ts';
import { RemoteInstallationReader } from './remote-installations.queries.ts';
import { RemotePlaces } from './remote-places.service.ts';

const handlers = handlersOf(
  remoteInstallationDecider,
  ({ remoteInstallationId }) => remoteInstallationStream(remoteInstallationId),
  ConnectRemoteInstallation,
);

@Module({
  controllers: [DiscordIntegrationController, GithubIntegrationController, IntegrationsController],
  providers: [RemoteInstallationReader, RemotePlaces, GuildTokens, InstallFlow, ...handlers],
  exports: [RemotePlaces, GuildTokens],
})
export class RemoteInstallationsModule {}

export const remoteInstallations: Feature = {
  module: RemoteInstallationsModule,
  events: remoteInstallationEvents,
  deciders: [remoteInstallationDecider],
  projections: [remoteInstallationProjection],
  states: { remoteinstallation: remoteInstallationProjection },
  ledger: {
    entities: {
      remoteInstallation: {
        projection: remoteInstallationProjection,
        name: ({ name }: RemoteInstallationDocument) => name,
      },
    },
  },
};
