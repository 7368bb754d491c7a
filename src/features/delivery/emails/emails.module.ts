import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { FEATURES } from '../../../app/tokens.ts';
import { ScheduleEmailHandler, SendEmailHandler } from './email.handlers.ts';
import { EraseEmailsHandler } from './email-erasing.handlers.ts';
import { emailErasingProcess } from './email-erasing.process.ts';
import { emailEvents } from './email.events.ts';
import { emailProjection } from './email.projection.ts';
import { EmailWorker } from './email.worker.ts';
import { MailCatalogue } from './mail.catalogue.ts';
import { OutboxController } from './outbox.controller.ts';
import { ReadOutboxHandler } from './outbox.queries.ts';

@Module({
  controllers: [OutboxController],
  providers: [
    ScheduleEmailHandler,
    SendEmailHandler,
    EraseEmailsHandler,
    EmailWorker,
    {
      provide: MailCatalogue,
      useFactory: (features: readonly Feature[]) => new MailCatalogue(features.flatMap(({ mails = [] }) => mails)),
      inject: [FEATURES],
    },
    ReadOutboxHandler,
  ],
})
export class EmailsModule {}

export const emails: Feature = {
  module: EmailsModule,
  events: emailEvents,
  projections: [emailProjection],
  processes: [emailErasingProcess],
  states: { email: emailProjection },
};
