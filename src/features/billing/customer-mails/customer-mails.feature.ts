import type { Feature } from '../../../app/feature.ts';
import { Addressees } from './addressees.service.ts';
import { CustomerMailsController } from './customer-mails.controller.ts';
import { customerMailHandlers } from './customer-mails.handlers.ts';
import { CustomerMailQueries } from './customer-mails.queries.ts';
import { erasureMailProcess } from './erasure-mail.process.ts';
import { erasureMails } from './erasure.mails.ts';
import { MailPreviewsController } from './mail-previews.controller.ts';
import { MailPreviews } from './mail-previews.service.ts';
import { MailSenders } from './mail-senders.service.ts';

export const customerMails: Feature = {
  controllers: [CustomerMailsController, MailPreviewsController],
  providers: [Addressees, CustomerMailQueries, MailPreviews, MailSenders, ...customerMailHandlers],
  processes: [erasureMailProcess],
  mails: erasureMails,
};
