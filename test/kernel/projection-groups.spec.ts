import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ProjectionGroups } from '../../src/app/reading/projection-groups.ts';
import type { Leadership } from '../../src/kernel/coordination/leader.ts';
import { checkpointOf } from '../../src/kernel/reading/checkpoints.ts';
import type { ProjectionGroup } from '../../src/kernel/reading/groups.ts';
import { collectionOf, type Projection } from '../../src/kernel/reading/projection.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';
import { parcelEvents, Send, verbatim, type ParcelEvent, type Parcels } from '../support/parcels.ts';
import { until } from '../support/until.ts';

let folded: string[];
let broken: ProjectionGroup | undefined;

function counting(group: ProjectionGroup): Projection<Parcels, ParcelEvent> {
  return {
    name: `${group}_parcels`,
    version: 1,
    group,
    indexes: [],
    handles: ['ParcelSent'],
    targets: () => ['all'],
    evolve(document, { data }, id) {
      if (broken === group) throw new Error('can not take it');
      folded.push(`${group} ${data.parcelId}`);
      return { id, sent: (document?.sent ?? 0) + 1 };
    },
  };
}

const [access, billing, ledger] = [counting('access'), counting('billing'), counting('ledger')];
const projections = [access, billing, ledger];
const names = projections.map((projection) => collectionOf(projection).name);

let kernel: TestKernel;
let led: Leadership[];

beforeEach(() => {
  kernel = openKernel([parcelEvents]);
  [led, folded, broken] = [[], [], undefined];
});
afterEach(async () => {
  await stop();
  await kernel.close();
});

function groupsOf(some: readonly Projection<Parcels, ParcelEvent>[] = projections): ProjectionGroups {
  return new ProjectionGroups(kernel, some);
}

async function lead(groups: ProjectionGroups, ...some: ProjectionGroup[]): Promise<void> {
  const begun = some.map((group) => groups.lead(group, false));
  led.push(...begun);
  await Promise.all(begun.map(({ started }) => started));
}

async function started(): Promise<ProjectionGroups> {
  const groups = groupsOf();
  await lead(groups, ...groups.all);
  return groups;
}

async function stop(): Promise<void> {
  await Promise.all(led.splice(0).map((one) => one.stop()));
}

async function send(parcelId: string): Promise<string> {
  await kernel.executor.execute(verbatim, `parcel-${parcelId}`, new Send({ parcelId }, kernel.context()));
  return (await kernel.store.end())!;
}

async function sent(projection: Projection<Parcels, ParcelEvent>): Promise<number | undefined> {
  const found = await kernel.documents.load<Parcels>(collectionOf(projection), ['all']);
  return found.get('all')?.document?.sent;
}

/** Holds what one group loads, until it is released. */
function holding(projection: Projection<Parcels, ParcelEvent>): () => void {
  const { load } = kernel.documents;
  let release!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  kernel.documents.load = async (...asked: Parameters<typeof load>) => {
    if (asked[0].name === collectionOf(projection).name) await held;
    return load.apply(kernel.documents, asked) as never;
  };
  return release;
}

