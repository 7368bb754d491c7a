import { Injectable } from '@nestjs/common';
import { MembershipReader } from '../../accounts/organizations/members/memberships.queries.ts';
import {
  DEFAULT_INVOICE_SETTINGS,
  type OrganizationProfile,
} from '../../accounts/organizations/organization.events.ts';
import { membershipOf, type OrganizationState } from '../../accounts/organizations/organization.rules.ts';
import { UserReader } from '../../accounts/users/users.queries.ts';
import { isProven } from '../../accounts/users/user.rules.ts';
import type { MailSender } from '../../delivery/emails/mail-sender.rules.ts';
import { Logos } from '../files/logos.service.ts';
import { buttonColors } from './customer-mail.rules.ts';

interface SendingOrganization {
  profile: OrganizationProfile;
  /** undefined once it is deleted. */
  slug: string | undefined;
  sender: MailSender;
}

/** The organizations that mails are from. */
@Injectable()
export class MailSenders {
  constructor(
    private readonly memberships: MembershipReader,
    private readonly users: UserReader,
    private readonly logos: Logos,
  ) {}

  /** By its stream, never stale; undefined if it never existed. */
  async find(organizationId: string): Promise<SendingOrganization | undefined> {
    const state = await this.memberships.state(organizationId);
    if (state.status === 'absent') return undefined;
    const { profile } = state;
    const [replyTo, logo] = await Promise.all([
      this.replyTo(state, profile.email),
      this.logos.of(organizationId, profile.avatarUrl),
    ]);
    const { legalName, address } = profile.invoiceSettings ?? DEFAULT_INVOICE_SETTINGS;
    const imprint =
      legalName === null && address === null ? null : [legalName ?? profile.name, address].filter(Boolean).join('\n');
    return {
      profile,
      slug: state.status === 'active' ? state.slug : undefined,
      sender: {
        name: profile.name,
        replyTo,
        logoUrl: logo?.url ?? null,
        imprint,
        ...buttonColors(profile.accentColor),
      },
    };
  }

  /** Its e-mail address, if a member has proven to own it: any other could be anybody's (docs/BILLING.md#mails-to-customers). */
  private async replyTo(state: OrganizationState, email: string | null): Promise<string | null> {
    const holder = email === null ? undefined : await this.users.byEmail(email);
    const isOwn = holder !== undefined && isProven(holder.state) && membershipOf(state, holder.user.id) !== undefined;
    return isOwn ? holder.user.email : null;
  }
}
