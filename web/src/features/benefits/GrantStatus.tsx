import { StatusMark } from '@/ui/StatusMark';

interface ShownGrant {
  is_granted: boolean;
  is_revoked: boolean;
  error: { type: string } | null;
}

export function GrantStatus({ grant: { is_granted, is_revoked, error } }: { grant: ShownGrant }) {
  if (is_revoked) return <StatusMark tone="off">Revoked</StatusMark>;
  if (is_granted) return <StatusMark tone="good">Granted</StatusMark>;
  if (error?.type === 'BenefitActionRequiredError') return <StatusMark tone="wait">Waits for customer</StatusMark>;
  return error ? <StatusMark tone="bad">Failed</StatusMark> : <StatusMark tone="wait">Pending</StatusMark>;
}
