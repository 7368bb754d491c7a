import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useSettled } from '@/lib/hooks';
import { SelectBox } from './Field';
import { Icon } from './Icon';
import { shortcutsAreOn, usePageKeys } from './shortcuts';

export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <div role="search" className="mb-4 flex flex-wrap items-center gap-2">
      {children}
    </div>
  );
}

/** Searches shortly after the last keystroke; `/` focuses it from anywhere on the page. */
export function SearchFilter({
  label,
  value,
  onChange,
  onEnter,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Enter was pressed after this text. */
  onEnter?: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { settle, flush } = useSettled(onChange, 250);

  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value;
  }, [value]);

  usePageKeys(({ key }) => {
    if (key !== '/' || !shortcutsAreOn()) return false;
    input.current?.focus();
    return true;
  });

  return (
    <span className="relative min-w-52 flex-1 basis-full sm:max-w-72 sm:basis-auto">
      <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-faint">
        <Icon name="search" />
      </span>
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        defaultValue={value}
        onChange={(event) => settle(event.target.value.trim())}
        // Or the search would take back a row that is opened at once.
        onBlur={flush}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') onEnter?.(currentTarget.value.trim());
          // What is typed next is a shortcut again.
          if (key === 'Escape') currentTarget.blur();
        }}
        className="control pl-8.5"
      />
    </span>
  );
}

interface SelectFilterProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

export function SelectFilter<T extends string>({ label, value, options, onChange }: SelectFilterProps<T>) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <SelectBox id={id} value={value} onChange={(event) => onChange(event.target.value as T)}>
        {!options.some((option) => option.value === value) && (
          <option value={value}>{options.length > 1 ? `Unknown ${label.toLowerCase()}` : '…'}</option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectBox>
    </span>
  );
}
