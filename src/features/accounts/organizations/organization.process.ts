import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { ConfirmClaim, ReleaseClaim, type Claim, type Owns } from '../../../kernel/writing/claim.ts';
import type { DomainEvent, EventsOf } from '../../../kernel/writing/events.ts';
import { ReleaseOrganizationQuota } from '../users/user.commands.ts';
import { CompleteDeletion } from './organization.commands.ts';
import { organizationStream, type organizationEvents } from './organization.events.ts';

type Event<T extends keyof typeof organizationEvents> = Extract<EventsOf<typeof organizationEvents>, { type: T }>;
type SlugEvent = Event<'OrganizationCreated' | 'OrganizationUpdated' | 'OrganizationDeleted'>;

/** Completes a deletion that has started, in case the request that started it died. */
export const deletionProcess: ProcessManager<Event<'OrganizationDeletionStarted'>> = {
  name: 'organization-deletion',
  group: 'accounts',
  from: 'beginning',
  handles: ['OrganizationDeletionStarted'],
  react: ({ data: { organizationId, deletionId } }) => [send(CompleteDeletion, { organizationId, deletionId })],
};

/** An organization counts against its creator's limit until it is deleted or they leave it. */
export const quotaProcess: ProcessManager<Event<'OrganizationDeleted' | 'MemberRemoved'>> = {
  name: 'foundings',
  group: 'accounts',
  from: 'beginning',
  handles: ['OrganizationDeleted', 'MemberRemoved'],

  react({ type, data }) {
    const { organizationId } = data;
    const userId = type === 'OrganizationDeleted' ? data.createdBy : data.userId;
    return [send(ReleaseOrganizationQuota, { userId, organizationId })];
  },
};

/** Confirms the slug that an organization has taken, and repeats what handlers do after releasing one, in case they died on the way. */
export const slugClaimProcess: ProcessManager<SlugEvent> = {
  name: 'slug-claims',
  group: 'accounts',
  from: 'beginning',
  handles: ['OrganizationCreated', 'OrganizationUpdated', 'OrganizationDeleted'],

  react(event) {
    const owner = organizationStream(event.data.organizationId);
    const { taken, released } = changedSlugs(event);
    return [
      ...(taken ? [send(ConfirmClaim, { claim: taken, owner })] : []),
      ...(released ? [send(ReleaseClaim, { claim: released, owner })] : []),
    ];
  },
};

/** An organization owns the slug it took last. */
export const ownsSlug: Owns = (events, claim) =>
  events.reduce((owns, event) => {
    const { taken, released } = changedSlugs(event);
    return taken?.digest === claim.digest || (owns && released?.digest !== claim.digest);
  }, false);

function changedSlugs(event: SlugEvent | DomainEvent): { taken?: Claim; released?: Claim } {
  const { type, data } = event as SlugEvent;
  switch (type) {
    case 'OrganizationCreated':
      return { taken: data.slugClaim };
    case 'OrganizationUpdated':
      return { taken: data.slugClaim, released: data.releasedSlugClaim };
    case 'OrganizationDeleted':
      return { released: data.released };
    default:
      return {};
  }
}
