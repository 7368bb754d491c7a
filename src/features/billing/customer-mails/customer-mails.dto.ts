import { ApiProperty } from '@nestjs/swagger';
import { PageLimit, PageNumber, Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { OPTIONAL_MAILS, type OptionalMail } from '../../accounts/organizations/organization.events.ts';

export class CustomerMailsQuery {
  @PageNumber()
  page = 1;
  @PageLimit()
  limit = 10;
}

/** Times are machine time, but for `occurred_at`. */
export class CustomerMail {
  id: string;
  @ApiProperty({ enum: OPTIONAL_MAILS })
  kind: OptionalMail;
  /** null once the customer is erased, like the subject. */
  to: string | null;
  subject: string | null;
  /** As plain text; null like the subject. */
  text: string | null;
  @ApiProperty({ enum: ['waiting', 'sent', 'given_up'] })
  status: 'waiting' | 'sent' | 'given_up';
  /** Business time, as of the order that it is about. */
  occurred_at: string;
  scheduled_at: string;
  sent_at: string | null;
  /** A code such as `SMTP 421`. */
  error: string | null;
}

export class CustomerMailList {
  items: CustomerMail[];
  pagination: Pagination;
}

export class ResentMail {
  /** Of the new mail. */
  id: string;
}
