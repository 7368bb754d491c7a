import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { customerCardsQuery, customerQuery, useDeleteCustomer } from '@/api/customers';
import { useMayChange } from '@/api/members';
import type { Customer, Organization } from '@/api/types';
import { addressLines } from '@/lib/address';
import { cardWords } from '@/lib/cards';
import { ABSENT, text, word } from '@/lib/format';
import { taxIdLabel } from '@/lib/tax-ids';
import { day } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Confirm } from '@/ui/Confirm';
import { Detail, Fact, Facts } from '@/ui/Facts';
import { MetadataFact } from '@/ui/MetadataFact';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { Day, Id } from '@/ui/Value';
import { CustomerAccount } from './CustomerAccount';
import { CustomerGlance } from './CustomerGlance';
import { CustomerHistory } from './CustomerHistory';
import { CustomerMails } from './CustomerMails';
import { CustomerOrders } from './CustomerOrders';
import { CustomerPayments } from './CustomerPayments';
import { CustomerUsage } from './CustomerUsage';
import { Holdings } from './Holdings';
import { PortalLink } from './PortalLink';
import { RefuseErasure } from './RefuseErasure';

interface CustomerDetailProps {
  organization: Organization;
  id: string;
  onDeleted: () => void;
}

export function CustomerDetail({ organization, id, onDeleted }: CustomerDetailProps) {
  const { data: customer } = useSuspenseQuery(customerQuery(id));
  const [deleting, setDeleting] = useState(false);
  const [linking, setLinking] = useState(false);
  const [refusing, setRefusing] = useState(false);
  const remove = useDeleteCustomer(id);
  const mayChange = useMayChange(organization.id);
  const isErased = customer.erasure_requested_at !== null;

  const actions = useMemo(
    (): PageAction[] => [
      {
        label: 'Edit customer',
        short: 'Edit',
        link: linkOptions({ to: '/$org/customers/$id/edit', params: { org: organization.slug, id } }),
      },
      { label: 'Create portal link', rank: 'more', run: () => setLinking(true) },
      { label: 'Delete customer', rank: 'danger', run: () => setDeleting(true) },
    ],
    [organization.slug, id],
  );

  return (
    <>
      <PageHead
        title={customer.name ?? customer.email}
        note={customer.name ? customer.email : undefined}
        up={{ label: 'Customers', link: linkOptions({ to: '/$org/customers', params: { org: organization.slug } }) }}
        action={<PageActions offered={mayChange} actions={actions} />}
      />
      {customer.erasure_requested_at && (
        <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-l-3 border-amber bg-amber-wash px-3 py-2">
          <p>
            They asked on {day(customer.erasure_requested_at)} to be erased. Deleting them confirms it; the law gives
            you a month.
          </p>
          {mayChange && (
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => setRefusing(true)}>Refuse</Button>
              <Button kind="caution" onClick={() => setDeleting(true)}>
                Erase customer
              </Button>
            </div>
          )}
        </div>
      )}
      <CustomerGlance customer={customer} organization={organization} />
      <Detail side={<CustomerHistory organization={organization} id={id} />}>
        <Person customer={customer} />
        <Holdings id={id} org={organization.slug} />
        {organization.feature_settings?.usage_based_billing_enabled && (
          <CustomerUsage customerId={id} organization={organization} />
        )}
        <CustomerOrders customerId={id} organization={organization} />
        <CustomerPayments customerId={id} organization={organization} />
        <CustomerAccount id={id} org={organization.slug} />
        <CustomerMails customerId={id} organizationId={organization.id} />
      </Detail>
      <RefuseErasure customer={customer} open={refusing} onOpenChange={setRefusing} />
      <PortalLink customer={customer} open={linking} onOpenChange={setLinking} />
      <Confirm
        open={deleting}
        onOpenChange={setDeleting}
        danger
        title={`${isErased ? 'Erase' : 'Delete'} ${customer.email}?`}
        description={`Active subscriptions end at once and granted benefits are revoked. Orders stay in your books${isErased ? ', and what else is known of the customer can no longer be read by anybody' : ''}. This can’t be undone.`}
        action={isErased ? 'Erase customer' : 'Delete customer'}
        busy={isErased ? 'Erasing' : 'Deleting'}
        onConfirm={async () => {
          await remove.mutateAsync();
          announce(isErased ? 'The customer is being erased' : `${customer.email} was deleted`);
          onDeleted();
        }}
      />
    </>
  );
}

/** The cards that the customer has saved: the one that new subscriptions are charged with first. */
function CardsOnFile({ id }: { id: string }) {
  const { data: methods, isError } = useQuery(customerCardsQuery(id));
  if (!methods) return isError ? 'Unknown: the processor could not be asked' : '…';
  if (methods.length === 0) return ABSENT;
  return methods
    .toSorted((one, other) => Number(other.is_default) - Number(one.is_default))
    .map(({ id: method, card, type, is_default }) => (
      <span key={method} className="block">
        {card ? `${cardWords(card)}, expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}` : word(type)}
        {is_default && methods.length > 1 && <span className="text-faint"> default</span>}
      </span>
    ));
}

function Person({ customer }: { customer: Customer }) {
  return (
    <Facts>
      <Fact term="E-mail">
        {customer.email} <span className="text-faint">{customer.email_verified ? 'verified' : 'not verified'}</span>
      </Fact>
      <Fact term="Name">{text(customer.name)}</Fact>
      <Fact term="Billing address">
        {customer.billing_address
          ? addressLines(customer.billing_address).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))
          : ABSENT}
      </Fact>
      <Fact term="Tax ID">
        {customer.tax_id ? (
          <>
            {customer.tax_id[0]} <span className="text-faint">{taxIdLabel(customer.tax_id[1] ?? '')}</span>
          </>
        ) : (
          ABSENT
        )}
      </Fact>
      <Fact term="Card on file">
        <CardsOnFile id={customer.id} />
      </Fact>
      <Fact term="External ID">{customer.external_id ? <Id id={customer.external_id} whole /> : ABSENT}</Fact>
      <MetadataFact metadata={customer.metadata} />
      <Fact term="Customer since">
        <Day at={customer.created_at} />
      </Fact>
      <Fact term="ID">
        <Id id={customer.id} />
      </Fact>
    </Facts>
  );
}
