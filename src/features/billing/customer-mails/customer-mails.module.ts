import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.ts';
import { UsersModule } from '../../accounts/users/users.module.ts';
import { EmailsModule } from '../../delivery/emails/emails.module.ts';
import { CustomersModule } from '../customers/customers.module.ts';
import { FilesModule } from '../files/files.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { Addressees } from './addressees.service.ts';
import { CustomerMailsController } from './customer-mails.controller.ts';
import { customerMailHandlers } from './customer-mails.handlers.ts';
import { CustomerMailQueries } from './customer-mails.queries.ts';
import { erasureMailProcess } from './erasure-mail.process.ts';
import { erasureMails } from './erasure.mails.ts';
import { MailPreviewsController } from './mail-previews.controller.ts';
import { MailPreviews } from './mail-previews.service.ts';
import { MailSenders } from './mail-senders.service.ts';
import { subscriptionMailHandlers } from './subscription-mail.handlers.ts';
import { subscriptionMailProcess } from './subscription-mail.process.ts';
import { subscriptionMails } from './subscription.mails.ts';

@Module({
  imports: [OrganizationsModule, UsersModule, CustomersModule, EmailsModule, FilesModule, ProductsModule],
  controllers: [CustomerMailsController, MailPreviewsController],
  providers: [
    Addressees,
    CustomerMailQueries,
    MailPreviews,
    MailSenders,
    ...customerMailHandlers,
    ...subscriptionMailHandlers,
  ],
  exports: [Addressees, MailSenders],
})
export class CustomerMailsModule {}

export const customerMails: Feature = {
  module: CustomerMailsModule,
  processes: [subscriptionMailProcess, erasureMailProcess],
  mails: [...subscriptionMails, ...erasureMails],
};
