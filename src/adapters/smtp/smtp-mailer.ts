import { createTransport, type Transporter } from 'nodemailer';
import { MailRefused, type Mail, type Mailer } from '../../features/delivery/emails/mailer.ts';

const TIMEOUT_MS = 10_000;

/** The fields of nodemailer's errors. */
interface SmtpError {
  code?: string;
  /** The server's reply code. */
  responseCode?: number;
}

/** A temporary failure. Omits the server's own message, which may contain personal data. */
class SmtpFailed extends Error {
  constructor(readonly code: string) {
    super(code);
    this.name = 'SmtpFailed';
  }
}

/** Sends mail through the server of SMTP_URL. */
export class SmtpMailer implements Mailer {
  readonly enabled = true;
  private readonly transport: Transporter;

  /** @param from such as `Tillbook <billing@example.com>` */
  constructor(
    url: string,
    private readonly from: string,
  ) {
    this.transport = createTransport({
      url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  }

  async send({ id, to, subject, text, html }: Mail): Promise<void> {
    const messageId = `<${id}@${domainOf(this.from)}>`;
    try {
      await this.transport.sendMail({ from: this.from, to: { name: '', address: to }, subject, text, html, messageId });
    } catch (error) {
      const { code, responseCode } = error as SmtpError;
      // 5xx refuses a mail permanently, except for 530 to 538, which concern authentication.
      const refused = responseCode !== undefined && responseCode >= 550 && responseCode < 560;
      const name = responseCode !== undefined ? `SMTP ${responseCode}` : (code ?? 'SMTP_FAILED');
      throw refused ? new MailRefused(name) : new SmtpFailed(name);
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'tillbook.invalid';
}
