import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.ts';
import { CustomersModule } from '../customers/customers.module.ts';
import { CustomerSessionAuthenticator } from './customer-session.authenticator.ts';
import { CustomerSessionsController } from './customer-sessions.controller.ts';
import { CustomerSessionPresenter } from './customer-sessions.queries.ts';
import { CustomerSessions } from './customer-sessions.service.ts';

@Module({
  imports: [OrganizationsModule, CustomersModule],
  controllers: [CustomerSessionsController],
  providers: [CustomerSessionAuthenticator, CustomerSessionPresenter, CustomerSessions],
  exports: [CustomerSessions],
})
export class CustomerSessionsModule {}

export const customerSessions: Feature = { module: CustomerSessionsModule };
