import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.ts';
import { PaymentsModule } from '../payments/payments.module.ts';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.ts';
import { LiveSubscriptions } from './live-subscriptions.service.ts';
import { savedMethodsDecider } from './saved-method.decider.ts';
import { savedMethodEvents } from './saved-method.events.ts';
import { savedMethodsProcess } from './saved-method.process.ts';
import { savedMethodsProjection } from './saved-method.projection.ts';
import { savedMethodHandlers } from './saved-methods.handlers.ts';
import { SavedMethodReader } from './saved-methods.queries.ts';

@Module({
  imports: [OrganizationsModule, PaymentsModule, SubscriptionsModule],
  providers: [LiveSubscriptions, SavedMethodReader, ...savedMethodHandlers],
  exports: [SavedMethodReader],
})
export class SavedMethodsModule {}

export const savedMethods: Feature = {
  module: SavedMethodsModule,
  events: savedMethodEvents,
  deciders: [savedMethodsDecider],
  projections: [savedMethodsProjection],
  processes: [savedMethodsProcess],
};
