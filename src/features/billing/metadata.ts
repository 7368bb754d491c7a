/** At most 50 keys, each with a string, number or boolean (docs/BILLING.md#metadata). */
export type Metadata = Record<string, string | number | boolean>;

/** Each entry as `key=value`, for the metadata filter of lists, which compares text (docs/BILLING.md#lists). */
export function metadataEntries(metadata: Metadata): string[] {
  return Object.entries(metadata).map(([key, value]) => `${key}=${value}`);
}

/** Why a value is not valid metadata: at most 50 keys of 1–40 characters, with strings of 1–500 characters, numbers or booleans. */
export function metadataError(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Input should be a valid dictionary';
  const entries = Object.entries(value);
  if (entries.length > 50) return 'Dictionary should have at most 50 items';
  for (const [key, entry] of entries) {
    if (key.length < 1 || key.length > 40) return 'Keys should have 1 to 40 characters';
    if (typeof entry === 'string') {
      if (entry.length < 1 || entry.length > 500) return `'${key}' should have 1 to 500 characters`;
    } else if (typeof entry !== 'boolean' && !Number.isFinite(entry))
      return `'${key}' should be a string, number or boolean`;
  }
  return undefined;
}
