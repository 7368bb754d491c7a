import type { Feature } from '../../../app/feature.ts';
import { FEATURES } from '../../../app/tokens.ts';
import { EmailOutcomes } from './email-outcomes.service.ts';
import { EmailProgressRows } from './email-progress.service.ts';
import { emailEvents, emailOutcomeEvents } from './email.events.ts';
import { emailHandlers } from './email.handlers.ts';
import { emailErasingProcess } from './email.process.ts';
import { emailProjection, type EmailDocument } from './email.projection.ts';
import { EmailWorker } from './email.worker.ts';
import { MailCatalogue } from './mail.catalogue.ts';
import { MailLimits } from './mail-limits.service.ts';
import { MailTexts } from './mail-texts.service.ts';
import { OutboxController } from './outbox.controller.ts';
import { OutboxQueries } from './outbox.queries.ts';
import { emailDecider } from './email.decider.ts';

export const emails: Feature = {
  controllers: [OutboxController],
  providers: [
    ...emailHandlers,
    EmailWorker,
    EmailOutcomes,
    EmailProgressRows,
    OutboxQueries,
    MailLimits,
    MailTexts,
    {
      provide: MailCatalogue,
      useFactory: (features: readonly Feature[]) => new MailCatalogue(features.flatMap(({ mails = [] }) => mails)),
      inject: [FEATURES],
    },
  ],
  deciders: [emailDecider],
  events: { ...emailEvents, ...emailOutcomeEvents },
  projections: [emailProjection],
  processes: [emailErasingProcess],
  states: { email: emailProjection },
  ledger: {
    entities: {
      email: {
        projection: emailProjection,
        name: ({ kind, to }: EmailDocument) => [kind.replaceAll('-', ' '), to].filter(Boolean).join(' to '),
        scope: 'customers:read',
      },
    },
  },
};
