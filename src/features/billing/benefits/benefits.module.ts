import { Module } from '@nestjs/common';
import { handlersOf } from '../../../app/commands.ts';
import type { Feature } from '../../../app/feature.ts';
import { CreateBenefit, DeleteBenefit, UpdateBenefit } from './benefit.commands.ts';
import { benefitDecider } from './benefit.decider.ts';
import { benefitEvents, benefitStream } from './benefit.events.ts';
import { benefitProjection, type BenefitDocument } from './benefit.projection.ts';
import { benefitAnnouncements } from './benefit.webhooks.ts';
import { BenefitsController } from './benefits.controller.ts';
import { BenefitPresenter, BenefitQueries, BenefitReader } from './benefits.queries.ts';

const handlers = handlersOf(
  benefitDecider,
  ({ benefitId }) => benefitStream(benefitId),
  CreateBenefit,
  UpdateBenefit,
  DeleteBenefit,
);

@Module({
  controllers: [BenefitsController],
  providers: [BenefitPresenter, BenefitReader, BenefitQueries, ...handlers],
  exports: [BenefitPresenter, BenefitReader, BenefitQueries],
})
export class BenefitsModule {}

export const benefits: Feature = {
  module: BenefitsModule,
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
