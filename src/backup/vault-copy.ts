import { leaseEntry } from '../kernel/coordination/lease.ts';
import type { KeptEntry, MovableVault } from '../kernel/ports/vault.ts';
import { CopyRefused } from './errors.ts';

const PAGE_SIZE = 500;

export interface VaultCopyProgress {
  /** Entries that were in the target already. */
  there: number;
  copied: number;
}

/**
 * Copies a vault that nobody uses: values as they are sealed, counters, and when entries expire. What the target has must be in the source, so
 * a copy that was broken off goes on.
 * @param replace gives up what the target has besides, or otherwise
 * @throws CopyRefused
 */
export async function copyVault(
  from: MovableVault,
  to: MovableVault,
  { replace = false }: { replace?: boolean } = {},
  onProgress: (progress: VaultCopyProgress) => void = () => undefined,
): Promise<VaultCopyProgress> {
  for (const vault of [from, to]) await refuseInUse(vault);
  if ((await from.page('', 1)).length === 0) throw new CopyRefused('The source holds nothing');
  await clear(to, from, replace);
  const progress = { there: 0, copied: 0 };
  for await (const page of pagesOf(from)) {
    const missing = await absent(page, to);
    await Promise.all(missing.map((entry) => put(to, entry)));
    progress.there += page.length - missing.length;
    progress.copied += missing.length;
    onProgress(progress);
  }
  return progress;
}

/** Before anything is touched. */
async function refuseInUse(vault: MovableVault): Promise<void> {
  const [next] = await vault.page(leaseEntry(''), 1);
  if (next?.key.startsWith(leaseEntry('')))
    throw new CopyRefused('Tillbook runs on it, or did until just now: stop it, and wait for half a minute');
}

/** Of what the source has not, or otherwise. */
async function clear(to: MovableVault, from: MovableVault, replace: boolean): Promise<void> {
  for await (const page of pagesOf(to)) {
    const others = await absent(page, from);
    if (others.length > 0 && !replace)
      throw new CopyRefused(
        `The target is not a copy of the source: it holds ${nameOf(others[0]!)}. Say --replace to give it up`,
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

/** Those of a page that another vault has not, or otherwise. */
async function absent(page: readonly KeptEntry[], vault: MovableVault): Promise<KeptEntry[]> {
  const there = await vault.getMany(page.map(({ key }) => key));
  return page.filter(({ key, value }) => there.get(key)?.value !== value);
}

async function put(to: MovableVault, { key, value, isCounter, expiresAt }: KeptEntry): Promise<void> {
  const expiring = expiresAt === null ? {} : { expiresAt };
  await (isCounter ? to.add(key, Number(value), expiring) : to.put(key, value, expiring));
}

/** Without what tells whose it is. */
function nameOf({ key }: KeptEntry): string {
  return `an entry of kind ${key.split('/')[0]}`;
}
