import type { Feature } from '../../../app/feature.ts';
import { CustomerSessionAuthenticator } from './customer-session.authenticator.ts';
import { CustomerSessionsController } from './customer-sessions.controller.ts';
import { CustomerSessionPresenter } from './customer-sessions.queries.ts';
import { CustomerSessions } from './customer-sessions.service.ts';

export const customerSessions: Feature = {
  controllers: [CustomerSessionsController],
  providers: [CustomerSessionAuthenticator, CustomerSessionPresenter, CustomerSessions],
};
