import { presetOf, rangeOf, type Preset } from './presets';
import { readStored, store } from './stored';

/** A list's search, saved under a name. A range such as "this month" is kept as that, not as the days it had then. */
export interface ListView {
  name: string;
  search: Readonly<Record<string, unknown>>;
  preset?: Preset;
}

const MOST = 50;

/** The saved views behind a key, in the order of their names; whatever else is stored there is ignored. */
export function viewsOf(stored: string | null): ListView[] {
  try {
    const views: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(views) ? views.filter(isView) : [];
  } catch {
    return [];
  }
}

/** Saves the filters and sorting of a search; a view of that name is replaced. */
export function saveView(key: string, name: string, search: object, now: number): void {
  const kept = withoutPage(search);
  const { from = '', to = '' } = kept as { from?: string; to?: string };
  const preset = from || to ? presetOf({ from, to }, now) : undefined;
  const others = viewsOf(readStored(key)).filter((view) => view.name !== name);
  const views = [...others, { name, search: kept, ...(preset && { preset }) }];
  views.sort((one, other) => one.name.localeCompare(other.name));
  store(key, JSON.stringify(views.slice(0, MOST)));
}

export function deleteView(key: string, name: string): void {
  const views = viewsOf(readStored(key)).filter((view) => view.name !== name);
  store(key, views.length > 0 ? JSON.stringify(views) : null);
}

/** What a view searches for now. */
export function searchOf({ search, preset }: ListView, now: number): Record<string, unknown> {
  return { ...search, ...(preset && rangeOf(preset, now)) };
}

/** The view whose filters and sorting are on the screen. */
export function currentView(views: readonly ListView[], search: object, now: number): ListView | undefined {
  const shown = withoutPage(search);
  return views.find((view) => {
    const own = searchOf(view, now);
    return Object.keys(shown).every((name) => shown[name] === own[name]);
  });
}

function withoutPage(search: object): Record<string, unknown> {
  const { page: _, limit: __, ...rest } = search as Record<string, unknown>;
  return rest;
}

function isView(view: unknown): view is ListView {
  if (typeof view !== 'object' || view === null) return false;
  const { name, search } = view as Partial<ListView>;
  return typeof name === 'string' && typeof search === 'object' && search !== null;
}
