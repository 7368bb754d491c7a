import type { Feature } from '../../../app/feature.ts';
import { LicenseKeyAnswers } from './license-key-answers.service.ts';
import { LicenseKeyChecks } from './license-key-checks.service.ts';
import { LicenseKeyChecksController, OwnLicenseKeyChecksController } from './license-key-checks.controller.ts';
import { LicenseKeyCodes } from './license-key-codes.service.ts';
import { LicenseKeyUses } from './license-key-uses.service.ts';
import { LicenseKeyUseWorker } from './license-key-use.worker.ts';
import { licenseKeyDecider, licenseKeyUseDecider } from './license-key.decider.ts';
import { licenseKeyEvents, licenseKeyUseEvents } from './license-key.events.ts';
import { licenseKeyMailHandlers } from './license-key-mail.handlers.ts';
import { licenseKeyMailProcess } from './license-key-mail.process.ts';
import { licenseKeyMails } from './license-key.mails.ts';
import { licenseKeyProcess } from './license-key.process.ts';
import { licenseKeyProjection, type LicenseKeyDocument } from './license-key.projection.ts';
import { LicenseKeysController } from './license-keys.controller.ts';
import { licenseKeyHandlers } from './license-keys.handlers.ts';
import { LicenseKeyPresenter, LicenseKeyQueries, LicenseKeyReader } from './license-keys.queries.ts';

export const licenseKeys: Feature = {
  controllers: [LicenseKeysController, LicenseKeyChecksController, OwnLicenseKeyChecksController],
  providers: [
    LicenseKeyAnswers,
    LicenseKeyChecks,
    LicenseKeyCodes,
    LicenseKeyUses,
    LicenseKeyUseWorker,
    LicenseKeyPresenter,
    LicenseKeyReader,
    LicenseKeyQueries,
    ...licenseKeyHandlers,
    ...licenseKeyMailHandlers,
  ],
  events: { ...licenseKeyEvents, ...licenseKeyUseEvents },
  deciders: [licenseKeyDecider, licenseKeyUseDecider],
  projections: [licenseKeyProjection],
  processes: [licenseKeyProcess, licenseKeyMailProcess],
  mails: licenseKeyMails,
  states: { licensekey: licenseKeyProjection },
  ledger: {
    entities: {
      licensekey: { projection: licenseKeyProjection, name: ({ display_key }: LicenseKeyDocument) => display_key },
    },
  },
};
