import { useEffect, useState } from 'react';
import type { Command, Finder } from './commands';

const TYPING_MS = 150;

interface Found {
  text: string;
  commands: Command[];
  failed?: boolean;
}

/** Searches once typing pauses; a new text cancels the previous search. Earlier results stay until new ones arrive. */
export function useFound(finder: Finder | undefined, text: string) {
  const [found, setFound] = useState<Found>({ text: '', commands: [] });
  const sought = text.trim();

  useEffect(() => {
    if (!finder || sought === '') return setFound({ text: '', commands: [] });
    const search = new AbortController();
    const timer = setTimeout(() => {
      finder
        .find(sought, search.signal)
        .then((commands) => setFound({ text: sought, commands }))
        .catch(() => search.signal.aborted || setFound({ text: sought, commands: [], failed: true }));
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [finder, sought]);

  const isSearching = finder !== undefined && sought !== '' && found.text !== sought;
  return { commands: sought === '' ? [] : found.commands, isSearching, failed: !isSearching && found.failed === true };
}
