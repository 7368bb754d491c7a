import { useQuery } from '@tanstack/react-query';
import { firstStepsQuery } from '@/api/first-steps';
import { useMayChange } from '@/api/members';
import { PageHead } from '@/ui/PageHead';
import { Loading } from '@/ui/Loading';
import { EmptyState, ErrorState } from '@/ui/States';
import { FirstSteps } from './FirstSteps';
import type { HomeProps } from './home-search';
import { Overview } from './Overview';

/** The shop's figures; before the first sale, the steps to it. */
export function Home({ organization, search, onSearch }: HomeProps) {
  const mayChange = useMayChange(organization.id);
  const { data: steps, error, refetch } = useQuery(firstStepsQuery(organization.id));
  return (
    <>
      <PageHead title={organization.name} />
      {error && !steps ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !steps ? (
        <Loading what="your figures" shape="figures" />
      ) : steps.orders === 0 ? (
        mayChange ? (
          <FirstSteps org={organization.slug} steps={steps} />
        ) : (
          <EmptyState title="Nothing is sold yet">
            Owners and admins put products on sale and share their checkouts. With the first sale this page shows the
            figures.
          </EmptyState>
        )
      ) : (
        <Overview organization={organization} search={search} onSearch={onSearch} />
      )}
    </>
  );
}
