import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.ts';
import { UsersModule } from '../../accounts/users/users.module.ts';
import { SendEndpointDisabledMailsHandler } from './endpoint-notice.handlers.ts';
import { endpointDisabledMail } from './endpoint-notice.mails.ts';
import { endpointNoticeProcess } from './endpoint-notice.process.ts';

@Module({ imports: [OrganizationsModule, UsersModule], providers: [SendEndpointDisabledMailsHandler] })
export class EndpointNoticesModule {}

/** Mails about webhook endpoints, which the feature that sends messages cannot write: it knows no people. */
export const endpointNotices: Feature = {
  module: EndpointNoticesModule,
  processes: [endpointNoticeProcess],
  mails: [endpointDisabledMail],
};
