import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { organizationQuery, organizationsQuery } from '@/api/organizations';
import type { Organization } from '@/api/types';
import { ButtonLink } from '@/ui/Button';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';

/** In place of an organization's pages, which would show it as if it were empty. */
export function FormerMember({ organization: { name, slug } }: { organization: Organization }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    queryClient.removeQueries({ queryKey: organizationQuery(slug).queryKey });
    void queryClient.invalidateQueries({ queryKey: organizationsQuery.queryKey });
  }, [queryClient, slug]);
  return (
    <Sheet>
      <PageHead
        title={`You are no longer a member of ${name}`}
        note="Nothing that you entered since then was saved. Ask an owner of the organization to invite you again."
      />
      <ButtonLink to="/organizations" kind="primary">
        Choose an organization
      </ButtonLink>
    </Sheet>
  );
}
