import { Injectable } from '@nestjs/common';
import { UTC } from '../../../kernel/ports/clock.ts';
import { erasedEmail, subjectOf } from '../../../kernel/writing/events.ts';
import type { MailSender } from '../../delivery/emails/mail-sender.rules.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { MailSenders } from './mail-senders.service.ts';

/** Whom a mail goes to, and from whom. */
export interface Addressee {
  address: { person: string; organizationId: string; to: string };
  /** Without a slug, the organization is deleted. */
  names: { organizationName: string; customerName: string | null; slug?: string; sender: MailSender };
  /** The organization's, as an IANA name: of the days in the mail. */
  timeZone: string;
}

/** The customers that organizations send mails to. */
@Injectable()
export class Addressees {
  constructor(
    private readonly customers: CustomerReader,
    private readonly senders: MailSenders,
  ) {}

  /** @returns undefined if the customer is erased, or the organization has turned off mails of this kind */
  async find(
    { organizationId, customerId }: { organizationId: string; customerId: string },
    { kind }: { kind: string },
  ): Promise<Addressee | undefined> {
    const [organization, customer] = await Promise.all([
      this.senders.find(organizationId),
      this.customers.folded(customerId, { organizationIds: [organizationId] }),
    ]);
    if (!organization || !customer || customer.email === erasedEmail(customerId)) return undefined;
    const { profile, slug, sender } = organization;
    if ((profile.mailSettings?.off as readonly string[] | undefined)?.includes(kind)) return undefined;
    return {
      address: { person: subjectOf.customer(customerId), organizationId, to: customer.email },
      names: {
        organizationName: profile.name,
        customerName: customer.name,
        ...(slug !== undefined && { slug }),
        sender,
      },
      timeZone: profile.timeZone ?? UTC,
    };
  }
}
