import { Inject, Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../app/reading/documents.ts';
import type { Feature } from '../../../app/feature.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CLOCK, FEATURES } from '../../../app/tokens.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import type { AnyMailTemplate, MailValues } from '../../../kernel/reacting/mails.ts';
import { organizationProjection } from '../../accounts/organizations/organization.projection.ts';
import { MailTexts } from '../../delivery/emails/mail-texts.service.ts';
import type { SampledMail, SampleSeller } from './customer-mail.rules.ts';
import type { MailPreview } from './mail-previews.dto.ts';
import { MailSenders } from './mail-senders.service.ts';

/** Where previews go to. */
const TO = 'ada@example.com';

/** Mails to customers as the catalogue renders them when they are sent, with the values of samples. Nothing is sent. */
@Injectable()
export class MailPreviews {
  private readonly mails: readonly SampledMail<MailValues>[];

  constructor(
    @Inject(FEATURES) features: readonly Feature[],
    private readonly texts: MailTexts,
    private readonly documents: Documents,
    private readonly senders: MailSenders,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.mails = features.flatMap(({ mails = [] }) => mails).filter(isSampled);
  }

  /** All kinds. @throws NotFound it is not one of the caller's organizations */
  async of(organizationId: string, caller: Caller): Promise<MailPreview[]> {
    const seller = await this.sellerOf(organizationId, caller);
    return this.mails.map((mail) => {
      const { subject, text } = this.render(mail, seller);
      return { kind: mail.kind, subject, text };
    });
  }

  /** One kind as a page. @throws NotFound */
  async page(kind: string, organizationId: string, caller: Caller): Promise<string> {
    const seller = await this.sellerOf(organizationId, caller);
    const mail = this.mails.find((one) => one.kind === kind);
    if (!mail) throw new NotFound('There is no such kind of mail');
    return this.render(mail, seller).html;
  }

  private render(mail: SampledMail<MailValues>, seller: SampleSeller) {
    const { values, token } = mail.sample(seller);
    return this.texts.rendered(mail.kind, values, { to: TO, token })!;
  }

  private async sellerOf(organizationId: string, caller: Caller): Promise<SampleSeller> {
    const within = narrowedTo([organizationId], caller);
    const organization = await this.documents.demand(organizationProjection, organizationId, within);
    const { name: organizationName, slug, time_zone: timeZone, currency } = organization;
    const { sender } = (await this.senders.find(organizationId))!;
    return { organizationName, slug, timeZone, currency, sender, now: this.clock.now() };
  }
}

function isSampled(mail: AnyMailTemplate): mail is SampledMail<MailValues> {
  return 'sample' in mail;
}
