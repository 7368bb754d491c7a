import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { discountEventsQuery, discountQuery, useDeleteDiscount } from '@/api/discounts';
import { useNamed } from '@/api/ledger';
import { useMayChange } from '@/api/members';
import { orderTotalsQuery } from '@/api/orders';
import type { Discount, Organization } from '@/api/types';
import { discountAnswer } from '@/lib/answers';
import { count, plural, shortId } from '@/lib/format';
import { actorWords, aboutWords, amountWords, eventWords } from '@/lib/ledger';
import { useNow } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { amountsWords, Answer, Figure, figureOf, netWords } from '@/ui/Answer';
import { Confirm } from '@/ui/Confirm';
import { Detail, Fact, Facts, Section } from '@/ui/Facts';
import { Loading } from '@/ui/Loading';
import { MetadataFact } from '@/ui/MetadataFact';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { Receipt } from '@/ui/Receipt';
import { ErrorState } from '@/ui/States';
import { Day, Id, Time } from '@/ui/Value';
import { durationLabel, valueLabel } from '@/lib/discount-words';
import { standingOf } from './discount';
import { Standing } from './DiscountList';
import { RedemptionBar } from './RedemptionBar';

interface DiscountDetailProps {
  organization: Organization;
  id: string;
  onDeleted: () => void;
}

export function DiscountDetail({ organization, id, onDeleted }: DiscountDetailProps) {
  const { data: discount } = useSuspenseQuery(discountQuery(id));
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteDiscount(id);
  const org = organization.slug;
  const actions = useMemo(
    (): PageAction[] => [
      {
        label: 'Edit discount',
        short: 'Edit',
        link: linkOptions({ to: '/$org/discounts/$id/edit', params: { org, id } }),
      },
      { label: 'Delete discount', rank: 'danger', run: () => setDeleting(true) },
    ],
    [org, id],
  );
  return (
    <>
      <PageHead
        title={discount.name}
        mark={<Standing discount={discount} />}
        up={{ label: 'Discounts', link: linkOptions({ to: '/$org/discounts', params: { org } }) }}
        action={<PageActions offered={useMayChange(organization.id)} actions={actions} />}
      />
      <Glance discount={discount} organization={organization} />
      <Detail side={<History organization={organization} id={id} />}>
        <Facts>
          <Fact term="Code">{discount.code ? <Id id={discount.code} whole /> : 'None: only you can apply it'}</Fact>
          <Fact term="Takes off">{valueLabel(discount)}</Fact>
          <Fact term="Subscriptions">{durationLabel(discount)}</Fact>
          <Fact term="First day">
            <Day at={discount.starts_at} />
          </Fact>
          <Fact term="Last day">
            <Day at={discount.ends_at} />
          </Fact>
          <MetadataFact metadata={discount.metadata} />
          <Fact term="Created">
            <Time at={discount.created_at} />
          </Fact>
          <Fact term="Changed">
            <Time at={discount.modified_at} />
          </Fact>
          <Fact term="ID">
            <Id id={id} />
          </Fact>
        </Facts>
        <Products discount={discount} org={org} />
      </Detail>
      <Confirm
        open={deleting}
        onOpenChange={setDeleting}
        danger
        title={`Delete “${discount.name}”?`}
        description="Nobody can use it any more, and its code is free for another one. Whoever has it keeps it. This can’t be undone."
        action="Delete discount"
        busy="Deleting"
        onConfirm={async () => {
          await remove.mutateAsync();
          announce('The discount was deleted');
          onDeleted();
        }}
      />
    </>
  );
}

function Glance({ discount, organization }: { discount: Discount; organization: Organization }) {
  const now = useNow();
  const { id, redemptions_count, max_redemptions } = discount;
  const paid = { discount: id, status: 'paid' } as const;
  const sales = useQuery(orderTotalsQuery(organization.id, paid));
  const orders = linkOptions({ to: '/$org/orders', params: { org: organization.slug }, search: paid });
  const left = max_redemptions === null ? 'No maximum' : count(Math.max(0, max_redemptions - redemptions_count));
  return (
    <Answer answer={discountAnswer(discount, standingOf(discount, now).word, valueLabel(discount))}>
      <Figure label="Redemptions">
        <RedemptionBar used={redemptions_count} max={max_redemptions} />
      </Figure>
      <Figure label="Left">{left}</Figure>
      <Figure label="Given away" note={sales.data && plural(sales.data.count, 'paid order')} link={orders}>
        {figureOf(sales, ({ totals }) =>
          amountsWords(totals.map(({ currency, discount_amount }) => ({ currency, amount: discount_amount }))),
        )}
      </Figure>
      <Figure label="Revenue" note="after refunds, before tax" link={orders}>
        {figureOf(sales, netWords)}
      </Figure>
    </Answer>
  );
}

function Products({ discount, org }: { discount: Discount; org: string }) {
  return (
    <Section title="Products">
      {discount.products.length === 0 ? (
        <p className="border-t border-line py-2 text-soft">It applies to every product.</p>
      ) : (
        <ul className="border-t border-line">
          {discount.products.map(({ id, name }) => (
            <li key={id} className="flex min-h-8 items-center border-b border-line py-1">
              <Link to="/$org/products/$id" params={{ org, id }} className="link">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The newest events, each with a link: a discount may have been redeemed very often. */
function History({ organization, id }: { organization: Organization; id: string }) {
  const mayChange = useMayChange(organization.id);
  const query = useQuery({ ...discountEventsQuery(organization.id, id), enabled: mayChange });
  const named = useNamed(organization.id);
  const head = { title: 'Discount', number: shortId(id) };
  if (!mayChange)
    return <Receipt {...head} entries={[]} empty="Owners and admins see the history." footer="Ask one of them" />;
  if (query.isError && !query.data)
    return (
      <ErrorState title="The history could not be shown" error={query.error} onRetry={() => void query.refetch()} />
    );
  if (!query.data) return <Loading what="its history" shape="facts" />;
  const { items, pagination } = query.data;
  const entries = items.map((event) => ({
    id: event.id,
    at: event.occurred_at,
    what: eventWords(event.type, 'discount'),
    who: actorWords(named(event.actor)),
    amount: amountWords(event),
    ...(event.about.some(({ kind, name }) => kind === 'customer' && name) && { about: aboutWords(event) }),
    link: linkOptions({ to: '/$org/events/$id', params: { org: organization.slug, id: event.id } }),
  }));
  const older = pagination.total_count - items.length;
  return (
    <Receipt
      {...head}
      entries={entries}
      {...(older > 0 && { footer: `and ${count(older)} older entries in Events` })}
    />
  );
}
