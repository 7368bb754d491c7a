import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.ts';
import { CustomersModule } from '../customers/customers.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { Addressees } from './addressees.service.ts';
import { subscriptionMailHandlers } from './subscription-mail.handlers.ts';
import { subscriptionMailProcess } from './subscription-mail.process.ts';
import { subscriptionMails } from './subscription.mails.ts';

@Module({
  imports: [OrganizationsModule, CustomersModule, ProductsModule],
  providers: [Addressees, ...subscriptionMailHandlers],
  exports: [Addressees],
})
export class CustomerMailsModule {}

export const customerMails: Feature = {
  module: CustomerMailsModule,
  processes: [subscriptionMailProcess],
  mails: subscriptionMails,
};
