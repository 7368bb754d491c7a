import { SearchFilter } from './FilterBar';
import { Loading } from './Loading';
import { folded } from '@/lib/folded';

export interface PickOption {
  id: string;
  label: string;
  note?: string | null;
}

interface PickListProps {
  /** The kind of option: "Customer". */
  label: string;
  /** Undefined while loading. */
  options: readonly PickOption[] | undefined;
  onPick: (id: string) => void;
  /** What was typed. */
  text?: string;
}

interface PickSearchProps extends PickListProps {
  text: string;
  onText: (text: string) => void;
}

/** The text that the options are found by; Enter picks the only match. */
export function PickSearch({ label, options, onPick, text, onText }: PickSearchProps) {
  return (
    <SearchFilter
      label={`Search, then choose a ${label.toLowerCase()}`}
      value={text}
      onChange={onText}
      onEnter={(typed) => {
        const only = onlyMatch(options, typed);
        if (only) onPick(only.id);
      }}
    />
  );
}

/** The one option that holds the text; the options may still be those of a shorter one. */
export function onlyMatch(options: readonly PickOption[] | undefined, typed: string): PickOption | undefined {
  const wanted = folded(typed);
  const matches = options?.filter(({ label, note }) => folded(`${label} ${note ?? ''}`).includes(wanted)) ?? [];
  return wanted !== '' && matches.length === 1 ? matches[0] : undefined;
}

/** The matches, each a button. */
export function PickList({ label, options, onPick, text }: PickListProps) {
  if (!options) return <Loading shape="facts" count={5} what={`each ${label.toLowerCase()}`} />;
  return (
    <ul className="border-t border-line">
      {options.map(({ id, label, note }) => (
        <li key={id} className="border-b border-line">
          <button
            type="button"
            onClick={() => onPick(id)}
            className="flex min-h-8 w-full flex-wrap items-center justify-between gap-x-4 px-2 py-1 text-left hover:bg-shade focus-visible:outline-offset-0 pointer-coarse:min-h-11"
          >
            <span className="min-w-0 truncate">{label}</span>
            {note && <span className="min-w-0 truncate text-soft">{note}</span>}
          </button>
        </li>
      ))}
      {options.length === 0 && (
        <li className="py-2 text-soft">{text === '' ? 'There are none to choose.' : 'No matches. Type less.'}</li>
      )}
    </ul>
  );
}
