import { useQuery } from '@tanstack/react-query';
import { organizationsQuery } from './organizations';

/** The name of an organization of the user's; until they are loaded, its slug. */
export function useOrganizationNames(): (organization: { id: string; slug: string }) => string {
  const { data = [] } = useQuery(organizationsQuery);
  return ({ id, slug }) => data.find((one) => one.id === id)?.name ?? slug;
}
