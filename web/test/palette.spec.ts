import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { commandOfHit, commandOfRecent } from '@/features/find/thing-commands';
import { forgetRecent, forgetThing, keepRecentOf, recentThings, rememberThing } from '@/lib/recent';
import { grouped, matching, typedAfter, type Command } from '@/ui/commands';
import { onlyMatch } from '@/ui/PickList';

const command = (label: string, group: string, keywords: string[] = []): Command => ({
  id: `${group} ${label}`,
  label,
  group,
  keywords,
  run: () => undefined,
});
const labels = (commands: readonly Command[]) => commands.map(({ label }) => label);

describe('the palette', () => {
  it('lists this page, recent or found things, pages, creation, the account and the sandbox', () => {
    const groups = ['Sandbox', 'Your account', 'Create', 'Go to', 'Customers', 'Orders', 'Recent', 'This page'];
    const order = grouped(groups.map((group) => command('One', group))).map(([group]) => group);
    expect(order).toEqual(['This page', 'Recent', 'Customers', 'Orders', 'Go to', 'Create', 'Your account', 'Sandbox']);
  });

  it('keeps commands that contain every word, those that begin with them first', () => {
    const commands = [command('New order', 'Create'), command('Orders', 'Go to'), command('Ada', 'Recent', ['order'])];
    expect(labels(matching(commands, ' Ord'))).toEqual(['Orders', 'New order', 'Ada']);
    expect(labels(matching(commands, 'order new'))).toEqual(['New order']);
    expect(matching(commands, 'clover')).toEqual([]);
  });

  it('keeps what is typed before it has loaded, and leaves other keys alone', () => {
    const none = { ctrlKey: false, metaKey: false, altKey: false };
    const typed = ['c', 'x', 'Backspace', 'l', 'o'].reduce((text, key) => typedAfter(text, { ...none, key })!, '');
    expect(typed).toBe('clo');
    expect(typedAfter('clo', { ...none, key: 'Escape' })).toBeUndefined();
    expect(typedAfter('clo', { ...none, ctrlKey: true, key: 'k' })).toBeUndefined();
  });

  it('opens a found thing at its page, and remembers it as recent', () => {
    const opened: string[] = [];
    const hit = {
      kind: 'order',
      id: 'o1',
      title: 'Order K7Q2-M9PX',
      note: '$9.00',
      at: '2026-11-21T10:00:00Z',
    } as const;
    const found = commandOfHit(hit, 'corner shop', (path) => opened.push(path));
    expect(found).toMatchObject({ label: 'Order K7Q2-M9PX', group: 'Orders', aside: '21 Nov 2026' });
    found.run();
    commandOfHit({ ...hit, kind: 'event' }, 'shop', (path) => opened.push(path)).run();
    expect(opened).toEqual(['/corner%20shop/orders/o1', '/shop/events/o1']);
    const recent = commandOfRecent({ kind: 'customer', id: 'c1', title: 'Ada' }, 'shop', () => undefined);
    expect(recent).toMatchObject({ id: 'customer c1', note: 'Customer', group: 'Recent' });
  });
});

describe('recent things', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => {
        kept.set(name, value);
        Object.assign(storage, { [name]: value });
      },
      removeItem: (name: string) => {
        kept.delete(name);
        delete (storage as Record<string, unknown>)[name];
      },
    };
    Object.assign(globalThis, { localStorage: storage });
    keepRecentOf('ada');
  });
  afterEach(() => {
    delete (globalThis as { localStorage?: unknown }).localStorage;
  });

  it('are kept per organization, newest first, each once, eight at most', () => {
    for (let n = 0; n < 10; n++) rememberThing('o1', { kind: 'order', id: `r${n}`, title: `Order ${n}` });
    rememberThing('o1', { kind: 'order', id: 'r5', title: 'Order 5, renamed' });
    expect(recentThings('o1').map(({ id }) => id)).toEqual(['r5', 'r9', 'r8', 'r7', 'r6', 'r4', 'r3', 'r2']);
    expect(recentThings('o1')[0]!.title).toBe('Order 5, renamed');
    expect(recentThings('o2')).toEqual([]);
    forgetThing('o1', 'r5');
    expect(recentThings('o1')).toHaveLength(7);
  });

  it('are those of one user, also if another follows without a sign-out', () => {
    rememberThing('o1', { kind: 'customer', id: 'c1', title: 'Bo Secret' });
    keepRecentOf('bo');
    expect(recentThings('o1')).toEqual([]);
    keepRecentOf('ada');
    expect(recentThings('o1')).toHaveLength(1);
    keepRecentOf('bo');
    forgetRecent();
    keepRecentOf('ada');
    expect(recentThings('o1')).toEqual([]);
  });

  it('are forgotten at sign-out, and survive what others stored', () => {
    rememberThing('o1', { kind: 'order', id: 'r1', title: 'Order 1' });
    localStorage.setItem('theme', 'dark');
    forgetRecent();
    rememberThing('o1', { kind: 'order', id: 'r1', title: 'Order 1' });
    keepRecentOf('ada');
    expect(recentThings('o1')).toEqual([]);
    expect(localStorage.getItem('theme')).toBe('dark');
    for (const nonsense of ['{', '7', 'null', '[{"kind":1}]']) {
      localStorage.setItem('recent ada o1', nonsense);
      expect(recentThings('o1')).toEqual([]);
    }
  });
});

describe('a search for one option', () => {
  const zones = [
    { id: 'Asia/Kolkata', label: 'Asia/Kolkata', note: 'UTC+5:30' },
    { id: 'Asia/Tokyo', label: 'Asia/Tokyo', note: 'UTC+9' },
  ];

  it('picks the only match by Enter, never one of several or one for an older text', () => {
    expect(onlyMatch(zones, 'KOLK')).toBe(zones[0]);
    expect(onlyMatch(zones, '+9')).toBe(zones[1]);
    expect(onlyMatch(zones, 'asia')).toBeUndefined();
    expect(onlyMatch(zones, '')).toBeUndefined();
    expect(onlyMatch([zones[0]!], 'tokyo')).toBeUndefined();
    expect(onlyMatch(undefined, 'tokyo')).toBeUndefined();
  });
});
