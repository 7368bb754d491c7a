import { useEffect } from 'react';
import { follow } from '@/api/live';

/** Keeps what the pages of an organization show up to date, while it is mounted. */
export function LiveChanges({ organizationId }: { organizationId: string }) {
  useEffect(() => follow(organizationId), [organizationId]);
  return null;
}
