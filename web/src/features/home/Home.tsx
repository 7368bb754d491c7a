import { useQuery } from '@tanstack/react-query';
import { figuresQuery } from '@/api/figures';
import { useToday } from '@/lib/time';
import { PageHead } from '@/ui/PageHead';
import { Loading } from '@/ui/Loading';
import { ErrorState } from '@/ui/States';
import { AttentionSection } from './AttentionSection';
import { FirstSales } from './FirstSales';
import type { HomeProps } from './home-search';
import { Overview } from './Overview';
import { Today } from './Today';

/** What needs attention, what happens today, and the figures of a range; before the first sale, the steps to it. */
export function Home(props: HomeProps) {
  const { organization, search } = props;
  const query = useQuery(figuresQuery(organization.id, search, useToday()));
  const { data: figures, error } = query;
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
        <FirstSales organization={organization} />
      ) : (
        <div className="grid gap-10">
          <AttentionSection organization={organization} figures={figures} />
          <Today organization={organization} figures={figures} />
          <Overview {...props} figures={figures} error={error} isStale={query.isPlaceholderData} />
        </div>
      )}
    </>
  );
}
