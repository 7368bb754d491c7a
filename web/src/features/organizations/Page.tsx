import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatches } from '@tanstack/react-router';
import { ownRolesQuery, useMay, type Permission } from '@/api/members';
import type { Organization } from '@/api/types';
import { PageHead } from '@/ui/PageHead';
import type { Area } from '@/ui/Shell';
import { EmptyState } from '@/ui/States';

/** Shown to other members on a page for owners and admins. */
export interface Reserved {
  /** "New product"; undefined if the whole area is for owners and admins. */
  title?: string;
  /** "Owners and admins put products on sale". */
  who: string;
  /** The permission needed, if it is not given by being an owner or admin. */
  needs?: Permission;
}

interface PageProps {
  organization: Organization;
  /** The areas on the rail, including the page's own. */
  groups: readonly { areas: readonly Area[] }[];
}

/** The page at the address, or a note for users whose role may not open it. */
export function Page({ organization, groups }: PageProps) {
  const match = useMatches({ select: (matches) => matches.at(-1) });
  const reserved = match?.staticData.reserved;
  const may = useMay(organization.id, reserved?.needs);
  if (!match || !reserved || may) return <Outlet />;
  const area = groups
    .flatMap(({ areas }) => areas)
    .find(({ link, exact, also }) =>
      [link.to, also].some((path) => path && !exact && match.fullPath.startsWith(`${path}/`)),
    );
  return <ReservedPage {...reserved} organization={organization} area={area} />;
}

interface ReservedPageProps extends Pick<Reserved, 'title' | 'who'> {
  organization: Organization;
  area: Area | undefined;
}

function ReservedPage({ title, who, organization, area }: ReservedPageProps) {
  const { data: own = [] } = useQuery(ownRolesQuery(organization.id));
  return (
    <>
      <PageHead title={title ?? area?.label ?? organization.name} up={title ? area : undefined} />
      <EmptyState title={who}>
        Your role in {organization.name} is {own.join(', ')}. Ask one of them.
      </EmptyState>
    </>
  );
}
