import type { Refund } from '@/api/types';
import { Section } from '@/ui/Facts';
import { RefundRows } from '@/ui/RefundRows';

/** What was refunded of an order, newest first. */
export function Refunds({ refunds }: { refunds: readonly Refund[] }) {
  if (refunds.length === 0) return null;
  return (
    <Section title="Refunds">
      <RefundRows refunds={refunds} />
    </Section>
  );
}
