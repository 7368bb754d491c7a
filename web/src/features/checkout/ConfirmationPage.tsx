import type { ReactNode } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { checkoutQuery } from '@/api/checkout';
import type { CheckoutPublic } from '@/api/types';
import { money } from '@/lib/format';
import { day } from '@/lib/time';
import { Button } from '@/ui/Button';
import { Fact, Facts } from '@/ui/Facts';
import { PageHead } from '@/ui/PageHead';
import { Bill } from './Bill';
import { CheckoutSheet } from './CheckoutSheet';
import { hasScript, tellEmbedder } from './embedder';
import { sellersPage } from './onward';
import { Pictures } from './Pictures';
import { Contact } from './Seller';
import { Waiting } from './Waiting';
import { dueToday, laterWords, shopOf, trialWords } from './words';

/** Waits for the payment, then says what was bought and what comes next. */
export function ConfirmationPage({ clientSecret }: { clientSecret: string }) {
  const { data: checkout } = useSuspenseQuery(checkoutQuery(clientSecret));
  const { status, product } = checkout;
  const succeeded = status === 'succeeded';
  return (
    <CheckoutSheet
      checkout={checkout}
      side={<div role="status">{succeeded ? <Next checkout={checkout} /> : <Waiting checkout={checkout} />}</div>}
    >
      <PageHead
        title={titleOf(checkout)}
        tab={`${titleOf(checkout)} · ${checkout.organization.name}`}
        note={succeeded ? `${product.name} is yours.` : undefined}
      />
      <Pictures product={{ ...product, medias: product.medias.slice(0, 1) }} />
      <Bill checkout={checkout} />
    </CheckoutSheet>
  );
}

function titleOf(checkout: CheckoutPublic): string {
  const { status, currency } = checkout;
  const due = dueToday(checkout);
  const isFree = due === 0;
  if (status !== 'succeeded') return isFree ? 'Completing your order' : 'Payment in progress';
  if (trialWords(checkout) !== undefined) return 'Your trial has started';
  return isFree ? 'Order complete' : `Paid ${money(due, currency)}`;
}

function Next({ checkout }: { checkout: CheckoutPublic }) {
  const { customer_email, order_number, next_charge: charge, organization, product } = checkout;
  return (
    <div className="grid gap-6">
      <Facts>
        {order_number && <Fact term="Order">{order_number}</Fact>}
        {customer_email && <Fact term="Receipt">Sent to {customer_email}</Fact>}
        <Fact term="Next charge">
          {charge
            ? `${day(charge.at)}: ${money(charge.amount, charge.currency)} before tax, ${laterWords(checkout)}`
            : 'None'}
        </Fact>
        {product.recurring_interval && (
          <Fact term="To cancel">
            <PortalLink slug={organization.slug}>In your purchases</PortalLink>, at any time.
          </Fact>
        )}
        {product.benefits.length > 0 && (
          <Fact term="Benefits">
            <PortalLink slug={organization.slug}>Keys, files and notes</PortalLink> are granted to you now. If it is not
            clear how to use one, <Contact organization={organization} />.
          </Fact>
        )}
      </Facts>
      <PortalLink slug={organization.slug}>See all your purchases from {organization.name}</PortalLink>
      <Back checkout={checkout} />
    </div>
  );
}

/** In a frame over the seller's page, the portal opens beside it. */
function PortalLink({ slug, children }: { slug: string; children: ReactNode }) {
  const target = window.top === window ? undefined : '_blank';
  return (
    <a href={`/${slug}/portal`} target={target} rel="noreferrer" className="link justify-self-start">
      {children}
    </a>
  );
}

/** Over the seller's page, it closes the frame; otherwise it leads there. */
function Back({ checkout }: { checkout: CheckoutPublic }) {
  const { organization } = checkout;
  const ownPage = sellersPage(checkout);
  const page = shopOf(organization, ownPage);
  const isOverShop = hasScript(checkout, useSearch({ from: '/checkout/$clientSecret' }));
  const words = `Back to ${organization.name}`;
  if (isOverShop && ownPage === undefined)
    return (
      <Button className="justify-self-start" onClick={() => tellEmbedder(checkout, { event: 'close' })}>
        {words}
      </Button>
    );
  return page ? (
    <a href={page} target="_top" className="link justify-self-start">
      {words}
    </a>
  ) : null;
}
