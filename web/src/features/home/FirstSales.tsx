import { useMayChange } from '@/api/members';
import type { Organization } from '@/api/types';
import { EmptyState } from '@/ui/States';
import { FirstSteps } from './FirstSteps';

/** The steps to the first sale, for users who may take them. */
export function FirstSales({ organization }: { organization: Organization }) {
  if (useMayChange(organization.id)) return <FirstSteps organization={organization} />;
  return (
    <EmptyState title="Nothing is sold yet">
      Owners and admins put products on sale and create their checkouts. With the first sale this page shows the
      figures.
    </EmptyState>
  );
}
