import { Inject, Injectable } from '@nestjs/common';
import { OperatorActions } from '../../../app/operator/actions.ts';
import { EVENT_STORE, VAULT } from '../../../app/tokens.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { auditLog } from './log-audit.ts';
import { sayFindings } from './log-audit.report.ts';

/** `audit verify` for administrators; the command reads the stores beside the program. */
@Injectable()
export class SealActions {
  constructor(
    actions: OperatorActions,
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(VAULT) vault: Vault,
    keys: Keys,
  ) {
    actions.register({
      name: 'audit verify',
      needs: 'nothing',
      isForAdministrators: true,
      run: async (_request, say) => sayFindings(await auditLog({ store, vault, keys }), store, say),
    });
  }
}
