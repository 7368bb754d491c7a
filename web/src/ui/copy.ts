import { useEffect, useRef, useState } from 'react';
import { announce, say } from './Announcer';

const SHOWN_MS = 1_500;

/** Copies text; `copied` is true for a moment after, for the button itself to show it. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<void> } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return announce('The browser does not allow copying here. Select the text and copy it yourself.', true);
    }
    say('Copied');
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SHOWN_MS);
  }
  return { copied, copy };
}
