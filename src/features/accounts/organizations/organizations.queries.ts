import { Inject, Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/reading/documents.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { idOf } from '../../../kernel/ports/event-store.ts';
import { Claims, type Claim } from '../../../kernel/writing/claim.ts';
import type { Accent } from './accent.dto.ts';
import { tonesOf } from './accent.rules.ts';
import type { AuthOrganization, FullOrganization } from './auth-organizations.dto.ts';
import { IdentityPresenter } from './identity.presenters.ts';
import { InvitationQueries } from './invitations/invitations.queries.ts';
import { MemberQueries } from './members/members.queries.ts';
import { MAX_LISTED, MembershipReader } from './members/memberships.queries.ts';
import type { MailSettings, OptionalMail } from './organization.events.ts';
import { organizationProjection, type OrganizationDocument } from './organization.projection.ts';
import type { Organization } from './organizations.dto.ts';
import type { PublicOrganization } from './public-organization.dto.ts';
import { TeamQueries } from './teams/teams.queries.ts';

/** Organizations by the billing contract: documents have its form, except for what only the identity contract shows. */
@Injectable()
export class OrganizationPresenter {
  present({
    metadata: _,
    name_lower: __,
    accent_color: ___,
    former_slugs: ____,
    ...wire
  }: OrganizationDocument): Organization {
    const { subscription_settings, billing_settings, mail_settings } = wire;
    const { allow_customer_updates, proration_behavior } = subscription_settings;
    return {
      ...wire,
      status: 'active',
      allow_customer_updates,
      proration_behavior,
      default_presentment_currency: wire.currency,
      default_tax_behavior: 'exclusive',
      account_id: null,
      payout_account_id: null,
      capabilities: CAPABILITIES,
      sso_enforced: false,
      onboarding_resubmission_requested_at: null,
      dispute_settings: { auto_accept_below_amount: null },
      embed_hosts: [],
      notification_settings: { new_order: false, new_subscription: false },
      customer_email_settings: customerMails(mail_settings),
      customer_portal_settings: {
        usage: { show: true },
        subscription: { update_seats: false, update_plan: allow_customer_updates },
      },
      subscription_settings: {
        ...subscription_settings,
        benefit_revocation_grace_period: billing_settings.benefit_grace_days,
        prevent_trial_abuse: false,
      },
    };
  }

  presentPublic(document: OrganizationDocument): PublicOrganization {
    const { billing_settings: _, invoice_settings: __, mail_settings: ___, ...wire } = this.present(document);
    return wire;
  }

  /** Its colour for the pages that customers see; null if it has none. */
  accent({ accent_color }: OrganizationDocument): Accent | null {
    return accent_color === null ? null : tonesOf(accent_color);
  }

  presentAll(documents: readonly OrganizationDocument[]): Organization[] {
    return documents.map((document) => this.present(document));
  }
}

/** Of every organization. Sellers are paid by their processor, so there is nothing to pay out. */
const CAPABILITIES: Organization['capabilities'] = {
  checkout_payments: true,
  subscription_renewals: true,
  payouts: false,
  refunds: true,
  api_access: true,
  dashboard_access: true,
};

/** Which mails customers are sent, by their names in newer clients. */
function customerMails({ off }: MailSettings): Organization['customer_email_settings'] {
  const isSent = (mail: OptionalMail) => !off.includes(mail);
  return {
    order_confirmation: isSent('receipt'),
    subscription_cancellation: isSent('subscription-canceled'),
    subscription_confirmation: isSent('receipt'),
    subscription_cycled: isSent('receipt'),
    subscription_cycled_after_trial: isSent('receipt'),
    subscription_past_due: isSent('payment-failed'),
    subscription_renewal_reminder: isSent('renewal-upcoming'),
    subscription_revoked: isSent('subscription-ended'),
    subscription_trial_conversion_reminder: isSent('trial-ending'),
    subscription_uncanceled: isSent('subscription-resumed'),
    subscription_updated: isSent('subscription-changed'),
    subscription_paused: false,
    subscription_resumed: false,
    payment_method_expiration_reminder: false,
  };
}

@Injectable()
export class SlugClaims {
  constructor(private readonly claims: Claims) {}

  /** @param slug as `normalSlug` makes it */
  of(slug: string): Claim {
    return this.claims.claim('organization-slug', 'global', slug);
  }

  /** The organization that has a slug or was the last to have it, never stale; it may be deleted. */
  async ownerOf(slug: string): Promise<string | undefined> {
    const stream = await this.claims.owner(this.of(slug));
    return stream && idOf(stream);
  }
}

@Injectable()
export class OrganizationReader {
  constructor(private readonly documents: Documents) {}

  find(ids: Iterable<string>): Promise<Map<string, OrganizationDocument>> {
    return this.documents.getMany(organizationProjection, ids, 'any');
  }
}

@Injectable()
export class OrganizationQueries extends resource(organizationProjection, OrganizationPresenter) {}

/** Organizations by the identity contract (docs/IDENTITY.md#organizations). */
@Injectable()
export class AuthOrganizationQueries {
  constructor(
    private readonly documents: Documents,
    private readonly memberships: MembershipReader,
    private readonly presenter: IdentityPresenter,
    private readonly members: MemberQueries,
    private readonly invitations: InvitationQueries,
    private readonly teams: TeamQueries,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** In the order the user joined them, at most 100. */
  async ofUser(userId: string): Promise<AuthOrganization[]> {
    const memberships = await this.memberships.ofUser(userId, MAX_LISTED);
    const organizationIds = memberships.map(({ organizationId }) => organizationId);
    const found = await this.documents.getMany(organizationProjection, organizationIds, { organizationIds });
    return organizationIds.flatMap((id) => (found.has(id) ? [this.presenter.organization(found.get(id)!)] : []));
  }

  /** @throws NotFound */
  async get(organizationId: string): Promise<AuthOrganization> {
    const scope = { organizationIds: [organizationId] };
    return this.presenter.organization(await this.documents.demand(organizationProjection, organizationId, scope));
  }

  /**
   * With its members, invitations and teams.
   * @param role of the member who asks
   * @throws NotFound
   */
  async full(organizationId: string, role: string, { withTeams }: { withTeams: boolean }): Promise<FullOrganization> {
    const organization = await this.get(organizationId);
    const [members, invitations, teams] = await Promise.all([
      this.members.all(organizationId),
      this.invitations.all(organizationId, role),
      withTeams && this.config.organizations.teams ? this.teams.all(organizationId) : null,
    ]);
    return { ...organization, members, invitations, teams };
  }
}
