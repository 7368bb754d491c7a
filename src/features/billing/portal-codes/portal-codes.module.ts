import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.ts';
import { CustomerSessionsModule } from '../customer-sessions/customer-sessions.module.ts';
import { CustomerMailsModule } from '../customer-mails/customer-mails.module.ts';
import { CustomersModule } from '../customers/customers.module.ts';
import { portalCodeDecider } from './portal-code.decider.ts';
import { portalCodeEvents } from './portal-code.events.ts';
import { PortalCodeLimits } from './portal-code-limits.service.ts';
import { emailChangedMail, emailCodeMail, portalCodeMail } from './portal-code.mails.ts';
import { formerAddressProcess, portalCodeProcess } from './portal-code.process.ts';
import { PortalCodesController } from './portal-codes.controller.ts';
import { portalCodeHandlers } from './portal-codes.handlers.ts';
import { portalEmailHandlers } from './portal-email.handlers.ts';
import { PortalCodes } from './portal-codes.service.ts';

@Module({
  imports: [CustomerMailsModule, OrganizationsModule, CustomersModule, CustomerSessionsModule],
  controllers: [PortalCodesController],
  providers: [PortalCodes, PortalCodeLimits, ...portalCodeHandlers, ...portalEmailHandlers],
})
export class PortalCodesModule {}

export const portalCodes: Feature = {
  module: PortalCodesModule,
  events: portalCodeEvents,
  deciders: [portalCodeDecider],
  processes: [portalCodeProcess, formerAddressProcess],
  mails: [portalCodeMail, emailCodeMail, emailChangedMail],
};
