/** A form on the screen, for code that is about to remove it. */
export interface Unsaved {
  isUnsaved: () => boolean;
  /** Whether a draft holds all of it; passwords are in none. */
  isKept: () => boolean;
  /** The user leaves it all the same: no longer ask. */
  release: () => void;
}

export type Forms = Set<Unsaved>;

/** What the user is asked before input is left behind. */
export interface LeaveQuestion {
  kept: boolean;
  answer: (leave: boolean) => void;
}

/** The forms on the screen. */
export const forms: Forms = new Set();

let question: LeaveQuestion | undefined;
const listeners = new Set<() => void>();

export function hasUnsaved(among: Forms = forms): boolean {
  return [...among].some((form) => form.isUnsaved());
}

/**
 * Resolves to whether the forms may be removed, after asking the user if one of them holds unsaved input.
 * @param drafts whether drafts outlive it: not at sign-out
 */
export async function mayLeave(among: Forms = forms, drafts = true): Promise<boolean> {
  const left = [...among].filter((form) => form.isUnsaved());
  if (left.length === 0) return true;
  // A question is already open, and only one can be answered.
  if (question) return false;
  const leave = await new Promise<boolean>((answer) => {
    ask({ kept: drafts && left.every((form) => form.isKept()), answer });
  });
  ask(undefined);
  if (leave) left.forEach((form) => form.release());
  return leave;
}

export function leaveQuestion(): LeaveQuestion | undefined {
  return question;
}

export function onLeaveQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function ask(next: LeaveQuestion | undefined): void {
  question = next;
  listeners.forEach((listener) => listener());
}
