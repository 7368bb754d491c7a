import { describe, expect, it } from '@jest/globals';
import { benefitDecider } from '../../../src/features/billing/benefits/benefit.decider.ts';
import type { BenefitEvent, BenefitProperties } from '../../../src/features/billing/benefits/benefit.events.ts';
import { customersProperties } from '../../../src/features/billing/benefits/benefit-properties.rules.ts';
import { remoteInstallationDecider } from '../../../src/features/billing/remote-access/remote-installation.decider.ts';
import { specOf } from '../../support/given.ts';

describe('the rules of remote benefits', () => {
  const given = specOf(benefitDecider);
  const of = (properties: BenefitProperties): BenefitEvent => ({
    type: 'BenefitCreated',
    data: { benefitId: 'b1', organizationId: 'o1', description: 'Club', properties, metadata: {} },
  });
  const role = { type: 'discord', guildId: 'g1', roleId: 'r1' } as const;
  const docs = { owner: 'acme', name: 'docs', permission: 'pull' } as const;
  const sources = { type: 'github_repository', installationId: 'i1', ...docs } as const;

  it.each<[string, BenefitProperties, BenefitProperties, boolean]>([
    ['another role', role, { ...role, roleId: 'r2' }, true],
    ['another server', role, { ...role, guildId: 'g2' }, true],
    ['another repository', sources, { ...sources, name: 'app' }, true],
    ['another permission', sources, { ...sources, permission: 'push' }, true],
    ['the app installed anew', sources, { ...sources, installationId: 'i2' }, false],
  ])('change what customers hold: %s', (_, before, properties, changes) => {
    given(of(before))
      .when({ type: 'UpdateBenefit', data: { benefitId: 'b1', properties } })
      .then({ type: 'BenefitUpdated', data: { benefitId: 'b1', properties, ...(changes && { changesGrants: true }) } });
  });

  it('show customers which place it is, and nothing of the role or the permission', () => {
    expect(customersProperties(role)).toEqual({ guild_id: 'g1' });
    expect(customersProperties(sources)).toEqual({ repository_owner: 'acme', repository_name: 'docs' });
  });

  it('record a place once, and again under a new name', () => {
    const data = {
      remoteInstallationId: 'r1',
      organizationId: 'o1',
      platform: 'discord',
      placeId: '1',
      name: 'A',
    } as const;
    const connected = { type: 'RemoteInstallationConnected', data } as const;
    const at = specOf(remoteInstallationDecider);
    at().when({ type: 'ConnectRemoteInstallation', data }).then(connected);
    at(connected).when({ type: 'ConnectRemoteInstallation', data }).then();
    const renamed = { ...data, name: 'B' };
    at(connected)
      .when({ type: 'ConnectRemoteInstallation', data: renamed })
      .then({ ...connected, data: renamed });
  });

  it('are disconnected unless a benefit gives something there, and can be connected again', () => {
    const about = { remoteInstallationId: 'r1', organizationId: 'o1' };
    const data = { ...about, platform: 'discord', placeId: '1', name: 'A' } as const;
    const connected = { type: 'RemoteInstallationConnected', data } as const;
    const disconnected = { type: 'RemoteInstallationDisconnected', data: about } as const;
    const disconnect = (usedBy?: string) =>
      ({ type: 'DisconnectRemoteInstallation', data: { remoteInstallationId: 'r1', usedBy } }) as const;
    const at = specOf(remoteInstallationDecider);
    at(connected).when(disconnect()).then(disconnected);
    at(connected).when(disconnect('The club')).thenRefused('RemoteInstallationInUse');
    at().when(disconnect()).thenRefused('ResourceNotFound');
    at(connected, disconnected).when(disconnect()).thenRefused('ResourceNotFound');
    at(connected, disconnected).when({ type: 'ConnectRemoteInstallation', data }).then(connected);
  });
});
