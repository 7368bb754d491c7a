import type { Benefit } from '@/api/types';
import { text } from '@/lib/format';
import { Fact } from '@/ui/Facts';
import { expiryWords } from './benefit-form';

/** What customers with the benefit get, by its type. */
export function BenefitTerms({ benefit }: { benefit: Benefit }) {
  if (benefit.type === 'custom')
    return (
      <Fact term="Note">
        <span className="whitespace-pre-line">{text(benefit.properties.note)}</span>
      </Fact>
    );
  if (benefit.type !== 'license_keys') return null;
  const { prefix, expires, activations, limit_usage } = benefit.properties;
  return (
    <>
      <Fact term="Prefix">{text(prefix)}</Fact>
      <Fact term="Expires">{expiryWords(expires)}</Fact>
      <Fact term="Activations">{activations ? `Up to ${activations.limit}` : 'None'}</Fact>
      <Fact term="Usage limit">{limit_usage ?? 'None'}</Fact>
    </>
  );
}
