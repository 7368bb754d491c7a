import type { Feature } from '../../../app/feature.ts';
import { CheckoutBillingService } from './checkout-billing.service.ts';
import { CheckoutFields } from './checkout-fields.service.ts';
import { expireDue } from './checkout.due.ts';
import { checkoutEvents } from './checkout.events.ts';
import { CheckoutFacts } from './checkout.facts.ts';
import {
  checkoutClaimsProcess,
  checkoutClosingProcess,
  checkoutProcess,
  checkoutRedemptionsProcess,
} from './checkout.process.ts';
import { checkoutFacts } from './checkout.ledger.ts';
import { checkoutProjection } from './checkout.projection.ts';
import { checkoutAnnouncements } from './checkout.webhooks.ts';
import { CheckoutsController, ClientCheckoutsController } from './checkouts.controller.ts';
import { checkoutHandlers } from './checkouts.handlers.ts';
import {
  CheckoutPresenter,
  CheckoutReader,
  CheckoutFrames,
  CheckoutHold,
  CheckoutQueries,
  ClientCheckoutQueries,
} from './checkouts.queries.ts';
import { CheckoutStreams } from './checkout-streams.service.ts';
import { ClientSecrets } from './client-secrets.service.ts';
import { CheckoutGuesses } from './checkout-guesses.service.ts';
import { ConfirmService } from './confirm.service.ts';
import { checkoutDecider } from './checkout.decider.ts';

export const checkouts: Feature = {
  // The buyer's routes come first, so that `client` is not taken for an id.
  controllers: [ClientCheckoutsController, CheckoutsController],
  providers: [
    CheckoutBillingService,
    CheckoutFacts,
    CheckoutFields,
    CheckoutFrames,
    CheckoutPresenter,
    CheckoutReader,
    CheckoutStreams,
    ClientSecrets,
    CheckoutGuesses,
    ConfirmService,
    CheckoutHold,
    CheckoutQueries,
    ClientCheckoutQueries,
    ...checkoutHandlers,
  ],
  events: checkoutEvents,
  deciders: [checkoutDecider],
  projections: [checkoutProjection],
  processes: [checkoutProcess, checkoutClaimsProcess, checkoutRedemptionsProcess, checkoutClosingProcess],
  dueItems: [expireDue],
  states: { checkout: checkoutProjection },
  webhooks: { presenters: { checkout: CheckoutPresenter }, announcements: checkoutAnnouncements },
  ledger: { facts: checkoutFacts },
  holds: [CheckoutHold],
};
