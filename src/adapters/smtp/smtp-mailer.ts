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
  private readonly address: string;

  /** @param from of the installation's own mails, such as `Tillbook <billing@example.com>` */
  constructor(
    url: string,
    private readonly from: string,
  ) {
    this.address = addressOf(from);
    this.transport = createTransport({
      url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  }

  async send({ id, to, from, replyTo, subject, text, html }: Mail): Promise<void> {
    const { address } = this;
    const headers = {
      from: from === undefined ? this.from : { name: from, address },
      to: { name: '', address: to },
      // An object is one address, whatever it contains.
      ...(replyTo !== undefined && { replyTo: { name: from ?? '', address: replyTo } }),
      messageId: `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`,
    };
    try {
      await this.transport.sendMail({ ...headers, subject, text, html });
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

/** `Tillbook <billing@example.com>` → `billing@example.com` */
function addressOf(from: string): string {
  return from
    .slice(from.lastIndexOf('<') + 1)
    .replace('>', '')
    .trim();
}
