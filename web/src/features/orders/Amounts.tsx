import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useMayChange } from '@/api/members';
import { orderExplanationQuery } from '@/api/orders';
import type { Order, OrderExplanation, Organization } from '@/api/types';
import { billLines, explanationOf, type BillLine } from '@/lib/bill';
import { money } from '@/lib/format';
import { eventWords } from '@/lib/ledger';
import { day, exact } from '@/lib/time';
import { BillFacts, LineLabel } from '@/ui/BillFacts';
import { Button } from '@/ui/Button';
import { Fact, Facts, Section } from '@/ui/Facts';
import { Icon } from '@/ui/Icon';
import { MeteredUsage } from './MeteredUsage';

/** The bill; every amount opens to the arithmetic and the events that made it. */
export function Amounts({ order, organization }: { order: Order; organization: Organization }) {
  const { currency, items, refunded_amount, refunded_tax_amount } = order;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const explanation = useQuery({ ...orderExplanationQuery(order.id), enabled: opened.size > 0 });
  const keys = billLines(order).map(({ key }) => key);
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
          label={(line) => <Opener line={line} open={opened.has(line.key)} onToggle={() => toggle(line.key)} />}
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
      </Facts>
    </Section>
  );
}

function Opener({ line, open, onToggle }: { line: BillLine; open: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="tap flex items-baseline gap-2 text-left hover:text-ink"
    >
      <span className="text-faint">
        <Icon name={open ? 'down' : 'right'} size={12} />
      </span>
      <span className="min-w-0">
        <LineLabel line={line} />
      </span>
    </button>
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

function Note({ children }: { children: ReactNode }) {
  return <span className="mt-1 mb-1 block border-l border-edge pl-3 text-note text-soft">{children}</span>;
}
