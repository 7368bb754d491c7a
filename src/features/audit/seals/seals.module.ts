import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { sealEvents } from './seal.events.ts';
import { Seals } from './seals.ts';

@Module({ providers: [Seals] })
export class SealsModule {}

/** Seals are about the log: no organization's own. */
export const seals: Feature = { module: SealsModule, events: sealEvents };
