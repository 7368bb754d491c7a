import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { ConfirmClaim, type Claim, type Owns } from '../../../kernel/writing/claim.ts';
import type { DomainEvent, EventsOf } from '../../../kernel/writing/events.ts';
import { ReleaseOrganizationQuota } from '../users/user.commands.ts';
import { CompleteDeletion } from './organization.commands.ts';
import { organizationStream, type organizationEvents } from './organization.events.ts';

type Event<T extends keyof typeof organizationEvents> = Extract<EventsOf<typeof organizationEvents>, { type: T }>;
type SlugEvent = Event<'OrganizationCreated' | 'OrganizationUpdated'>;

/** Completes a deletion that has started, in case the request that started it died. */
export const deletionProcess: ProcessManager<Event<'OrganizationDeletionStarted'>> = {
  name: 'organization-deletion',
  group: 'accounts',
  handles: ['OrganizationDeletionStarted'],
  react: ({ data: { organizationId, deletionId } }) => [send(CompleteDeletion, { organizationId, deletionId })],
};

/** An organization counts against its creator's limit until it is deleted or they leave it. */
export const quotaProcess: ProcessManager<Event<'OrganizationDeleted' | 'MemberRemoved'>> = {
  name: 'foundings',
  group: 'accounts',
  handles: ['OrganizationDeleted', 'MemberRemoved'],

  react({ type, data }) {
    const { organizationId } = data;
    const userId = type === 'OrganizationDeleted' ? data.createdBy : data.userId;
    return [send(ReleaseOrganizationQuota, { userId, organizationId })];
  },
};

/** Confirms each slug that an organization has taken. */
export const slugClaimProcess: ProcessManager<SlugEvent> = {
  name: 'slug-claims',
  group: 'accounts',
  handles: ['OrganizationCreated', 'OrganizationUpdated'],

  react(event) {
    const owner = organizationStream(event.data.organizationId);
    const claim = takenSlug(event);
    return claim ? [send(ConfirmClaim, { claim, owner })] : [];
  },
};

/** An organization owns every slug that it has had, for good. */
export const ownsSlug: Owns = (events, claim) => events.some((event) => takenSlug(event)?.digest === claim.digest);

function takenSlug(event: SlugEvent | DomainEvent): Claim | undefined {
  const { type, data } = event as SlugEvent;
  return type === 'OrganizationCreated' || type === 'OrganizationUpdated' ? data.slugClaim : undefined;
}
