import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { pageOf } from '../../../app/http/lists/list.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { OPTIONAL_MAILS, type OptionalMail } from '../../accounts/organizations/organization.events.ts';
import { emailProjection, type EmailDocument } from '../../delivery/emails/email.projection.ts';
import { MailTexts } from '../../delivery/emails/mail-texts.service.ts';
import { customerProjection } from '../customers/customer.projection.ts';
import type { CustomerMail, CustomerMailList, CustomerMailsQuery } from './customer-mails.dto.ts';

@Injectable()
export class CustomerMailQueries {
  constructor(
    private readonly documents: Documents,
    private readonly texts: MailTexts,
  ) {}

  /** Newest first. @throws NotFound */
  async of(customerId: string, { page, limit }: CustomerMailsQuery, scope: TenantScope): Promise<CustomerMailList> {
    await this.documents.demand(customerProjection, customerId, scope);
    const { items, total } = await this.documents.find(
      emailProjection,
      {
        where: mailsOf(customerId),
        sort: [{ field: 'scheduled_at', direction: 'desc' }],
        skip: (page - 1) * limit,
        limit,
        counted: true,
      },
      scope,
    );
    return pageOf(await Promise.all(items.map((mail) => this.present(mail))), total, limit);
  }

  /** @throws NotFound the customer has no such mail */
  async demand(customerId: string, emailId: string, scope: TenantScope): Promise<void> {
    await this.documents.demand(customerProjection, customerId, scope);
    const where: Where = { and: [mailsOf(customerId), { eq: ['id', emailId] }] };
    if (!(await this.documents.exists(emailProjection, where, scope))) throw new NotFound();
  }

  private async present({
    organization_id: _,
    next_attempt_at: __,
    attempts: ___,
    subjects: ____,
    ...mail
  }: EmailDocument): Promise<CustomerMail> {
    const { subject = null, text = null } = (await this.texts.of(mail)) ?? {};
    return { ...mail, kind: mail.kind as OptionalMail, subject, text };
  }
}

function mailsOf(customerId: string): Where {
  return { and: [{ has: ['subjects', subjectOf.customer(customerId)] }, { in: ['kind', OPTIONAL_MAILS] }] };
}
