import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { figuresQuery } from '@/api/figures';
import { useMayChange } from '@/api/members';
import { useNow, useToday } from '@/lib/time';
import { Section } from '@/ui/Facts';
import { PageHead } from '@/ui/PageHead';
import { Loading } from '@/ui/Loading';
import { ErrorState } from '@/ui/States';
import type { HomeProps } from './home-search';
import { Overview } from './Overview';
import { Today } from './Today';

// It waits for its own request anyway.
const AttentionSection = lazy(() => import('./AttentionSection').then((file) => ({ default: file.AttentionSection })));
// New shops only.
const FirstSales = lazy(() => import('./FirstSales').then((file) => ({ default: file.FirstSales })));
const FirstSteps = lazy(() => import('./FirstSteps').then((file) => ({ default: file.FirstSteps })));

const NEW_MS = 30 * 86_400_000;

/** What needs attention, what happens today, and the figures of a range; before the first sale, the steps to it. */
export function Home(props: HomeProps) {
  const { organization, search } = props;
  const query = useQuery(figuresQuery(organization.id, search, useToday()));
  const { data: figures, error } = query;
  const mayChange = useMayChange(organization.id);
  const now = useNow();
  return (
    <>
      <PageHead title={organization.name} />
      {!figures ? (
        error ? (
          <ErrorState error={error} onRetry={() => void query.refetch()} />
        ) : (
          <Loading what="your figures" shape="figures" />
        )
      ) : figures.first_sale_date === null ? (
        <Suspense fallback={<Loading what="the first steps" />}>
          <FirstSales organization={organization} />
        </Suspense>
      ) : (
        <div className="grid gap-10">
          {mayChange && isNew(figures.first_sale_date, now) && (
            <Suspense fallback={null}>
              <FirstSteps organization={organization} beside />
            </Suspense>
          )}
          <Suspense
            fallback={
              <Section title="Needs attention">
                <ul className="min-h-9 border-t border-ink" />
              </Section>
            }
          >
            <AttentionSection organization={organization} figures={figures} />
          </Suspense>
          <Today organization={organization} figures={figures} />
          <Overview {...props} figures={figures} error={error} isStale={query.isPlaceholderData} />
        </div>
      )}
    </>
  );
}

/** Whether the last of the first steps may still be open. */
function isNew(firstSale: string, now: number): boolean {
  return now - Date.parse(firstSale) < NEW_MS;
}
