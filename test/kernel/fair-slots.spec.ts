import { describe, expect, it } from '@jest/globals';
import { FairSlots, type FairSlotsOptions } from '../../src/kernel/coordination/fair-slots.ts';

/** Tasks named `{owner}{n}`, or `{owner}{n}:{size}`, which run until they are ended. */
function tasks(options: Omit<FairSlotsOptions, 'refusal'>) {
  const slots = new FairSlots({ ...options, refusal: () => new Error('full') });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string): void => {
    const task = (): Promise<void> => {
      begun.push(name);
      return new Promise((end) => ends.set(name, end));
    };
    const [, size = '1'] = name.split(':');
    slots.run(name.slice(0, 1), task, Number(size)).catch(() => refused.push(name));
  };
  const settled = () => new Promise(setImmediate);
  return {
    begun,
    refused,
    slots,
    async start(...names: string[]): Promise<void> {
      names.forEach(run);
      await settled();
    },
    async end(...names: string[]): Promise<void> {
      for (const name of names) {
        ends.get(name)!();
        await settled();
      }
    },
  };
}

describe('fair slots', () => {
  it('give one owner its part, and leave the others free', async () => {
    const { start, begun, slots } = tasks({ slots: 4, perOwner: 2, queue: 10 });
    await start('a1', 'a2', 'a3', 'a4', 'b1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    expect(slots.running).toBe(3);
    await start('c1', 'd1');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('begin the tasks of an owner in order', async () => {
    const { start, end, begun } = tasks({ slots: 4, perOwner: 1, queue: 10 });
    await start('a1', 'a2', 'a3');
    await end('a1', 'a2');
    expect(begun).toEqual(['a1', 'a2', 'a3']);
  });

  it('go round the owners who wait, however many tasks one of them has', async () => {
    const { start, end, begun } = tasks({ slots: 2, perOwner: 2, queue: 10 });
    await start('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1');
    await end('a1', 'a2', 'b1', 'c1', 'a3', 'a4');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5']);
  });

  it('keep a slot free that only owners with their whole part want', async () => {
    const { start, end, begun } = tasks({ slots: 3, perOwner: 2, queue: 10 });
    await start('a1', 'a2', 'a3', 'b1');
    await end('b1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await start('c1');
    await end('a1');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  it('refuse what is beyond an owner’s queue, or that of all', async () => {
    const { start, refused, begun, end } = tasks({ slots: 1, perOwner: 1, queue: 2, queueInAll: 3 });
    await start('a1', 'a2', 'a3', 'a4', 'b1', 'c1');
    expect(refused).toEqual(['a4', 'c1']);
    await end('a1');
    await start('c2');
    await end('b1', 'a2');
    expect(begun).toEqual(['a1', 'b1', 'a2', 'c2']);
    expect(refused).toEqual(['a4', 'c1']);
  });

  it('are free for others while their holder waits for somebody else', async () => {
    const { start, end, begun, slots } = tasks({ slots: 1, perOwner: 1, queue: 1 });
    let answer!: () => void;
    const holder = slots.run('a', () => slots.without('a', () => new Promise<void>((resolve) => (answer = resolve))));
    await start('b1');
    expect(begun).toEqual(['b1']);
    answer();
    await end('b1');
    await holder;
    expect(slots.running).toBe(0);
  });

  it('refuse whoever waits or comes once they are closed', async () => {
    const { start, end, begun, refused, slots } = tasks({ slots: 1, perOwner: 1, queue: 1 });
    await start('a1', 'a2', 'b1');
    slots.close();
    await start();
    await start('c1');
    await end('a1');
    expect(begun).toEqual(['a1']);
    expect(refused).toEqual(['a2', 'b1', 'c1']);
    expect(slots.running).toBe(0);
  });

  it('give slots back when tasks fail', async () => {
    const { slots } = tasks({ slots: 1, perOwner: 1, queue: 0 });
    await expect(slots.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(slots.running).toBe(0);
    expect(await slots.run('b', () => Promise.resolve(1))).toBe(1);
  });
});

describe('fair slots for tasks of different sizes', () => {
  it('give an owner no more than their part, and all no more than there is', async () => {
    const { start, end, begun, slots } = tasks({ slots: 10, perOwner: 5, queue: 10 });
    await start('a1:3', 'a2:3', 'b1:5', 'c1:3', 'c2:2');
    expect(begun).toEqual(['a1:3', 'b1:5']);
    expect(slots.running).toBe(8);
    await end('b1:5');
    expect(begun).toEqual(['a1:3', 'b1:5', 'c1:3', 'c2:2']);
    await end('a1:3');
    expect(begun).toEqual(['a1:3', 'b1:5', 'c1:3', 'c2:2', 'a2:3']);
  });

  it('let one that is larger than the part of an owner run while they have no other', async () => {
    const { start, end, begun } = tasks({ slots: 10, perOwner: 5, queue: 10 });
    await start('a1:1', 'a2:8', 'a3:1', 'b1:2');
    expect(begun).toEqual(['a1:1', 'b1:2']);
    await end('a1:1');
    expect(begun).toEqual(['a1:1', 'b1:2', 'a2:8']);
    await end('a2:8');
    expect(begun).toEqual(['a1:1', 'b1:2', 'a2:8', 'a3:1']);
  });

  it('let one that is larger than all slots run alone, and smaller ones not pass it', async () => {
    const { start, end, begun, slots } = tasks({ slots: 10, perOwner: 5, queue: 10 });
    await start('a1:2', 'b1:12', 'c1:1', 'd1:1');
    expect(begun).toEqual(['a1:2']);
    await end('a1:2');
    expect(begun).toEqual(['a1:2', 'b1:12']);
    await end('b1:12');
    expect(begun).toEqual(['a1:2', 'b1:12', 'c1:1', 'd1:1']);
    await end('c1:1', 'd1:1');
    expect(slots.running).toBe(0);
  });
});
