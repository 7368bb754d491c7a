import { ConfirmClaim, type Claim, type Owns } from '../../../kernel/claim.ts';
import type { EventsOf } from '../../../kernel/events.ts';
import { send, type ProcessManager } from '../../../kernel/process.ts';
import { organizationStream, type organizationEvents } from './organization.events.ts';

type Handled = Extract<EventsOf<typeof organizationEvents>, { type: 'OrganizationCreated' }>;

/** Repeats what the handler does after it has founded an organization: it may have died in between. */
export const slugClaimProcess: ProcessManager<Handled> = {
  name: 'slug-claims',
  from: 'beginning',
  handles: ['OrganizationCreated'],
  react: ({ data: { slugClaim, organizationId } }) => [
    send(ConfirmClaim, { claim: slugClaim, owner: organizationStream(organizationId) }),
  ],
};

/** An organization has the slug it was founded with. */
export const ownsSlug: Owns = (events, claim) =>
  events.some(
    ({ type, data }) =>
      type === 'OrganizationCreated' && (data as { slugClaim: Claim }).slugClaim.digest === claim.digest,
  );
