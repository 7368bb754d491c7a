import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useTimeline } from '@/api/ledger';
import { attemptsQuery, paymentQuery } from '@/api/payments';
import { refundsQuery } from '@/api/refunds';
import type { Organization, Payment } from '@/api/types';
import { cardWords } from '@/lib/cards';
import { declineWords } from '@/lib/declines';
import { ABSENT, money, shortId, word } from '@/lib/format';
import { paymentAnswer } from '@/lib/payments';
import { Answer, Figure } from '@/ui/Answer';
import { Detail, Fact, Facts, Section } from '@/ui/Facts';
import { Loading } from '@/ui/Loading';
import { PageHead } from '@/ui/PageHead';
import { RefundRows } from '@/ui/RefundRows';
import { PaymentStatus } from '@/ui/statuses';
import { Timeline } from '@/ui/Timeline';
import { Day, Id } from '@/ui/Value';

/** One attempt to charge a customer: its card, what came of it, the other attempts, and what was refunded of it. */
export function PaymentDetail({ organization, id }: { organization: Organization; id: string }) {
  const { data: payment } = useSuspenseQuery(paymentQuery(id));
  const { data: attempts } = useQuery(attemptsQuery(payment));
  const { data: all = [] } = useQuery({ ...refundsQuery(payment.order_id ?? ''), enabled: payment.order_id !== null });
  const history = useTimeline(organization.id, 'payment', id);
  const refunds = all.filter(({ payment_id }) => payment_id === id);
  const org = organization.slug;
  const { amount, currency, status, customer_email } = payment;
  const refunded = refunds
    .filter((refund) => refund.status === 'succeeded')
    .reduce((total, refund) => total + refund.amount + refund.tax_amount - refund.balance_amount, 0);
  return (
    <>
      <PageHead
        title={`Payment of ${money(amount, currency)}`}
        mark={<PaymentStatus status={status} />}
        note={customer_email ? `by ${customer_email}` : undefined}
        up={{ label: 'Payments', link: linkOptions({ to: '/$org/payments', params: { org } }) }}
      />
      <Answer answer={paymentAnswer(payment, refunded)}>
        <Figure label="Amount">{money(amount, currency)}</Figure>
        <Figure label="Refunded to the card">{refunded === 0 ? '0' : money(refunded, currency)}</Figure>
        <Figure label="Card">{payment.method_metadata ? cardWords(payment.method_metadata) : ABSENT}</Figure>
        <Figure label="Attempts">{attempts ? attempts.length : undefined}</Figure>
      </Answer>
      <Detail side={<Timeline subject="payment" id={id} query={history} />}>
        <Attempts attempts={attempts} id={id} org={org} />
        {refunds.length > 0 && (
          <Section title="Refunds">
            <RefundRows refunds={refunds} />
          </Section>
        )}
        <About payment={payment} org={org} />
      </Detail>
    </>
  );
}

interface AttemptsProps {
  attempts: readonly Payment[] | undefined;
  /** Of the payment on the page. */
  id: string;
  org: string;
}

function Attempts({ attempts, id, org }: AttemptsProps) {
  return (
    <Section title="Attempts">
      {!attempts ? (
        <Loading what="the attempts" />
      ) : (
        <ol className="border-t border-line">
          {attempts.map((attempt) => (
            <li
              key={attempt.id}
              className="grid min-h-8 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line py-1.5"
            >
              <span className="flex flex-wrap gap-x-3">
                <PaymentStatus status={attempt.status} />
                {attempt.decline_reason && <span>{word(declineWords(attempt.decline_reason))}</span>}
                {attempt.method_metadata && <span>{cardWords(attempt.method_metadata)}</span>}
                <span className="text-soft">
                  <Day at={attempt.created_at} />
                </span>
                {attempt.id === id ? (
                  <span className="text-soft">This one</span>
                ) : (
                  <Link to="/$org/payments/$id" params={{ org, id: attempt.id }} className="link">
                    Open
                  </Link>
                )}
              </span>
              <span className="text-right tabular-nums">{money(attempt.amount, attempt.currency)}</span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function About({ payment, org }: { payment: Payment; org: string }) {
  const { id, order_id, checkout_id, customer_id, customer_email, created_at, modified_at } = payment;
  return (
    <Section title="About">
      <Facts>
        <Fact term="Customer">
          <Link to="/$org/customers/$id" params={{ org, id: customer_id }} className="link">
            {customer_email ?? shortId(customer_id)}
          </Link>
        </Fact>
        <Fact term="Order">
          {order_id ? (
            <Link to="/$org/orders/$id" params={{ org, id: order_id }} className="link font-mono text-[13px]">
              {shortId(order_id)}
            </Link>
          ) : (
            ABSENT
          )}
        </Fact>
        <Fact term="Checkout">
          {checkout_id ? (
            <Link to="/$org/checkouts/$id" params={{ org, id: checkout_id }} className="link font-mono text-[13px]">
              {shortId(checkout_id)}
            </Link>
          ) : (
            ABSENT
          )}
        </Fact>
        <Fact term="Requested">
          <Day at={created_at} />
        </Fact>
        <Fact term="Last report">
          <Day at={modified_at} />
        </Fact>
        <Fact term="ID">
          <Id id={id} />
        </Fact>
      </Facts>
    </Section>
  );
}
