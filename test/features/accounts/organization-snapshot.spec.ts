import { describe, expect, it } from '@jest/globals';
import { isDeepStrictEqual } from 'node:util';
import { organizationDecider } from '../../../src/features/accounts/organizations/organization.decider.ts';
import type { OrganizationEvent } from '../../../src/features/accounts/organizations/organization.events.ts';
import {
  membershipOf,
  type OrganizationState,
} from '../../../src/features/accounts/organizations/organization.rules.ts';
import { deriveText, newUuid } from '../../../src/kernel/ids.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { memberAdded, invited } from './organization-growth.ts';

const snapshot = organizationDecider.snapshot!;
const canceled = ({ data }: OrganizationEvent): OrganizationEvent => {
  const { organizationId, invitationId } = data as { organizationId: string; invitationId: string };
  return { type: 'InvitationCanceled', data: { organizationId, invitationId } };
};

describe('the state of an organization with 20,000 members and years of invitations', () => {
  const organizationId = newUuid();
  const created = { organizationId, slug: 's', slugClaim: { kind: 'k', digest: 'd' }, createdBy: 'u', name: 'N' };
  const build = (): OrganizationState => {
    let state = fold(organizationDecider, [
      { type: 'OrganizationCreated', data: created } as unknown as OrganizationEvent,
      { type: 'TeamCreated', data: { organizationId, teamId: 'team', name: 'T', isDefault: true } },
    ]);
    for (let at = 0; at < 20_000; at++) {
      const events = [memberAdded(organizationId, at), invited(organizationId, 'u', at)];
      state = fold(organizationDecider, at % 10 === 0 ? events : [...events, canceled(events[1]!)], state);
    }
    return state;
  };

  it('is folded event by event, and is the same from its snapshot', () => {
    const state = build();
    const stored = JSON.parse(JSON.stringify(snapshot.encode!(state))) as unknown;
    const again = snapshot.decode!(stored);
    expect(isDeepStrictEqual(snapshot.encode!(again), stored)).toBe(true);
    if (state.status !== 'active' || again.status !== 'active') throw new Error('not active');
    for (const one of [state, again]) {
      expect([one.members.size, one.invitations.size, one.settled.size]).toEqual([20_000, 2_000, 18_000]);
      const userId = deriveText('user', '7000');
      const { memberId } = memberAdded(organizationId, 7_000).data as { memberId: string };
      expect(membershipOf(one, userId)).toEqual({ memberId, userId, role: 'member', teamIds: [] });
    }
  });
});
