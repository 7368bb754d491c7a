import type { Feature } from '../../../app/feature.ts';
import { benefitDecider } from './benefit.decider.ts';
import { benefitEvents } from './benefit.events.ts';
import { benefitProjection, type BenefitDocument } from './benefit.projection.ts';
import { benefitAnnouncements } from './benefit.webhooks.ts';
import { BenefitTerms } from './benefit-terms.service.ts';
import { BenefitsController } from './benefits.controller.ts';
import { benefitHandlers } from './benefits.handlers.ts';
import { BenefitPresenter, BenefitQueries, BenefitReader } from './benefits.queries.ts';

export const benefits: Feature = {
  controllers: [BenefitsController],
  providers: [BenefitTerms, BenefitPresenter, BenefitReader, BenefitQueries, ...benefitHandlers],
  events: benefitEvents,
  deciders: [benefitDecider],
  projections: [benefitProjection],
  states: { benefit: benefitProjection },
  ledger: {
    entities: {
      benefit: { projection: benefitProjection, name: ({ description }: BenefitDocument) => description },
    },
  },
  webhooks: { presenters: { benefit: BenefitPresenter }, announcements: benefitAnnouncements },
};
