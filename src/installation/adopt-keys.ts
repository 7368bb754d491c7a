import type { Feature } from '../app/feature.ts';
import { codecOf } from '../app/kernel.module.ts';
import type { Config } from '../config.ts';
import type { Log } from '../kernel/ports/log.ts';
import { EncryptedVault } from '../kernel/secrets/encrypted-vault.ts';
import { Keys, type KeyMaterial } from '../kernel/secrets/keys.ts';
import { SubjectKeys } from '../kernel/secrets/subject-keys.ts';
import { Installation, logMissing, placesOf, remembersLog, vaultMissing } from './installation.ts';
import { createKeys, keysMissing, readKeys } from './keys-file.ts';
import { missingFiles, openEventStore, openVault, type Stores } from './open-stores.ts';

/**
 * Prevents creating a log beside another log's vault, and a vault beside a log that it could not open.
 * @throws StartRefused one of the two exists without the other
 */
export async function refuseHalfAnInstallation(config: Config, log: Log): Promise<void> {
  const { dataDir, engines } = config;
  const missing = missingFiles(config);
  if (missing.log === missing.vault) return;
  if (missing.log) {
    const vault = await openVault(engines.mongo ?? dataDir);
    const isKnown = await remembersLog(vault).finally(() => vault.close());
    if (isKnown) throw logMissing(placesOf(config));
  } else {
    const store = await openEventStore(engines.eventStore ?? dataDir, log, { prefix: engines.eventStorePrefix });
    const end = await store.end().finally(() => store.close());
    if (end !== undefined) throw vaultMissing(placesOf(config));
  }
}

/**
 * The keys of this installation; a new installation gets new ones.
 * @throws StartRefused keys, log and vault do not belong together
 */
export async function adoptKeys(
  config: Config,
  { store, vault }: Pick<Stores, 'store' | 'vault'>,
  features: readonly Feature[],
): Promise<KeyMaterial> {
  const installation = new Installation({ store, vault, places: placesOf(config) });
  const present = readKeys(config);
  if (!present && !(await installation.isNew())) throw keysMissing(config);
  const keys = present ?? createKeys(config);
  const opened = new EncryptedVault(vault, new Keys(keys));
  await installation.adopt(keys, opened, codecOf(features, new SubjectKeys(opened), store));
  return keys;
}
