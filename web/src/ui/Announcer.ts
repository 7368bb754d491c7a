export interface NoticeAction {
  /** "Undo", "View". */
  label: string;
  run: () => unknown;
}

export interface Notice {
  id: number;
  text: string;
  trouble: boolean;
  /** By `performance.now()`. */
  at: number;
  action?: NoticeAction;
}

/** What is said just before a page is left is about the next one. */
const LEAVING_MS = 500;

let notices: readonly Notice[] = [];
let spoken = '';
let last = 0;
const listeners = new Set<() => void>();

function publish(): void {
  listeners.forEach((listener) => listener());
}

function show(notice: Omit<Notice, 'id' | 'at'>): void {
  // One at a time; an error waits below what was announced after it.
  notices = [...notices.filter(({ trouble }) => trouble).slice(-2), { ...notice, id: ++last, at: performance.now() }];
  publish();
}

export function dismiss(id: number): void {
  notices = notices.filter((notice) => notice.id !== id);
  publish();
}

/** Errors are about the page that is left. */
export function leavePage(): void {
  const since = performance.now() - LEAVING_MS;
  notices = notices.filter(({ trouble, at }) => !trouble || at > since);
  publish();
}

/** Shows a message once, also to screen readers; errors stay until dismissed, or until the page is left. */
export function announce(text: string, trouble = false): void {
  show({ text, trouble });
}

/** The same for something done that can be undone or looked at. */
export function announceWith(action: NoticeAction, text: string): void {
  show({ text, trouble: false, action });
}

/** For screen readers alone, where the screen shows it in another way. */
export function say(text: string): void {
  spoken = text;
  publish();
  setTimeout(() => {
    spoken = '';
    publish();
  }, 1_500);
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function latestNotice(): Notice | undefined {
  return notices.at(-1);
}

export function spokenNow(): string {
  return spoken;
}
