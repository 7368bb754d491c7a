import { idWithin, type OrganizationEvent } from '../../../src/features/accounts/organizations/organization.events.ts';
import { deriveText } from '../../../src/kernel/ids.ts';
import { addDays } from '../../../src/kernel/ports/clock.ts';
import { NOW } from '../../support/given.ts';

export const memberAdded = (organizationId: string, at: number): OrganizationEvent => {
  const userId = deriveText('user', String(at));
  return {
    type: 'MemberAdded',
    data: { organizationId, memberId: deriveText('member', String(at)), userId, role: 'member' },
  };
};
export const invited = (organizationId: string, inviterId: string, at: number): OrganizationEvent => ({
  type: 'InvitationCreated',
  data: {
    organizationId,
    invitationId: idWithin(organizationId, 'invitation', String(at)),
    email: `invited-${at}@example.com`,
    emailDigest: deriveText('email', String(at)),
    role: 'member',
    teamId: null,
    inviterId,
    expiresAt: addDays(NOW, 2),
  },
});
