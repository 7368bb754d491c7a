import type { Feature } from '../../../app/feature.ts';
import { SendEndpointDisabledMailsHandler } from './endpoint-notice.handlers.ts';
import { endpointDisabledMail } from './endpoint-notice.mails.ts';
import { endpointNoticeProcess } from './endpoint-notice.process.ts';

/** Mails about webhook endpoints, which the feature that sends messages cannot write: it knows no people. */
export const endpointNotices: Feature = {
  providers: [SendEndpointDisabledMailsHandler],
  processes: [endpointNoticeProcess],
  mails: [endpointDisabledMail],
};
