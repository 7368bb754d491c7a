import type { AnyMailTemplate, MailPlace, MailValues } from '../../../kernel/reacting/mails.ts';
import { mailPage } from './mail-page.rules.ts';
import { displayName, oneLine, senderOf } from './mail-sender.rules.ts';
import { mailText } from './mail-text.rules.ts';

export interface RenderedMail {
  /** Before the installation's address; undefined if the mail is its own. */
  from?: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  url?: string;
}

/** Renders mails by the templates that the features declare (docs/decisions/0019-mails-of-blocks.md). */
export class MailCatalogue {
  private readonly templates: ReadonlyMap<string, AnyMailTemplate>;

  constructor(templates: readonly AnyMailTemplate[]) {
    this.templates = new Map(templates.map((template) => [template.kind, template]));
  }

  isForSecurity(kind: string): boolean {
    return this.templates.get(kind)?.isForSecurity ?? false;
  }

  /** A mail of one kind as headers, plain text and HTML; undefined where no feature declares the kind any more. */
  render(kind: string, values: MailValues, place: MailPlace): RenderedMail | undefined {
    const template = this.templates.get(kind);
    if (!template) return undefined;
    const content = template.contentOf(values, place);
    const sender = senderOf(values);
    const from = sender && displayName(sender.name);
    return {
      ...(from !== undefined && { from }),
      ...(sender?.replyTo != null && { replyTo: sender.replyTo }),
      subject: oneLine(content.subject),
      text: mailText(content, sender),
      html: mailPage(content, sender),
      ...(content.url !== undefined && { url: content.url }),
    };
  }
}
