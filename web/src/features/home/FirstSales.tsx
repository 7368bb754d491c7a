import { useQuery } from '@tanstack/react-query';
import { firstStepsQuery } from '@/api/first-steps';
import { useMayChange } from '@/api/members';
import type { Organization } from '@/api/types';
import { Loading } from '@/ui/Loading';
import { EmptyState, ErrorState } from '@/ui/States';
import { FirstSteps } from './FirstSteps';

/** The way to the first sale, for whom may go it. */
export function FirstSales({ organization }: { organization: Organization }) {
  const mayChange = useMayChange(organization.id);
  const { data: steps, error, refetch } = useQuery({ ...firstStepsQuery(organization.id), enabled: mayChange });
  if (!mayChange)
    return (
      <EmptyState title="Nothing is sold yet">
        Owners and admins put products on sale and share their checkouts. With the first sale this page shows the
        figures.
      </EmptyState>
    );
  if (steps) return <FirstSteps org={organization.slug} steps={steps} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading what="the first steps" />;
}
