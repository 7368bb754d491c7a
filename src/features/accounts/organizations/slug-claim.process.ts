import { ConfirmClaim, ReleaseClaim, type Claim, type Owns } from '../../../kernel/writing/claim.ts';
import type { DomainEvent, EventsOf } from '../../../kernel/writing/events.ts';
import { send, type ProcessManager, type Step } from '../../../kernel/reacting/process.ts';
import { organizationStream, type organizationEvents } from './organization.events.ts';

type Handled = Extract<
  EventsOf<typeof organizationEvents>,
  { type: 'OrganizationCreated' | 'OrganizationUpdated' | 'OrganizationDeleted' }
>;

/** Repeats what handlers do after an organization has taken a slug, or let go of one: they may have died in between. */
export const slugClaimProcess: ProcessManager<Handled> = {
  name: 'slug-claims',
  from: 'beginning',
  handles: ['OrganizationCreated', 'OrganizationUpdated', 'OrganizationDeleted'],

  react(event) {
    const owner = organizationStream(event.data.organizationId);
    const { taken, released } = changedSlugs(event);
    return [
      ...(taken ? [send(ConfirmClaim, { claim: taken, owner })] : []),
      ...(released ? [send(ReleaseClaim, { claim: released, owner })] : []),
    ] satisfies Step[];
  },
};

/** An organization has the slug it took last. */
export const ownsSlug: Owns = (events, claim) =>
  events.reduce((owns, event) => {
    const { taken, released } = changedSlugs(event);
    return taken?.digest === claim.digest || (owns && released?.digest !== claim.digest);
  }, false);

function changedSlugs(event: Handled | DomainEvent): { taken?: Claim; released?: Claim } {
  const { type, data } = event as Handled;
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
