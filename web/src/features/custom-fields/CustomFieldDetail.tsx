import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { customFieldQuery, useDeleteCustomField } from '@/api/custom-fields';
import { useTimeline } from '@/api/ledger';
import { useMayChange } from '@/api/members';
import { productsAskingQuery } from '@/api/products';
import type { CustomField, Organization } from '@/api/types';
import { dayOfSeconds, type CustomFieldShape } from '@/lib/custom-fields';
import { ABSENT, plural, text } from '@/lib/format';
import { announce } from '@/ui/Announcer';
import { Confirm } from '@/ui/Confirm';
import { CustomFieldInput } from '@/ui/CustomFieldInput';
import { Detail, Fact, Facts, Section } from '@/ui/Facts';
import { MetadataFact } from '@/ui/MetadataFact';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { Timeline } from '@/ui/Timeline';
import { Id, Time } from '@/ui/Value';
import { typeLabels } from './types';

interface CustomFieldDetailProps {
  organization: Organization;
  id: string;
  onDeleted: () => void;
}

export function CustomFieldDetail({ organization, id, onDeleted }: CustomFieldDetailProps) {
  const { data: field } = useSuspenseQuery(customFieldQuery(id));
  const history = useTimeline(organization.id, 'customfield', id);
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteCustomField(id);
  const asking = useQuery(productsAskingQuery(organization.id, id)).data;
  const org = organization.slug;

  const actions = useMemo(
    (): PageAction[] => [
      {
        label: 'Edit custom field',
        short: 'Edit',
        link: linkOptions({ to: '/$org/custom-fields/$id/edit', params: { org, id } }),
      },
      { label: 'Delete custom field', rank: 'danger', run: () => setDeleting(true) },
    ],
    [org, id],
  );

  return (
    <>
      <PageHead
        title={field.name}
        up={{ label: 'Custom fields', link: linkOptions({ to: '/$org/custom-fields', params: { org } }) }}
        action={<PageActions offered={useMayChange(organization.id)} actions={actions} />}
      />
      <Detail side={<Timeline subject="custom field" id={id} query={history} />}>
        <Facts>
          <Fact term="Type">{typeLabels[field.type]}</Fact>
          <Fact term="Slug">
            <span className="font-mono">{field.slug}</span>
          </Fact>
          <Rules field={field} />
          <Fact term="Label">{text(field.properties.form_label)}</Fact>
          <Fact term="Help text">{text(field.properties.form_help_text)}</Fact>
          <MetadataFact metadata={field.metadata} />
          <Fact term="Created">
            <Time at={field.created_at} />
          </Fact>
          <Fact term="Changed">
            <Time at={field.modified_at} />
          </Fact>
          <Fact term="ID">
            <Id id={id} />
          </Fact>
        </Facts>
        <Section title="At the checkout">
          <div className="max-w-form rounded-slip border border-line bg-slip p-4">
            <CustomFieldInput field={field} required />
          </div>
        </Section>
        <Products asking={asking} org={org} />
      </Detail>
      <Confirm
        open={deleting}
        onOpenChange={setDeleting}
        danger
        title={`Delete “${field.name}”?`}
        description={`${detachWords(asking)} Values that buyers have entered are kept. This can’t be undone.`}
        action="Delete custom field"
        busy="Deleting"
        onConfirm={async () => {
          await remove.mutateAsync();
          announce('The custom field was deleted');
          onDeleted();
        }}
      />
    </>
  );
}

interface Asking {
  items: readonly { id: string; name: string }[];
  pagination: { total_count: number };
}

/** What a deletion takes away: "Reader and Atlas no longer ask for it." */
function detachWords(asking: Asking | undefined): string {
  if (!asking) return 'No product asks for it any more.';
  const { items, pagination } = asking;
  const named = items.slice(0, 3).map(({ name }) => name);
  const others = pagination.total_count - named.length;
  if (named.length === 0) return 'No product asks for it.';
  const products = new Intl.ListFormat('en', { type: 'conjunction' }).format([
    ...named,
    ...(others > 0 ? [plural(others, 'other product')] : []),
  ]);
  return `${products} no longer ${pagination.total_count === 1 ? 'asks' : 'ask'} for it.`;
}

/** The products that ask for it. */
function Products({ asking, org }: { asking: Asking | undefined; org: string }) {
  if (!asking) return null;
  const others = asking.pagination.total_count - asking.items.length;
  return (
    <Section title="Products">
      <ul className="border-t border-line">
        {asking.items.map(({ id, name }) => (
          <li key={id} className="flex min-h-8 items-center border-b border-line py-1">
            <Link to="/$org/products/$id" params={{ org, id }} className="link">
              {name}
            </Link>
          </li>
        ))}
        {others > 0 && <li className="py-2 text-soft">and {plural(others, 'other')}</li>}
        {asking.items.length === 0 && (
          <li className="py-2 text-soft">No product asks for it. Edit a product to attach it.</li>
        )}
      </ul>
    </Section>
  );
}

/** What buyers may enter. */
function Rules({ field }: { field: CustomField }) {
  const { min_length, max_length, textarea, ge, le, options }: CustomFieldShape['properties'] = field.properties;
  switch (field.type) {
    case 'text':
      return (
        <>
          <Fact term="Lines">{textarea ? 'Several' : 'One'}</Fact>
          <Fact term="Characters">{rangeOf(min_length, max_length, String)}</Fact>
        </>
      );
    case 'number':
      return <Fact term="Numbers">{rangeOf(ge, le, String)}</Fact>;
    case 'date':
      return <Fact term="Days">{rangeOf(ge, le, dayOfSeconds)}</Fact>;
    case 'select':
      return (
        <Fact term="Options">
          <ul>
            {(options ?? []).map(({ value, label }) => (
              <li key={value}>
                {label} <span className="font-mono text-note text-faint">{value}</span>
              </li>
            ))}
          </ul>
        </Fact>
      );
    case 'checkbox':
      return null;
  }
}

/** "from 3 to 10", "3 or more", "up to 10". */
function rangeOf(least: number | undefined, most: number | undefined, words: (limit: number) => string): string {
  if (least !== undefined && most !== undefined) return `From ${words(least)} to ${words(most)}`;
  if (least !== undefined) return `From ${words(least)}`;
  return most === undefined ? ABSENT : `Up to ${words(most)}`;
}
