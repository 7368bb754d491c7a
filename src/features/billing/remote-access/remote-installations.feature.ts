import type { Feature } from '../../../app/feature.ts';
import { GuildTokens } from './guild-tokens.service.ts';
import { InstallFlow } from './install-flow.service.ts';
import { InstallationController, IntegrationsController } from './integrations.controller.ts';
import { remoteInstallationDecider } from './remote-installation.decider.ts';
import { remoteInstallationEvents } from './remote-installation.events.ts';
import { remoteInstallationProjection, type RemoteInstallationDocument } from './remote-installation.projection.ts';
import { remoteInstallationHandlers } from './remote-installations.handlers.ts';
import { RemoteInstallationReader } from './remote-installations.queries.ts';
import { RemotePlaces } from './remote-places.service.ts';

export const remoteInstallations: Feature = {
  controllers: [InstallationController, IntegrationsController],
  providers: [RemoteInstallationReader, RemotePlaces, GuildTokens, InstallFlow, ...remoteInstallationHandlers],
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
