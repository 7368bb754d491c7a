import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { FEATURES } from '../../../app/tokens.ts';
import { claimEvents } from '../../../kernel/writing/claim.ts';
import { skipEvents } from '../../../kernel/writing/skipped-events.ts';
import { LedgerController } from './ledger.controller.ts';
import { LEDGER_NAME, ledgerProjection } from './ledger.projection.ts';
import {
  GetLedgerEventHandler,
  GetLedgerTimelineHandler,
  LEDGER,
  LedgerPresenter,
  ListLedgerEventsHandler,
} from './ledger.queries.ts';

@Module({
  controllers: [LedgerController],
  providers: [
    {
      provide: LEDGER,
      useFactory: (features: readonly Feature[]) =>
        features.flatMap(({ projections }) => projections ?? []).find(({ name }) => name === LEDGER_NAME),
      inject: [FEATURES],
    },
    LedgerPresenter,
    ListLedgerEventsHandler,
    GetLedgerEventHandler,
    GetLedgerTimelineHandler,
  ],
})
export class LedgerModule {}

/** The log of everything that these features tell of. */
export function ledgerOf(features: readonly Feature[]): Feature {
  const { ClaimForfeited } = claimEvents;
  const catalogues = [{ ClaimForfeited }, skipEvents, ...features.map(({ events }) => events ?? {})];
  return { module: LedgerModule, projections: [ledgerProjection(catalogues)] };
}
