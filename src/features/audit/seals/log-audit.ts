import { readEvents } from '../../../app/operator/events.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { Keys } from '../../../kernel/secrets/keys.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { LogAudit, sealIn, type Findings, type KeptSeal } from './log-audit.rules.ts';
import type { Seal } from './seal.events.ts';
import { PROGRESS, type SealingProgress } from './sealer.ts';

/**
 * Compares the log, as it is stored, with the seals in it, the last seal in the vault, and one that was kept elsewhere. The log is read
 * twice, because seals come after the events that they cover.
 */
export async function auditLog(
  { store, vault, keys }: { store: EventStore; vault: Vault; keys: Keys },
  elsewhere?: Seal,
): Promise<Findings> {
  // First, so that the log that is read afterwards must contain it.
  const kept: KeptSeal[] = await sealInVault(vault);
  if (elsewhere) kept.push({ ...elsewhere, kept: 'elsewhere' });
  let number = 0;
  for await (const event of readEvents(store)) {
    number += 1;
    const seal = sealIn(event, number);
    if (seal) kept.push(seal);
  }
  const audit = new LogAudit(keys.audit(), kept);
  for await (const event of readEvents(store)) audit.take(event);
  return audit.findings();
}

/** Revisions that a stream has lost: they count from 0 without gaps. The stream itself does not show that its end is missing. */
export async function revisionsMissing(store: EventStore, stream: string): Promise<number[]> {
  const present = new Set((await store.read(stream)).map(({ revision }) => revision));
  const end = Math.max(-1, ...present);
  return Array.from({ length: end + 1 }, (_, revision) => revision).filter((revision) => !present.has(revision));
}

async function sealInVault(vault: Vault): Promise<KeptSeal[]> {
  const progress = await readVault(vault, PROGRESS);
  const last = progress && (JSON.parse(progress) as SealingProgress).sealing.last;
  return last ? [{ count: last.count, seal: last.seal, hour: last.hour, kept: 'vault' }] : [];
}
