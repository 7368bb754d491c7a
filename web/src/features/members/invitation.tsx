import type { Invitation } from '@/api/types';
import { StatusMark, type Tone } from '@/ui/StatusMark';

type State = 'waiting' | 'accepted' | 'declined' | 'canceled' | 'expired';

/** An invitation's status; without an answer it expires. `now` in milliseconds of business time. */
export function standing({ status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>, now: number): State {
  if (status === 'pending') return Date.parse(expiresAt) > now ? 'waiting' : 'expired';
  return status === 'rejected' ? 'declined' : status === 'accepted' ? 'accepted' : 'canceled';
}

const marks: Record<State, { tone: Tone; text: string }> = {
  waiting: { tone: 'wait', text: 'Waiting' },
  accepted: { tone: 'good', text: 'Accepted' },
  declined: { tone: 'off', text: 'Declined' },
  canceled: { tone: 'off', text: 'Canceled' },
  expired: { tone: 'warn', text: 'Expired' },
};

export function Standing({ of }: { of: State }) {
  const { tone, text } = marks[of];
  return <StatusMark tone={tone}>{text}</StatusMark>;
}

/** The page to answer it on; includes the e-mail, so that new users need not type it. */
export function linkOf({ id, email }: Pick<Invitation, 'id' | 'email'>): string {
  return `${window.location.origin}/accept-invitation/${id}?email=${encodeURIComponent(email)}`;
}
