import { useEffect } from 'react';
import { follow } from '@/api/live';
import { isMember } from '@/api/membership';
import type { Organization } from '@/api/types';

interface LiveChangesProps {
  organization: Organization;
  /** The user is no longer a member. */
  onLeft: () => void;
}

/** Keeps what the pages of an organization show up to date, while it is mounted. */
export function LiveChanges({ organization: { id, slug }, onLeft }: LiveChangesProps) {
  useEffect(() => {
    const check = async () => {
      if (!(await isMember(slug))) onLeft();
    };
    return follow(id, () => void check());
  }, [id, slug, onLeft]);
  return null;
}
