import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The headers by which a client says what it is. */
export type Naming = Readonly<Record<string, string>>;

/** What the clients of a release call themselves, by their names in the table. @param folder of the installed package */
export async function namingsOf(release: string, folder: string): Promise<Record<string, Naming>> {
  if (!release.startsWith('0.'))
    return Object.fromEntries(
      datedIn(folder).map((version) => [`${release} ${version}`, { 'polar-version': version }]),
    );
  const { SDK_METADATA } = (await import(pathToFileURL(join(folder, 'dist/esm/lib/config.js')).href)) as {
    SDK_METADATA: { userAgent: string };
  };
  return { [release]: { 'user-agent': SDK_METADATA.userAgent } };
}

/** The dated versions that a release from 1.0 has clients for. */
export function datedIn(folder: string): string[] {
  return readdirSync(join(folder, 'dist')).filter((name) => /^\d{4}-\d\d$/.test(name));
}