describe('projection groups', () => {
  it('do not wait for a slow group', async () => {
    const groups = await started();
    const release = holding(ledger);
    const position = await send('1');
    expect(await groups.passed(position, 5_000, ['access', 'billing'])).toBe(true);
    expect(await groups.passed(position, 0)).toBe(false);
    expect([await sent(access), await sent(billing)]).toEqual([1, 1]);
    expect(await groups.positions()).toContainEqual({ group: 'ledger', position: undefined });
    release();
    expect(await groups.passed(position, 5_000)).toBe(true);
    expect(await sent(ledger)).toBe(1);
  });

  it('do not wait for a group whose only projection fails', async () => {
    const groups = await started();
    broken = 'access';
    const position = await send('1');
    await until(async () => (await groups.status())[0]!.state === 'failed', 'the projection to fail');
    expect(await groups.passed(position, 5_000)).toBe(true);
    expect((await groups.status()).map(({ group, state }) => [group, state])).toEqual([
      ['access', 'failed'],
      ['billing', 'current'],
      ['ledger', 'current'],
    ]);
  });

  it('share a pass from which one leaves that is stopped', async () => {
    await send('1');
    const groups = groupsOf();
    const release = holding(ledger);
    const begun = groups.all.map((group) => groups.lead(group, false));
    await until(() => folded.length === 2, 'the other groups to fold');
    const stopped = begun[2]!.stop();
    release();
    await Promise.all([stopped, ...begun.slice(0, 2).map(({ started: done }) => done)]);
    led.push(...begun.slice(0, 2));
    expect((await groups.status()).slice(0, 2).map(({ state }) => state)).toEqual(['current', 'current']);
    expect(groups.progress).toBeUndefined();
  });

  it('that do not exist are not waited for', async () => {
    const groups = groupsOf([billing]);
    await lead(groups, 'billing');
    expect(await groups.passed(await send('1'), 5_000, ['access', 'billing', 'delivery'])).toBe(true);
  });

  it('are shared by several processes, each of which sees what the others build', async () => {
    const [one, two] = [groupsOf(), groupsOf()];
    await lead(one, 'access');
    await lead(two, 'billing', 'ledger');
    const position = await send('1');
    expect([await one.passed(position, 5_000), await two.passed(position, 5_000)]).toEqual([true, true]);
    expect(folded.sort()).toEqual(['access 1', 'billing 1', 'ledger 1']);
    expect((await one.status()).every(({ state }) => state === 'current')).toBe(true);
    await expect(one.rebuild(names, 0)).rejects.toMatchObject({
      code: 'NotLeading',
      message: expect.stringMatching(/for billing_parcels_v1, ledger_parcels_v1$/),
    });
    expect(folded.filter((each) => each === 'access 1')).toHaveLength(2);
    expect(await sent(access)).toBe(1);
  });

  it('count each event once when a frozen former leader thaws beside its successor', async () => {
    const [former, successor] = [groupsOf(), groupsOf()];
    await lead(former, 'access', 'billing');
    const release = holding(billing);
    const first = await send('1');
    expect(await former.passed(first, 5_000, ['access'])).toBe(true);
    await lead(successor, 'ledger');
    const led = lead(successor, 'billing');
    const last = await send('2');
    release();
    await led;
    expect(await successor.passed(last, 5_000)).toBe(true);
    expect(await former.passed(last, 5_000, ['access'])).toBe(true);
    expect([await sent(access), await sent(billing), await sent(ledger)]).toEqual([2, 2, 2]);
  });

  it('save a checkpoint without changed documents later, but do not lose it', async () => {
    const rare: Projection<Parcels, ParcelEvent> = { ...counting('delivery'), targets: () => [] };
    const groups = groupsOf([...projections, rare]);
    await lead(groups, ...groups.all);
    const position = await send('1');
    expect(await groups.passed(position, 5_000)).toBe(true);
    await stop();
    const { documents } = kernel;
    expect((await documents.checkpoint(checkpointOf('billing')))!.position).toBe(position);
    expect((await documents.checkpoint(checkpointOf('delivery')))!.position).toBe(position);
  });

  it('are built in one pass over the log', async () => {
    await send('1');
    const readings = jest.spyOn(kernel.store, 'subscribe');
    const opened = jest.spyOn(kernel.codec, 'openForReaders');
    const groups = await started();
    const end = await kernel.store.end();
    expect(readings.mock.calls.map(([after]) => after)).toEqual([undefined, end, end, end]);
    expect(opened).toHaveBeenCalledTimes(1);
    expect((await groups.status()).map(({ state }) => state)).toEqual(['current', 'current', 'current']);
    expect([await sent(access), await sent(billing), await sent(ledger)]).toEqual([1, 1, 1]);
  });

  it('are rebuilt in one pass over the log', async () => {
    const groups = await started();
    const position = await send('1');
    await groups.passed(position, 5_000);
    const readings = jest.spyOn(kernel.store, 'subscribe');
    await groups.rebuild(names, 0);
    expect(readings.mock.calls.map(([after]) => after)).toEqual([undefined]);
    expect(folded.sort()).toEqual([
      ...Array(2).fill('access 1'),
      ...Array(2).fill('billing 1'),
      ...Array(2).fill('ledger 1'),
    ]);
    expect([await sent(access), await sent(billing), await sent(ledger)]).toEqual([1, 1, 1]);
  });
});

describe('a group that did not exist when the others were built', () => {
  it('is built from the beginning, while the others continue', async () => {
    await send('1');
    await (await started()).passed((await kernel.store.end())!, 5_000);
    await stop();
    folded = [];
    const fresh = counting('delivery');
    const groups = groupsOf([...projections, fresh]);
    await lead(groups, ...groups.all);
    expect(await sent(fresh)).toBe(1);
    expect(folded).toEqual(['delivery 1']);
  });
});
