import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { features } from '../../src/app.module.ts';
import { JsonLog } from '../../src/app/log.ts';
import { compareProjections, projectionsOf } from '../../src/app/operator/projections.ts';
import { openScratch } from '../../src/installation/data-folder.ts';
import { openForReading } from '../../src/installation/open-for-operators.ts';
import type { TestApp } from './app.ts';

/** The read models of a running program compared with those that its log gives. */
export async function comparedWithRebuild({ config, forgotten }: TestApp): ReturnType<typeof compareProjections> {
  const folder = await mkdtemp(join(tmpdir(), 'tillbook-rebuilt-'));
  const reading = await openForReading(config, features, new JsonLog({ write: () => undefined }));
  const [taken, rebuilt] = [openScratch(join(folder, 'taken')), openScratch(join(folder, 'rebuilt'))];
  const found = await compareProjections(reading, projectionsOf(features), taken, rebuilt);
  await Promise.all([reading, taken, rebuilt].map((stores) => stores.close()));
  await rm(folder, { recursive: true });
  return { ...found, differences: found.differences.filter(({ id }) => !forgotten.has(id)) };
}
