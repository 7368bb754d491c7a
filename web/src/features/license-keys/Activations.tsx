import type { LicenseKeyActivation } from '@/api/types';
import { ABSENT } from '@/lib/format';
import { Fact, Facts, Section } from '@/ui/Facts';
import { Time } from '@/ui/Value';

interface ActivationsProps {
  activations: readonly LicenseKeyActivation[];
  /** null: the key is not activated. */
  limit: number | null;
}

/** Where the key is activated, with what the software has said about it. */
export function Activations({ activations, limit }: ActivationsProps) {
  return (
    <Section title="Activations">
      {activations.length === 0 ? (
        <p className="text-soft">
          {limit === null ? 'This key works without activation.' : 'Your software has not activated it yet.'}
        </p>
      ) : (
        <Facts>
          {activations.map(({ id, label, meta, created_at }) => (
            <Fact key={id} term={label || ABSENT}>
              <span className="flex flex-wrap justify-between gap-x-4">
                <span className="min-w-0 break-words text-soft">
                  {Object.entries(meta)
                    .map(([name, value]) => `${name}: ${String(value)}`)
                    .join(', ')}
                </span>
                <Time at={created_at} side="left" />
              </span>
            </Fact>
          ))}
        </Facts>
      )}
    </Section>
  );
}
