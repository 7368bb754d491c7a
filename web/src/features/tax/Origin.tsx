import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { taxOriginQuery, useChangeTaxOrigin } from '@/api/tax';
import { countries } from '@/lib/countries';
import { announce } from '@/ui/Announcer';
import { Section } from '@/ui/Facts';
import { Select } from '@/ui/Field';

/** Where the seller is: by it, a business is a foreign one. */
export function Origin({ organizationId, mayChange }: { organizationId: string; mayChange: boolean }) {
  const { data } = useQuery(taxOriginQuery(organizationId));
  const change = useChangeTaxOrigin(organizationId);
  const [error, setError] = useState<string>();
  async function choose(country: string) {
    setError(undefined);
    try {
      await change.mutateAsync(country || null);
      announce('Saved');
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : 'That did not work. Try again.');
    }
  }
  return (
    <Section title="Where you are">
      <div className="border-t border-line pt-3">
        <Select
          label="Country of your business"
          hint="Businesses of other countries may owe the tax themselves. Until you choose, they pay it as everybody does."
          error={error}
          disabled={!mayChange || data === undefined}
          value={change.isPending ? (change.variables ?? '') : (data?.country ?? '')}
          onChange={({ target }) => void choose(target.value)}
        >
          <option value="">Not chosen</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    </Section>
  );
}
