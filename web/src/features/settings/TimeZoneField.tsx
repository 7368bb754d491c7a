import { useState, type Ref } from 'react';
import { useNow } from '@/lib/time';
import { browserZone, zoneNames, zoneOffset } from '@/lib/zone';
import { folded } from '@/lib/folded';
import { PickField } from '@/ui/PickField';
import type { PickOption } from '@/ui/PickList';

/** Matches shown at once; more are found by typing. */
const SHOWN = 30;

interface TimeZoneFieldProps {
  value: string;
  onChange: (zone: string) => void;
  inputRef?: Ref<HTMLButtonElement>;
  error?: string;
}

export function TimeZoneField({ value, onChange, inputRef, error }: TimeZoneFieldProps) {
  const [text, setText] = useState('');
  const now = useNow();
  return (
    <PickField
      label="Time zone"
      hint="Days and ranges on every page are in this zone. Renewals keep their times."
      error={error}
      picked={[...new Set([zoneWords(value), zoneOffset(value, now)])].join(', ')}
      options={zonesLike(text, now)}
      text={text}
      onText={setText}
      onPick={onChange}
      buttonRef={inputRef}
    />
  );
}

/** The browser's zone first, then every other one whose name or offset holds the text. */
function zonesLike(text: string, now: number): PickOption[] {
  const own = browserZone();
  const wanted = folded(text).replaceAll(' ', '_');
  const named = [own, ...zoneNames().filter((name) => name !== own)];
  const options = named
    .filter((name) => name.toLowerCase().includes(wanted))
    .slice(0, SHOWN)
    .map((id) => ({ id, label: zoneWords(id), note: zoneOffset(id, now) }));
  return options.map((option) => (option.id === own ? { ...option, note: `${option.note}, your browser’s` } : option));
}

function zoneWords(name: string): string {
  return name.replaceAll('_', ' ');
}
