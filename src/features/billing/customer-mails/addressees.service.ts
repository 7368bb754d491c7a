import { Injectable } from '@nestjs/common';
import { UTC } from '../../../kernel/ports/clock.ts';
import { erasedEmail, subjectOf } from '../../../kernel/writing/events.ts';
import { MembershipReader } from '../../accounts/organizations/members/memberships.queries.ts';
import type { MailLook } from '../../delivery/emails/mail-look.rules.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { mailLook } from './customer-mail.rules.ts';

/** Whom a mail goes to, and from whom. */
export interface Addressee {
  address: { person: string; organizationId: string; to: string };
  /** Without a slug, the organization is deleted. */
  names: { organizationName: string; customerName: string | null; slug?: string } & MailLook;
  /** The organization's, as an IANA name: of the days in the mail. */
  timeZone: string;
}

/** The customers that organizations send mails to. */
@Injectable()
export class Addressees {
  constructor(
    private readonly customers: CustomerReader,
    private readonly memberships: MembershipReader,
  ) {}

  /** @returns undefined if the customer is erased, or the organization has turned off mails of this kind */
  async find(
    { organizationId, customerId }: { organizationId: string; customerId: string },
    { kind }: { kind: string },
  ): Promise<Addressee | undefined> {
    const [state, customer] = await Promise.all([
      this.memberships.state(organizationId),
      this.customers.folded(customerId, { organizationIds: [organizationId] }),
    ]);
    const organization = state.status === 'absent' ? undefined : state.profile;
    if (!customer || customer.email === erasedEmail(customerId)) return undefined;
    if ((organization?.mailSettings?.off as readonly string[] | undefined)?.includes(kind)) return undefined;
    return {
      address: { person: subjectOf.customer(customerId), organizationId, to: customer.email },
      names: {
        organizationName: organization?.name ?? '',
        customerName: customer.name,
        ...(state.status === 'active' && { slug: state.slug }),
        ...mailLook(organization?.accentColor),
      },
      timeZone: organization?.timeZone ?? UTC,
    };
  }
}
