import { useQuery } from '@tanstack/react-query';
import { grantsQuery, type GrantState } from '@/api/benefits';
import type { Benefit } from '@/api/types';
import { benefitAnswer } from '@/lib/answers';
import { word } from '@/lib/format';
import { day, fromNow, useNow } from '@/lib/time';
import { Answer, countWords, Figure } from '@/ui/Answer';

/** How many customers hold it. */
export function BenefitGlance({ benefit }: { benefit: Benefit }) {
  const { id, created_at } = benefit;
  const now = useNow();
  const held = useCount(id, 'granted');
  const revoked = useCount(id, 'revoked');
  return (
    <Answer answer={benefitAnswer(held?.count)}>
      <Figure label="Granted now">{countWords(held)}</Figure>
      <Figure label="Revoked">{countWords(revoked)}</Figure>
      <Figure label="Type">{word(benefit.type)}</Figure>
      <Figure label="Created" note={fromNow(Date.parse(created_at), now)}>
        {day(created_at)}
      </Figure>
    </Answer>
  );
}

function useCount(id: string, grants: GrantState): { count: number } | undefined {
  const { data } = useQuery(grantsQuery(id, { page: 1, grants }));
  return data && { count: data.pagination.total_count };
}
