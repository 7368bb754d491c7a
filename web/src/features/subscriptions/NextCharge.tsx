import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { nextOrderQuery } from '@/api/subscriptions';
import type { Subscription } from '@/api/types';
import { billingReason } from '@/lib/billing';
import { money } from '@/lib/format';
import { day, fromNow, useNow } from '@/lib/time';
import { BillFacts } from '@/ui/BillFacts';
import { Facts, Section } from '@/ui/Facts';
import { Icon } from '@/ui/Icon';

/** The next order as it would be created, which opens to its items; nothing if there will be none. */
export function NextCharge({ subscription }: { subscription: Subscription }) {
  const isTrial = subscription.status === 'trialing';
  const { data: order } = useQuery(nextOrderQuery(subscription.id));
  const [open, setOpen] = useState(false);
  const panel = useId();
  const now = useNow();
  if (!order) return null;
  return (
    <Section title={isTrial ? 'First charge' : 'Next charge'}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
        className="flex min-h-8 w-full items-baseline gap-x-4 border-y border-line py-1.5 text-left hover:bg-shade focus-visible:outline-offset-0 pointer-coarse:min-h-11"
      >
        <span className="text-soft">
          <Icon name={open ? 'down' : 'right'} size={12} />
        </span>
        <span className="min-w-0 flex-1">
          {isTrial ? 'The trial ends' : billingReason(order.billing_reason)} on {day(order.at)}{' '}
          <span className="text-faint">{fromNow(Date.parse(order.at), now)}</span>
        </span>
        <span className="font-semibold tabular-nums">{money(order.due_amount, order.currency)}</span>
      </button>
      <div id={panel} hidden={!open} className="pl-7">
        <Facts>
          <BillFacts bill={order} />
        </Facts>
        <p className="py-2 text-note text-faint">
          As it would be billed today: with the customer’s address, balance and tax rates as they are now.
        </p>
      </div>
    </Section>
  );
}
