import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GroupElsewhere } from '../../src/app/reading/read-models.ts';
import { ReleaseBuilds } from '../../src/app/reading/release-builds.ts';
import { LongWork } from '../../src/kernel/coordination/long-work.ts';
import type { Leadership } from '../../src/kernel/coordination/leader.ts';
import { besideOf, checkpointOf, releaseOf } from '../../src/kernel/reading/checkpoints.ts';
import { Passes } from '../../src/kernel/reading/passes.ts';
import { collectionOf, type Projection } from '../../src/kernel/reading/projection.ts';
import { Projector } from '../../src/kernel/reading/projector.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';
import { parcelEvents, Send, verbatim, type ParcelEvent, type Parcels } from '../support/parcels.ts';
import { until } from '../support/until.ts';

type ParcelProjection = Projection<Parcels, ParcelEvent>;

/** @param each what an event adds */
function counting(name: string, version: number, each: number): ParcelProjection {
  return {
    name,
    version,
    indexes: [],
    handles: ['ParcelSent'],
    targets: () => ['all'],
    evolve: (document, _, id) => ({ id, sent: (document?.sent ?? 0) + each }),
  };
}

const shared = counting('parcels', 1, 1);
const [old, next] = [counting('totals', 1, 1), counting('totals', 2, 10)];
const releaseOne = [shared, old];
const releaseTwo = [shared, next];
const names = (projections: readonly ParcelProjection[]) => projections.map((one) => collectionOf(one).name);
const BESIDE = besideOf('billing', releaseOf(names(releaseTwo)));

let kernel: TestKernel;
let running: { stop(): Promise<void> }[];
beforeEach(() => {
  kernel = openKernel([parcelEvents]);
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await kernel.close();
});

/** A process that leads the group. */
async function leader(projections: readonly ParcelProjection[]): Promise<Projector> {
  const projector = new Projector({ ...kernel, watched: true }, 'billing', projections);
  running.push(projector);
  await projector.start();
  return projector;
}

/** A process of another release than the leader's. */
function beside(projections: readonly ParcelProjection[]): Leadership {
  const ports = { ...kernel, watched: true };
  const lead = new ReleaseBuilds(
    ports,
    new Passes(ports),
    new LongWork(),
    new Map([['billing', projections]]),
    0,
  ).lead();
  running.push(lead);
  return lead;
}

const seenBy = (projections: readonly ParcelProjection[]) => new GroupElsewhere(kernel, 'billing', projections);
const isBuilt = async (projections: readonly ParcelProjection[]) =>
  (await seenBy(projections).status()).every(({ state }) => state === 'current');

async function send(parcelId: string): Promise<string> {
  await kernel.executor.execute(verbatim, `parcel-${parcelId}`, new Send({ parcelId }, kernel.context()));
  return (await kernel.store.end())!;
}

async function sent(projection: ParcelProjection): Promise<number | undefined> {
  const found = await kernel.documents.load<Parcels>(collectionOf(projection), ['all']);
  return found.get('all')?.document?.sent;
}

describe('a new release beside the old one', () => {
  it('builds its version while the old release goes on with its own', async () => {
    await send('1');
    await leader(releaseOne);
    expect(await isBuilt(releaseTwo)).toBe(false);
    beside(releaseTwo);
    await until(() => isBuilt(releaseTwo), 'the new version to be built');
    const position = await send('2');
    expect(await seenBy(releaseTwo).passed(position, 5_000)).toBe(true);
    expect(await seenBy(releaseOne).passed(position, 5_000)).toBe(true);
    expect([await sent(shared), await sent(old), await sent(next)]).toEqual([2, 2, 20]);
    expect(await isBuilt(releaseOne)).toBe(true);
  });

  it('does not count as having passed what only the old release has folded', async () => {
    await send('1');
    await leader(releaseOne);
    const lead = beside(releaseTwo);
    await until(() => isBuilt(releaseTwo), 'the new version to be built');
    await lead.stop();
    const position = await send('2');
    expect(await seenBy(releaseOne).passed(position, 5_000)).toBe(true);
    expect(await seenBy(releaseTwo).passed(position, 20)).toBe(false);
  });

  it('does not count as having passed what nobody folds into the version that it alone has', async () => {
    await send('1');
    await (await leader(releaseOne)).stop();
    await leader(releaseTwo);
    const position = await send('2');
    expect(await seenBy(releaseTwo).passed(position, 5_000)).toBe(true);
    expect(await seenBy(releaseOne).passed(position, 20)).toBe(false);
  });

  it('continues where it was built beside when it takes the lead, and hands the old version to the old release', async () => {
    await send('1');
    const former = await leader(releaseOne);
    beside(releaseTwo);
    await until(() => isBuilt(releaseTwo), 'the new version to be built');
    await former.stop();
    let folds = 0;
    const counted = { ...next, evolve: (...args: Parameters<typeof next.evolve>) => (folds++, next.evolve(...args)) };
    await leader([shared, counted]);
    expect(folds).toBe(0);
    await until(async () => !(await kernel.documents.checkpoint(BESIDE)), 'its own checkpoint to be removed');
    beside(releaseOne);
    await until(() => isBuilt(releaseOne), 'the old release to go on');
    const position = await send('2');
    expect(await seenBy(releaseOne).passed(position, 5_000)).toBe(true);
    expect(await seenBy(releaseTwo).passed(position, 5_000)).toBe(true);
    expect([await sent(shared), await sent(old), await sent(next)]).toEqual([2, 2, 20]);
  });

  it('takes the lead in the middle of a build', async () => {
    await send('1');
    const former = await leader(releaseOne);
    const { load } = kernel.documents;
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isHeld = false;
    kernel.documents.load = async (...asked: Parameters<typeof load>) => {
      const loaded = await load.apply(kernel.documents, asked);
      if (asked[0].name === 'totals_v2' && !isHeld) {
        isHeld = true;
        await held;
      }
      return loaded as never;
    };
    beside(releaseTwo);
    await until(() => isHeld, 'the build to begin');
    await former.stop();
    await send('2');
    const successor = await leader(releaseTwo);
    release();
    const position = await send('3');
    expect(await successor.passed(position, 5_000)).toBe(true);
    expect([await sent(shared), await sent(next)]).toEqual([3, 30]);
  });

  it('is built anew where its documents were dropped by hand', async () => {
    await send('1');
    await (await leader(releaseOne)).stop();
    await (await leader(releaseTwo)).stop();
    expect(await kernel.documents.checkpoint('totals_v1')).toMatchObject({ position: await kernel.store.end() });
    await kernel.documents.drop(collectionOf(old));
    await send('2');
    const again = await leader(releaseOne);
    expect(again.status().map(({ state }) => state)).toEqual(['current', 'current']);
    expect([await sent(shared), await sent(old)]).toEqual([2, 2]);
    expect((await kernel.documents.checkpoint(checkpointOf('billing')))!.members).toEqual(names(releaseOne));
  });

  it('keeps no checkpoint of documents that were dropped by hand while they are built anew', async () => {
    await send('1');
    await (await leader(releaseOne)).stop();
    await (await leader(releaseTwo)).stop();
    await kernel.documents.drop(collectionOf(old));
    const checkpoints: unknown[] = [];
    const { save } = kernel.documents;
    kernel.documents.save = async (...asked: Parameters<typeof save>) => {
      checkpoints.push(await kernel.documents.checkpoint('totals_v1'));
      return save.apply(kernel.documents, asked);
    };
    await leader(releaseOne);
    expect(checkpoints[0]).toMatchObject({ position: '' });
  });
});
