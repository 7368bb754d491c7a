import type { User } from '@/api/types';
import { StatusMark } from '@/ui/StatusMark';

/** Whether a ban is in force; an expired one is lifted at the next sign-in. `now` in milliseconds of machine time. */
export function isBanned({ banned, banExpires }: User, now: number): boolean {
  return banned === true && (banExpires === null || Date.parse(banExpires) > now);
}

export function UserStatus({ user, now }: { user: User; now: number }) {
  if (isBanned(user, now)) return <StatusMark tone="bad">Banned</StatusMark>;
  if (!user.emailVerified) return <StatusMark tone="warn">Not verified</StatusMark>;
  return <StatusMark tone="good">Active</StatusMark>;
}
