/** A mail as it is sent. */
export interface Mail {
  /** Also in its `Message-ID`, so that a mail client recognizes one that was sent twice. */
  id: string;
  kind: string;
  organizationId: string | null;
  to: string;
  /** Stands before the installation's address in place of its name. */
  from?: string;
  /** Where answers go, if not to the installation. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** The link that it is about. */
  url?: string;
  /** The one-time token in the link. */
  token?: string;
  about: MailSubject;
}

/** What a mail is about, for programs that read the outbox. */
export interface MailSubject {
  invitationId?: string;
  role?: string;
  newEmail?: string;
}

/** Delivers mails. */
export interface Mailer {
  /** False where nothing is configured: calls that need a mail answer their contract's "isn't enabled". */
  readonly enabled: boolean;
  /** @throws MailRefused a retry would not help · any other error: it may be retried under the same id */
  send(mail: Mail): Promise<void>;
}

/** The address or the mail was rejected. `code` contains no personal data. */
export class MailRefused extends Error {
  constructor(readonly code: string) {
    super(code);
    this.name = 'MailRefused';
  }
}

export const noMailer: Mailer = {
  enabled: false,
  send: () => Promise.reject(new MailRefused('NO_MAILER')),
};

/** A mail in the outbox: in the Vault under `outboxEntry(id)`. */
export type OutboxMail = Omit<Mail, 'organizationId'> & { organizationId?: string; at: string };

export function outboxEntry(mailId: string): string {
  return `outbox/${mailId}`;
}
