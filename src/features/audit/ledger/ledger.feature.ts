import type { Feature } from '../../../app/feature.ts';
import { claimEvents } from '../../../kernel/writing/claim.ts';
import { skipEvents } from '../../../kernel/writing/skipped-events.ts';
import { LedgerController } from './ledger.controller.ts';
import { LedgerEntities, ledgerDeclarationsOf } from './ledger-entities.service.ts';
import { ledgerProjection } from './ledger.projection.ts';
import { LedgerPresenter, LedgerQueries } from './ledger.queries.ts';

/** The ledger of all events of these features. */
export function ledgerOf(features: readonly Feature[]): Feature {
  const { ClaimForfeited } = claimEvents;
  const catalogues = [{ ClaimForfeited }, skipEvents, ...features.map(({ events }) => events ?? {})];
  return {
    controllers: [LedgerController],
    providers: [LedgerEntities, LedgerPresenter, LedgerQueries],
    projections: [ledgerProjection(catalogues, ledgerDeclarationsOf(features))],
  };
}
