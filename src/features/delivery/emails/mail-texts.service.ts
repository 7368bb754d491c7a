import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import type { MailPlace, MailValues } from '../../../kernel/reacting/mails.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { emailStream, type EmailEvent } from './email.events.ts';
import type { EmailDocument } from './email.projection.ts';
import { MailCatalogue, type RenderedMail } from './mail.catalogue.ts';

type ScheduledMail = Extract<EmailEvent, { type: 'EmailScheduled' }>['data'];

/** What mails say; those that were sent are rendered once more from their streams, without the tokens of those that have one. */
@Injectable()
export class MailTexts {
  constructor(
    private readonly executor: Executor,
    private readonly catalogue: MailCatalogue,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** undefined once its person is erased. */
  async of({
    id,
    kind,
    to,
  }: Pick<EmailDocument, 'id' | 'kind' | 'to'>): Promise<{ subject: string; text: string } | undefined> {
    const scheduled = await this.scheduled(id, 'any');
    return scheduled && to !== null ? this.rendered(kind, scheduled.values, { to }) : undefined;
  }

  /** What a mail was scheduled with; undefined once its person is erased. */
  async scheduled(emailId: string, scope: TenantScope): Promise<ScheduledMail | undefined> {
    const [scheduled] = await this.executor.load<EmailEvent>(emailStream(emailId), scope);
    return scheduled?.type === 'EmailScheduled' && scheduled.data.to !== null ? scheduled.data : undefined;
  }

  /** A mail as it would be sent; undefined where no feature declares the kind. */
  rendered(kind: string, values: MailValues, place: Omit<MailPlace, 'baseUrl'>): RenderedMail | undefined {
    return this.catalogue.render(kind, values, { baseUrl: this.config.baseUrl, ...place });
  }
}
