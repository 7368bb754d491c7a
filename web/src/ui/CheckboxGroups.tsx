import { useEffect, useId, useRef } from 'react';
import { FieldError } from './Field';

export interface ChoiceGroup {
  label: string;
  options: readonly { value: string; label: string }[];
}

interface CheckboxGroupsProps {
  legend: string;
  groups: readonly ChoiceGroup[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string;
}

/** Many checkboxes, one group per line, each with a box that selects the whole group. */
export function CheckboxGroups({ legend, groups, value, onChange, error }: CheckboxGroupsProps) {
  const id = useId();
  const everything = groups.flatMap(valuesOf);
  const set = (values: readonly string[], on: boolean) =>
    onChange(everything.filter((one) => (values.includes(one) ? on : value.includes(one))));
  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      data-invalid={error ? true : undefined}
      className="min-w-0"
    >
      <legend className="sr-only">{legend}</legend>
      <div className="border-t border-line">
        {[{ label: 'All', options: [] }, ...groups].map((group) => (
          <Group
            key={group.label}
            group={group}
            covers={group.options.length > 0 ? valuesOf(group) : everything}
            value={value}
            set={set}
          />
        ))}
      </div>
      <div className="pt-1">
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </fieldset>
  );
}

interface GroupProps {
  group: ChoiceGroup;
  covers: readonly string[];
  value: readonly string[];
  set: (values: readonly string[], on: boolean) => void;
}

function Group({ group, covers, value, set }: GroupProps) {
  const chosen = covers.filter((one) => value.includes(one)).length;
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (all.current) all.current.indeterminate = chosen > 0 && chosen < covers.length;
  }, [chosen, covers]);
  return (
    <div
      role="group"
      aria-label={group.label}
      className="grid gap-x-4 border-b border-line py-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]"
    >
      <Box
        ref={all}
        label={group.label}
        said={group.options.length > 0 ? `${group.label}, all` : undefined}
        checked={chosen === covers.length}
        onChange={(on) => set(covers, on)}
      />
      <div className="flex flex-wrap gap-x-4 max-sm:pl-6">
        {group.options.map(({ value: one, label }) => (
          <Box key={one} label={label} checked={value.includes(one)} onChange={(on) => set([one], on)} />
        ))}
      </div>
    </div>
  );
}

interface BoxProps {
  label: string;
  /** Read by screen readers instead of the label if the label alone is unclear. */
  said?: string;
  checked: boolean;
  onChange: (on: boolean) => void;
  ref?: React.Ref<HTMLInputElement>;
}

function Box({ label, said, checked, onChange, ref }: BoxProps) {
  return (
    <label className="inline-flex min-h-6 items-center gap-2 self-start pointer-coarse:min-h-11">
      <input
        ref={ref}
        type="checkbox"
        aria-label={said}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-green"
      />
      {label}
    </label>
  );
}

function valuesOf({ options }: ChoiceGroup): string[] {
  return options.map(({ value }) => value);
}
