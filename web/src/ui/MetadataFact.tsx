import { ABSENT } from '@/lib/format';
import type { Metadata } from '@/lib/metadata';
import { Fact } from './Facts';

/** A seller's own keys and values, one line each. */
export function MetadataFact({ metadata, term = 'Metadata' }: { metadata: Metadata; term?: string }) {
  const entries = Object.entries(metadata);
  return (
    <Fact term={term}>
      {entries.map(([key, value]) => (
        <span key={key} className="block">
          {key}: {String(value)}
        </span>
      ))}
      {entries.length === 0 && ABSENT}
    </Fact>
  );
}
