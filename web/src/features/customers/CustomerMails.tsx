import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customerMailsQuery, useResendMail } from '@/api/customers';
import { useMayChange } from '@/api/members';
import type { CustomerMail } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Facts';
import { MailRow } from '@/ui/MailRow';
import { Pagination } from '@/ui/Pagination';
import { EmptyState, ErrorState } from '@/ui/States';
import { StatusMark } from '@/ui/StatusMark';

const LIMIT = 10;

/** What they were told by mail, but for codes, which work once. */
export function CustomerMails({ customerId, organizationId }: { customerId: string; organizationId: string }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(customerMailsQuery(customerId, { page, limit: LIMIT }));
  const mayChange = useMayChange(organizationId);
  return (
    <Section title="Mails">
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <EmptyState title="No mails yet">Receipts and notices appear here.</EmptyState>}
      {data && data.items.length > 0 && (
        <>
          <ul className="border-t border-line">
            {data.items.map((mail) => (
              <Sent key={mail.id} customerId={customerId} mail={mail} mayResend={mayChange} />
            ))}
          </ul>
          <Pagination
            label="mails"
            page={page}
            pages={data.pagination.max_page}
            total={data.pagination.total_count}
            shown={data.items.length}
            onPage={setPage}
          />
        </>
      )}
    </Section>
  );
}

function Sent({ customerId, mail, mayResend }: { customerId: string; mail: CustomerMail; mayResend: boolean }) {
  const resend = useResendMail(customerId);
  const { subject, to, text } = mail;
  if (subject === null || to === null || text === null) return null;
  return (
    <MailRow
      mail={{ subject, to, text, at: mail.occurred_at }}
      mark={mail.status !== 'sent' && <MailStatus mail={mail} />}
    >
      {mayResend && (
        <Button
          className="justify-self-start"
          busy={resend.isPending && 'Sending'}
          onClick={() =>
            resend.mutate(mail.id, {
              onSuccess: () => announce(`Sent again: ${subject}`),
              onError: (error) => announce(error.message, true),
            })
          }
        >
          Send again
        </Button>
      )}
    </MailRow>
  );
}

/** Errors in words; others are shown as they are, such as `SMTP 550`. */
const REASONS: Record<string, string> = {
  TOO_MANY_TO_THIS_ADDRESS: 'too many mails to this address within an hour',
};

function MailStatus({ mail: { status, error } }: { mail: CustomerMail }) {
  if (status === 'given_up')
    return <StatusMark tone="bad">{error ? `Not sent: ${REASONS[error] ?? error}` : 'Not sent'}</StatusMark>;
  return <StatusMark tone="wait">Waiting</StatusMark>;
}
