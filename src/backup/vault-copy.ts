import { leaseEntry } from '../kernel/coordination/lease.ts';
import type { KeptEntry, MovableVault } from '../kernel/ports/vault.ts';
import { CopyRefused } from './errors.ts';

const PAGE_SIZE = 500;

export interface VaultCopyProgress {
  /** Entries that the target already had. */
  present: number;
  copied: number;
}

/**
 * Copies a vault that no process uses: sealed values, counters and expiry times. The source must have every entry of the target, so an
 * interrupted copy continues.
 * @param replace deletes entries of the target that the source does not have, or has with another value
 * @throws CopyRefused
 */
export async function copyVault(
  from: MovableVault,
  to: MovableVault,
  { replace = false }: { replace?: boolean } = {},
  onProgress: (progress: VaultCopyProgress) => void = () => undefined,
): Promise<VaultCopyProgress> {
  for (const vault of [from, to]) await refuseInUse(vault);
  if ((await from.page('', 1)).length === 0) throw new CopyRefused('The source is empty');
  await clear(to, from, replace);
  const progress = { present: 0, copied: 0 };
  for await (const page of pagesOf(from)) {
    const missing = await absent(page, to);
    await Promise.all(missing.map((entry) => put(to, entry)));
    progress.present += page.length - missing.length;
    progress.copied += missing.length;
    onProgress(progress);
  }
  return progress;
}

async function refuseInUse(vault: MovableVault): Promise<void> {
  const [next] = await vault.page(leaseEntry(''), 1);
  if (next?.key.startsWith(leaseEntry('')))
    throw new CopyRefused('Tillbook runs on it, or did until a moment ago: stop it, and wait for half a minute');
}

/** Deletes entries that the source does not have, or has with another value. */
async function clear(to: MovableVault, from: MovableVault, replace: boolean): Promise<void> {
  for await (const page of pagesOf(to)) {
    const others = await absent(page, from);
    if (others.length > 0 && !replace)
      throw new CopyRefused(
        `The target is not a copy of the source: it holds ${nameOf(others[0]!)}. Pass --replace to delete it`,
      );
    await Promise.all(others.map(({ key }) => to.delete(key)));
  }
}

async function* pagesOf(vault: MovableVault): AsyncIterable<KeptEntry[]> {
  for (let after = ''; ;) {
    const page = await vault.page(after, PAGE_SIZE);
    if (page.length === 0) return;
    yield page;
    after = page.at(-1)!.key;
  }
}

/** Entries of a page that a vault does not have, or has with another value. */
async function absent(page: readonly KeptEntry[], vault: MovableVault): Promise<KeptEntry[]> {
  const present = await vault.getMany(page.map(({ key }) => key));
  return page.filter(({ key, value }) => present.get(key)?.value !== value);
}

async function put(to: MovableVault, { key, value, isCounter, expiresAt }: KeptEntry): Promise<void> {
  const expiring = expiresAt === null ? {} : { expiresAt };
  await (isCounter ? to.add(key, Number(value), expiring) : to.put(key, value, expiring));
}

/** Without the part of the key that identifies a person. */
function nameOf({ key }: KeptEntry): string {
  return `an entry of kind ${key.split('/')[0]}`;
}
