import type { Feature } from '../../../app/feature.ts';
import { portalCodeDecider } from './portal-code.decider.ts';
import { portalCodeEvents } from './portal-code.events.ts';
import { PortalCodeLimits } from './portal-code-limits.service.ts';
import { emailChangedMail, emailCodeMail, portalCodeMail } from './portal-code.mails.ts';
import { formerAddressProcess, portalCodeProcess } from './portal-code.process.ts';
import { PortalCodesController } from './portal-codes.controller.ts';
import { portalCodeHandlers } from './portal-codes.handlers.ts';
import { portalEmailHandlers } from './portal-email.handlers.ts';
import { PortalCodes } from './portal-codes.service.ts';

export const portalCodes: Feature = {
  controllers: [PortalCodesController],
  providers: [PortalCodes, PortalCodeLimits, ...portalCodeHandlers, ...portalEmailHandlers],
  events: portalCodeEvents,
  deciders: [portalCodeDecider],
  processes: [portalCodeProcess, formerAddressProcess],
  mails: [portalCodeMail, emailCodeMail, emailChangedMail],
};
