import type { OutboxMail } from '@/api/sandbox';
import { ButtonAnchor } from '@/ui/Button';
import { MailRow } from '@/ui/MailRow';

export function OutboxMailRow({ mail }: { mail: OutboxMail }) {
  return (
    <MailRow machine mail={mail}>
      {mail.from && (
        <p className="text-soft">
          From {mail.from}
          {mail.replyTo && <>, answers to {mail.replyTo}</>}
        </p>
      )}
      {mail.url && (
        <ButtonAnchor href={mail.url} kind="primary" className="justify-self-start">
          Open the link in it
        </ButtonAnchor>
      )}
    </MailRow>
  );
}
