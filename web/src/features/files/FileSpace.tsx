import { useQuery } from '@tanstack/react-query';
import { fileSpaceQuery } from '@/api/files';

/** Such as "1.5 MB of 10.0 GB used." */
export function FileSpace({ organizationId }: { organizationId: string }) {
  const { data } = useQuery(fileSpaceQuery(organizationId));
  return data ? `${data.used_readable} of ${data.allowed_readable} used.` : null;
}
