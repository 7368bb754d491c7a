import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayChange } from '@/api/members';
import { orderExplanationQuery } from '@/api/orders';
import type { Order, OrderExplanation, OrderUsageCredit, Organization } from '@/api/types';
import { billLines, explanationOf, type BillLine } from '@/lib/bill';
import { money } from '@/lib/format';
import { eventWords } from '@/lib/ledger';
import { day, exact } from '@/lib/time';
import { BillFacts, LineLabel } from '@/ui/BillFacts';
import { Button } from '@/ui/Button';
import { Fact, Facts, Section } from '@/ui/Facts';
import { MeteredUsage } from './MeteredUsage';
import { Note, Opener } from './Opener';
import { UsageCredit } from './UsageCredit';

/** Beside the keys of the bill's lines. */
const CREDIT = 'usage-credit';

interface AmountsProps {
  order: Order;
  usageCredit: OrderUsageCredit | undefined;
  organization: Organization;
}

/** The bill; every amount opens to the arithmetic and the events that made it. */
export function Amounts({ order, usageCredit, organization }: AmountsProps) {
  const { currency, items, refunded_amount, refunded_tax_amount } = order;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const explanation = useQuery({ ...orderExplanationQuery(order.id), enabled: opened.size > 0 });
  const credit = usageCredit && usageCredit.amount > 0 ? usageCredit : undefined;
  const keys = [...billLines(order).map(({ key }) => key), ...(credit ? [CREDIT] : [])];
  const isAll = keys.every((key) => opened.has(key));
  const toggle = (key: string) =>
    setOpened((was) => new Set(was.has(key) ? [...was].filter((other) => other !== key) : [...was, key]));
  return (
    <Section
      title="Amounts"
      action={
        <Button kind="quiet" aria-pressed={isAll} onClick={() => setOpened(new Set(isAll ? [] : keys))}>
          Explain
        </Button>
      }
    >
      <Facts>
        {items.length === 0 && <Fact term="No items: nothing was charged for this period.">{null}</Fact>}
        <BillFacts
          bill={order}
          label={(line) => (
            <Opener open={opened.has(line.key)} onToggle={() => toggle(line.key)}>
              <LineLabel line={line} />
            </Opener>
          )}
          more={(line) =>
            opened.has(line.key) && (
              <Explained orderId={order.id} line={line} explanation={explanation} organization={organization} />
            )
          }
        />
        {refunded_amount > 0 && (
          <Fact term="Refunded" figures>
            {money(refunded_amount + refunded_tax_amount, currency)}
          </Fact>
        )}
        {credit && (
          <UsageCredit
            credit={credit}
            customer={order.customer}
            organization={organization}
            open={opened.has(CREDIT)}
            onToggle={() => toggle(CREDIT)}
          />
        )}
      </Facts>
    </Section>
  );
}

interface ExplainedProps {
  orderId: string;
  line: BillLine;
  explanation: UseQueryResult<OrderExplanation>;
  organization: Organization;
}

/** "16 of 30 days left × 300.00 = 160.00", and the events that it follows from. */
function Explained({ orderId, line, explanation, organization }: ExplainedProps) {
  const maySeeEvents = useMayChange(organization.id);
  const { data, error } = explanation;
  if (!data) return <Note>{error ? `It could not be explained. ${error.message}` : 'Looking it up…'}</Note>;
  const explained = explanationOf(line, data.amounts);
  if (!explained) return <Note>Nothing more is known about this amount.</Note>;
  const events = data.events.filter(({ id }) => explained.event_ids.includes(id));
  const isMetered = events.some(({ type }) => type === 'MeterPeriodClosed');
  return (
    <Note>
      <span className="block font-mono text-[13px] text-ink">{explained.arithmetic}</span>
      {events.map(({ id, type, at }) => (
        <span key={id} className="block" title={exact(at)}>
          {maySeeEvents ? (
            <Link to="/$org/events/$id" params={{ org: organization.slug, id }} className="link">
              {eventWords(type)}
            </Link>
          ) : (
            eventWords(type)
          )}
          , {day(at)}
        </span>
      ))}
      {isMetered && line.itemId && <MeteredUsage orderId={orderId} lineId={line.itemId} org={organization.slug} />}
    </Note>
  );
}
