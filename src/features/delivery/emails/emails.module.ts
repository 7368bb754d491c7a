import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { ScheduleEmailHandler, SendEmailHandler } from './email.handlers.ts';
import { SchedulePaymentFailedHandler, ScheduleReceiptHandler } from './email-facts.handlers.ts';
import { EraseEmailsHandler } from './email-erasing.handlers.ts';
import { emailErasingProcess } from './email-erasing.process.ts';
import { emailEvents } from './email.events.ts';
import { emailProcess } from './email.process.ts';
import { emailProjection } from './email.projection.ts';
import { EmailWorker } from './email.worker.ts';
import { OutboxController } from './outbox.controller.ts';
import { ReadOutboxHandler } from './outbox.queries.ts';

@Module({
  controllers: [OutboxController],
  providers: [
    ScheduleEmailHandler,
    SendEmailHandler,
    ScheduleReceiptHandler,
    SchedulePaymentFailedHandler,
    EraseEmailsHandler,
    EmailWorker,
    ReadOutboxHandler,
  ],
})
export class EmailsModule {}

export const emails: Feature = {
  module: EmailsModule,
  events: emailEvents,
  projections: [emailProjection],
  processes: [emailProcess, emailErasingProcess],
  states: { email: emailProjection },
};
