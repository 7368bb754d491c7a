import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import { ConfirmClaim, type Claim, type Owns } from '../../../kernel/writing/claim.ts';
import type { DomainEvent, EventsOf } from '../../../kernel/writing/events.ts';
import { ReleaseOrganizationQuota } from '../users/user.commands.ts';
import { CompleteDeletion } from './organization.commands.ts';
import { organizationStream, type organizationEvents } from './organization.events.ts';

type Event = EventsOf<typeof organizationEvents>;
type SlugEvent = Extract<Event, { type: 'OrganizationCreated' | 'OrganizationUpdated' }>;

/** Completes a deletion that has started, in case the request that started it died. */
export const deletionProcess = reactingTo<Event>()({
  name: 'organization-deletion',
  group: 'accounts',
  on: {
    OrganizationDeletionStarted: ({ organizationId, deletionId }) => [
      send(CompleteDeletion, { organizationId, deletionId }),
    ],
  },
});

/** An organization counts against its creator's limit until it is deleted or they leave it. */
export const quotaProcess = reactingTo<Event>()({
  name: 'foundings',
  group: 'accounts',
  on: {
    OrganizationDeleted: ({ organizationId, createdBy: userId }) => [
      send(ReleaseOrganizationQuota, { userId, organizationId }),
    ],
    MemberRemoved: ({ organizationId, userId }) => [send(ReleaseOrganizationQuota, { userId, organizationId })],
  },
});

/** Confirms each slug that an organization has taken. */
export const slugClaimProcess = reactingTo<Event>()({
  name: 'slug-claims',
  group: 'accounts',
  on: { OrganizationCreated: confirmed, OrganizationUpdated: confirmed },
});

function confirmed({ organizationId, slugClaim: claim }: SlugEvent['data']): Step[] {
  return claim ? [send(ConfirmClaim, { claim, owner: organizationStream(organizationId) })] : [];
}

/** An organization owns every slug that it has had, for good. */
export const ownsSlug: Owns = (events, claim) => events.some((event) => takenSlug(event)?.digest === claim.digest);

function takenSlug(event: DomainEvent): Claim | undefined {
  const { type, data } = event as SlugEvent;
  return type === 'OrganizationCreated' || type === 'OrganizationUpdated' ? data.slugClaim : undefined;
}
