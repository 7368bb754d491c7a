/** A mail as it goes out. Without a person's address it is not made. */
export interface Mail {
  /** Also in its `Message-ID`, so that one sent twice is seen to be the same. */
  id: string;
  kind: string;
  organizationId: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The link it is about, where there is one. */
  url?: string;
  /** The one-time token in it. */
  token?: string;
  about: MailSubject;
}

/** What a mail is about, for whoever reads the outbox by program. */
export interface MailSubject {
  invitationId?: string;
  role?: string;
  newEmail?: string;
}

/** Hands mails over to whoever delivers them. */
export interface Mailer {
  /** False where nothing is configured: calls that need a mail answer their contract's "isn't enabled". */
  readonly enabled: boolean;
  /** @throws MailRefused no use trying again · any other error: it may be tried again, under the same id */
  send(mail: Mail): Promise<void>;
}

/** The address or the mail is not taken. `code` names no person. */
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

/** A mail that was sent to the outbox: in the Vault under `outboxEntry(id)`. */
export type OutboxMail = Omit<Mail, 'organizationId'> & { organizationId?: string; at: string };

export function outboxEntry(mailId: string): string {
  return `outbox/${mailId}`;
}
