import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import type { RemotePlatformName } from './remote-access.rules.ts';
import { remoteInstallationEvents, type RemoteInstallationEvent } from './remote-installation.events.ts';

export interface RemoteInstallationDocument extends Document {
  created_at: Instant;
  organization_id: string;
  platform: RemotePlatformName;
  /** Of a server at Discord, of the installation at GitHub. */
  place_id: string;
  name: string;
}

/** Where organizations may give access. */
export const remoteInstallationProjection: Projection<RemoteInstallationDocument, RemoteInstallationEvent> = {
  name: 'remote_installations',
  version: 2,
  indexes: [
    ['organization_id', 'created_at'],
    ['organization_id', 'platform', 'created_at'],
  ],
  handles: typesOf(remoteInstallationEvents),
  targets: (event) => [event.data.remoteInstallationId],

  evolve(document, { type, data, metadata }, id) {
    if (type === 'RemoteInstallationDisconnected') return undefined;
    const { organizationId: organization_id, platform, placeId: place_id, name } = data;
    return { id, created_at: document?.created_at ?? metadata.occurredAt, organization_id, platform, place_id, name };
  },
};
