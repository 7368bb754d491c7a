export type Metadata = Record<string, string | number | boolean>;

/** Metadata as form values: a line per key, every value as text. */
export interface MetadataLine {
  key: string;
  value: string;
}

export function metadataLines(metadata: Metadata | undefined): MetadataLine[] {
  return Object.entries(metadata ?? {}).map(([key, value]) => ({ key, value: String(value) }));
}

/** Lines without a key are left out. A number or a yes/no that was not edited stays one; what is typed is text. */
export function metadataOf(lines: readonly MetadataLine[], before: Metadata | undefined): Metadata {
  const entries = lines
    .filter(({ key }) => key.trim() !== '')
    .map(({ key, value }) => {
      const name = key.trim();
      const known = before && Object.hasOwn(before, name) ? before[name] : undefined;
      return [name, known !== undefined && String(known) === value ? known : value] as const;
    });
  return Object.fromEntries(entries);
}

/** Why a line can't be saved; undefined if it can. */
export function lineError(lines: readonly MetadataLine[], at: number): string | undefined {
  const { key, value } = lines[at]!;
  const name = key.trim();
  if (name === '') return value === '' ? undefined : 'Enter a key.';
  if (name.length > 40) return 'Use at most 40 characters for a key.';
  if (lines.findIndex((line) => line.key.trim() === name) < at) return `There is a line for ${name} already.`;
  if (value === '') return 'Enter a value, or remove the line.';
  return value.length > 500 ? 'Use at most 500 characters for a value.' : undefined;
}
