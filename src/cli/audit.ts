import { auditLog } from '../features/audit/seals/log-audit.ts';
import { sayFindings } from '../features/audit/seals/log-audit.report.ts';
import type { Seal } from '../features/audit/seals/seal.events.ts';
import type { EventStore } from '../kernel/ports/event-store.ts';
import type { Keys } from '../kernel/secrets/keys.ts';
import type { Vault } from '../kernel/ports/vault.ts';
import { UsageError } from './command.ts';
import type { Say } from './output.ts';

/** @returns 0 if the log is what was sealed, else 1 */
export async function verifyLog(
  stores: { store: EventStore; vault: Vault; keys: Keys },
  { options }: { options: Readonly<Record<string, string | boolean | undefined>> },
  say: Say,
): Promise<number> {
  const elsewhere = options.seal === undefined ? undefined : sealOf(String(options.seal));
  const found = await auditLog(stores, elsewhere);
  await sayFindings(found, stores.store, say);
  return found.faults.length === 0 ? 0 : 1;
}

function sealOf(text: string): Seal {
  const parts = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text);
  if (!parts) throw new UsageError('--seal takes a seal as it was logged: <count>:<64 hexadecimal characters>');
  return { count: Number(parts[1]), seal: parts[2]! };
}
