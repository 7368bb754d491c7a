import { word } from '@/lib/format';
import { useNow } from '@/lib/time';
import { StatusMark, type Tone } from './StatusMark';

/** Status words and marks of billing entities, the same on every screen. */

export function OrderStatus({ order: { status, voided_at } }: { order: { status: string; voided_at: string | null } }) {
  if (voided_at !== null) return <StatusMark tone="off">Void</StatusMark>;
  const tones: Record<string, Tone> = { paid: 'good', pending: 'wait', refunded: 'off', partially_refunded: 'warn' };
  return <StatusMark tone={tones[status] ?? 'wait'}>{word(status)}</StatusMark>;
}

export interface Running {
  status: string;
  cancel_at_period_end: boolean;
}

export function SubscriptionStatus({ subscription }: { subscription: Running }) {
  const { status, cancel_at_period_end } = subscription;
  const isRunning = status === 'active' || status === 'trialing';
  if (isRunning && cancel_at_period_end) return <StatusMark tone="warn">Ending</StatusMark>;
  const tones: Record<string, Tone> = {
    ...{ active: 'good', trialing: 'good', past_due: 'bad', unpaid: 'bad' },
    ...{ canceled: 'off', incomplete_expired: 'off' },
  };
  return <StatusMark tone={tones[status] ?? 'wait'}>{word(status)}</StatusMark>;
}

export function CheckoutStatus({ status }: { status: string }) {
  const tones: Record<string, Tone> = { succeeded: 'good', failed: 'bad', expired: 'off' };
  return <StatusMark tone={tones[status] ?? 'wait'}>{word(status)}</StatusMark>;
}

export function PaymentStatus({ status }: { status: string }) {
  const tones: Record<string, Tone> = { succeeded: 'good', failed: 'bad' };
  return <StatusMark tone={tones[status] ?? 'wait'}>{word(status)}</StatusMark>;
}

export function RefundStatus({ refund: { status, reversed } }: { refund: { status: string; reversed: boolean } }) {
  if (reversed) return <StatusMark tone="bad">Reversed</StatusMark>;
  const tones: Record<string, Tone> = { succeeded: 'good', failed: 'bad', canceled: 'off' };
  return <StatusMark tone={tones[status] ?? 'wait'}>{word(status)}</StatusMark>;
}

/** An expired key keeps its status, but is refused. */
export function LicenseKeyStatus({ licenseKey: { status, expires_at } }: { licenseKey: ExpiringKey }) {
  const now = useNow();
  if (status === 'granted' && expires_at !== null && Date.parse(expires_at) <= now)
    return <StatusMark tone="off">Expired</StatusMark>;
  const tones: Record<string, Tone> = { granted: 'good', disabled: 'warn' };
  return <StatusMark tone={tones[status] ?? 'off'}>{word(status)}</StatusMark>;
}

interface ExpiringKey {
  status: string;
  expires_at: string | null;
}
