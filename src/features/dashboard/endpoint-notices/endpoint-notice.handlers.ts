import { Inject } from '@nestjs/common';
import { Commands, Handles } from '../../../app/commands.ts';
import { caughtUp, Documents } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CONFIG, EVENT_STORE } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import { MembershipReader } from '../../accounts/organizations/members/memberships.queries.ts';
import { isOwner } from '../../accounts/organizations/members/permission.rules.ts';
import { organizationProjection } from '../../accounts/organizations/organization.projection.ts';
import { UserReader } from '../../accounts/users/users.queries.ts';
import { mailOf, ScheduleEmail } from '../../delivery/emails/email.commands.ts';
import { endpointProjection } from '../../delivery/webhooks/endpoints/webhook-endpoint.projection.ts';
import { SendEndpointDisabledMails } from './endpoint-notice.commands.ts';
import { endpointDisabledMail } from './endpoint-notice.mails.ts';

const MOST_OWNERS = 100;

/** One mail for each owner, however often it is repeated. */
@Handles(SendEndpointDisabledMails)
export class SendEndpointDisabledMailsHandler {
  constructor(
    private readonly documents: Documents,
    private readonly memberships: MembershipReader,
    private readonly users: UserReader,
    private readonly commands: Commands,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ data: { organizationId, endpointId, failed }, context }: SendEndpointDisabledMails): Promise<void> {
    await caughtUp(this.runtime, this.store, 'access', 'delivery');
    const scope = { organizationIds: [organizationId] };
    const endpoint = await this.documents.get(endpointProjection, endpointId, scope);
    const organization = await this.documents.get(organizationProjection, organizationId, scope);
    // Deleted meanwhile.
    if (!endpoint || !organization) return;
    const members = await this.memberships.ofOrganization(organizationId, MOST_OWNERS);
    const owners = members.filter(({ role }) => isOwner(role, this.config.organizations));
    const users = await this.users.get(owners.map(({ userId }) => userId));
    const about = {
      organizationName: organization.name,
      slug: organization.slug,
      endpointId,
      host: new URL(endpoint.url).host,
    };
    for (const { id: userId, email: to } of users.values()) {
      const emailId = deriveUuid(context.requestId, `endpoint-disabled:${userId}`);
      const values = { ...about, failed };
      const mail = mailOf(endpointDisabledMail, {
        emailId,
        person: subjectOf.user(userId),
        organizationId,
        to,
        values,
      });
      const step = `ScheduleEmail:${userId}`;
      await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId }, step));
    }
  }
}
