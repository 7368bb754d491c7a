import { useQuery } from '@tanstack/react-query';
import { grantsQuery } from '@/api/benefits';
import type { Benefit } from '@/api/types';
import { benefitAnswer } from '@/lib/answers';
import { word } from '@/lib/format';
import { day, fromNow, useNow } from '@/lib/time';
import { Answer, countWords, Figure, figureOf } from '@/ui/Answer';

/** How many customers hold it. */
export function BenefitGlance({ benefit }: { benefit: Benefit }) {
  const { id, created_at } = benefit;
  const now = useNow();
  const held = useQuery(grantsQuery(id, { page: 1, grants: 'granted' }));
  const revoked = useQuery(grantsQuery(id, { page: 1, grants: 'revoked' }));
  return (
    <Answer answer={benefitAnswer(held.data?.pagination.total_count)}>
      <Figure label="Granted now">{figureOf(held, rows)}</Figure>
      <Figure label="Revoked">{figureOf(revoked, rows)}</Figure>
      <Figure label="Type">{word(benefit.type)}</Figure>
      <Figure label="Created" note={fromNow(Date.parse(created_at), now)}>
        {day(created_at)}
      </Figure>
    </Answer>
  );
}

function rows({ pagination }: { pagination: { total_count: number } }): string {
  return countWords({ count: pagination.total_count });
}
