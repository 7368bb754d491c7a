import type { UserEvent } from '../users/user.events.ts';

export interface HeldAddress {
  /** As invitations name it. */
  emailDigest: string;
  /** He has shown that it was his. */
  isVerified: boolean;
}

/** Every address that a user has had, by his events. */
export function addressesOf(events: readonly UserEvent[]): HeldAddress[] {
  const held: HeldAddress[] = [];
  for (const { type, data } of events) {
    if (type === 'UserRegistered') held.push({ emailDigest: data.emailClaim.digest, isVerified: data.emailVerified });
    if (type === 'EmailChanged') held.push({ emailDigest: data.emailClaim.digest, isVerified: false });
    if (type === 'EmailVerified') held.push({ ...held.pop()!, isVerified: true });
  }
  return held;
}

/** An invitation that waits is for whoever really has the address: nobody takes it from him by signing up with it. */
export function belongsToUser({ status }: { status: string }, { isVerified }: HeldAddress): boolean {
  return isVerified || status !== 'pending';
}
