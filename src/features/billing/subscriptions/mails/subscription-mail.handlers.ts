import type { Type } from '@nestjs/common';
import { Commands, Handles } from '../../../../app/commands.ts';
import { deriveUuid } from '../../../../kernel/ids.ts';
import { project } from '../../../../kernel/reading/projection.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { mailOf, ScheduleEmail } from '../../../delivery/emails/email.commands.ts';
import { ProductReader } from '../../products/products.queries.ts';
import { subscriptionStream, type SubscriptionEvent } from '../subscription.events.ts';
import { hasLastBill, isOwing } from '../subscription-state.rules.ts';
import { stateOf, type Previewed } from '../subscription-preview.rules.ts';
import { subscriptionProjection } from '../subscription.projection.ts';
import { Addressees, type Addressee } from '../../customer-mails/addressees.service.ts';
import { SendSubscriptionMail, type SubscriptionNews } from './subscription-mail.commands.ts';
import {
  subscriptionCanceledMail,
  subscriptionChangedMail,
  subscriptionEndedMail,
  subscriptionResumedMail,
} from './subscription.mails.ts';

const TEMPLATES = {
  canceled: subscriptionCanceledMail,
  resumed: subscriptionResumedMail,
  changed: subscriptionChangedMail,
  ended: subscriptionEndedMail,
} as const;

@Handles(SendSubscriptionMail)
export class SendSubscriptionMailHandler {
  constructor(
    private readonly executor: Executor,
    private readonly addressees: Addressees,
    private readonly products: ProductReader,
    private readonly commands: Commands,
  ) {}

  async execute({ data, context }: SendSubscriptionMail): Promise<void> {
    const { organizationId, news } = data;
    const addressee = await this.addressees.find(data, TEMPLATES[news.kind]);
    if (!addressee) return;
    const emailId = deriveUuid(context.requestId, 'subscription-mail');
    const mail = await this.mailAbout(emailId, data, addressee);
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId }));
  }

  private async mailAbout(
    emailId: string,
    data: SendSubscriptionMail['data'],
    { address, names, timeZone }: Addressee,
  ): Promise<ScheduleEmail['data']> {
    const { subscriptionId, news } = data;
    const events = await this.eventsOf(data);
    const about = { ...names, timeZone, subscriptionId, product: await this.productOf(news, events) };
    switch (news.kind) {
      case 'canceled': {
        const state = stateOf(events);
        const values = {
          ...about,
          endsAt: news.endsAt,
          billsLeft: Number(hasLastBill(state)),
          owed: Number(isOwing(state)),
        };
        return mailOf(subscriptionCanceledMail, { emailId, ...address, values });
      }
      case 'resumed':
        return mailOf(subscriptionResumedMail, { emailId, ...address, values: { ...about, renewsAt: news.renewsAt } });
      case 'ended':
        return mailOf(subscriptionEndedMail, {
          emailId,
          ...address,
          values: { ...about, endedAt: news.endedAt, billsLeft: Number(news.hasLastBill) },
        });
      case 'changed': {
        const { amount, currency, recurringInterval: interval } = news.to;
        const before = await this.nameOf(news.from.productId);
        return mailOf(subscriptionChangedMail, {
          emailId,
          ...address,
          values: { ...about, before, amount, currency, interval },
        });
      }
    }
  }

  private async eventsOf({ subscriptionId, revision }: SendSubscriptionMail['data']): Promise<Previewed> {
    const events = await this.executor.load<SubscriptionEvent>(subscriptionStream(subscriptionId), 'any');
    return events.filter((event) => event.revision <= revision);
  }

  private productOf(news: SubscriptionNews, events: Previewed): Promise<string> {
    if (news.kind === 'changed') return this.nameOf(news.to.productId);
    return this.nameOf(project(subscriptionProjection, events)!.product_id);
  }

  private async nameOf(productId: string): Promise<string> {
    return (await this.products.named([productId])).get(productId)?.name ?? '';
  }
}

export const subscriptionMailHandlers: Type[] = [SendSubscriptionMailHandler];
