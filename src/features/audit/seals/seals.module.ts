import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { sealEvents } from './seal.events.ts';
import { SealActions } from './seal-actions.service.ts';
import { Seals } from './seals.ts';
import { SealQueries } from './seals.queries.ts';
import { sealDecider } from './seal.decider.ts';

@Module({ providers: [Seals, SealActions, SealQueries], exports: [SealQueries] })
export class SealsModule {}

/** Seals cover the whole log and belong to no organization. */
export const seals: Feature = { module: SealsModule, events: sealEvents, deciders: [sealDecider] };
