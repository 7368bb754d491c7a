import { useEffect, useSyncExternalStore } from 'react';
import { folded } from '@/lib/folded';

export interface Command {
  /** Unique among all registered commands. */
  id: string;
  label: string;
  /** "Go to", "This page", … */
  group: string;
  /** What distinguishes it from others with the same label, such as an amount. */
  note?: string;
  /** At the right: a date. */
  aside?: string;
  /** Keys that do the same, such as "g o"; the palette only shows them. */
  shortcut?: string;
  keywords?: string[];
  run: () => void;
}

/** Finds things, not pages: in one organization. */
export interface Finder {
  find: (text: string, signal: AbortSignal) => Promise<Command[]>;
  /** What was last opened. */
  recent: () => Command[];
}

/** The order of groups; found things are between them. */
const FIRST = ['This page', 'Do', 'Recent'];
const LAST = ['Go to', 'Create', 'Your account', 'Sandbox'];

const registered = new Map<symbol, readonly Command[]>();
let all: readonly Command[] = [];
let finder: Finder | undefined;
const listeners = new Set<() => void>();

function publish(): void {
  all = [...registered.values()].flat();
  listeners.forEach((listener) => listener());
}

/** Offers commands in the palette while the calling component is mounted. Keep the array stable (useMemo). Nothing destructive goes here. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    const owner = Symbol();
    registered.set(owner, commands);
    publish();
    return () => {
      registered.delete(owner);
      publish();
    };
  }, [commands]);
}

/** Lets the palette find things while the calling component is mounted. Keep it stable (useMemo). */
export function useFinder(offered: Finder): void {
  useEffect(() => {
    finder = offered;
    publish();
    return () => {
      if (finder === offered) finder = undefined;
      publish();
    };
  }, [offered]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(subscribe, () => all);
}

export function useCurrentFinder(): Finder | undefined {
  return useSyncExternalStore(subscribe, () => finder);
}

/** Commands whose label or keywords contain every word of the text, those that begin with it first. */
export function matching(commands: readonly Command[], text: string): Command[] {
  const sought = folded(text);
  const words = sought.split(/\s+/);
  const found = commands.filter(({ label, keywords = [] }) => {
    const known = folded([label, ...keywords].join(' '));
    return words.every((word) => known.includes(word));
  });
  const begins = ({ label }: Command) => folded(label).startsWith(sought);
  return [...found.filter(begins), ...found.filter((command) => !begins(command))];
}

/** In the palette's order: this page, recent or found things, pages, what can be created, the account, the sandbox. */
export function grouped(commands: readonly Command[]): [string, Command[]][] {
  const groups = new Map<string, Command[]>();
  for (const command of commands) groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
  const rank = (group: string) => {
    if (FIRST.includes(group)) return FIRST.indexOf(group) - FIRST.length;
    return LAST.includes(group) ? LAST.indexOf(group) + 1 : 0;
  };
  return [...groups].sort(([a], [b]) => rank(a) - rank(b));
}

let openPalette: (() => void) | undefined;

/** Shown in the palette only. */
export function onOpenPalette(open: () => void): () => void {
  openPalette = open;
  return () => {
    openPalette = undefined;
  };
}

export function showPalette(): void {
  openPalette?.();
}

/** The text after a key; undefined for keys that type nothing. */
export function typedAfter(
  text: string,
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Backspace') return text.slice(0, -1);
  return key.length === 1 ? text + key : undefined;
}
