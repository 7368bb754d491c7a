import { operatorGrantReviewsQuery } from '@/api/operator';
import type { OperatorGrantReview } from '@/api/types';
import { count } from '@/lib/format';
import { Section } from '@/ui/Facts';
import type { Column } from '@/ui/table-column';
import { Id, Time } from '@/ui/Value';
import { OperatorTable } from './OperatorTable';

/** Changes of products and benefits that grants still have to follow. */
export function GrantReviews() {
  return (
    <Section title="Grants in progress">
      <OperatorTable
        label="grant reviews"
        query={operatorGrantReviewsQuery}
        rowsOf={({ items }) => items}
        columns={columns}
        rowKey={({ id }) => id}
        none="All grants have followed their products and benefits."
      />
    </Section>
  );
}

const KINDS: Readonly<Record<OperatorGrantReview['kind'], string>> = {
  align: 'Benefits of a product',
  update: 'A benefit has changed',
  revoke: 'A benefit is deleted',
};

const columns: Column<OperatorGrantReview>[] = [
  { header: 'Change', phone: 'lead', grow: true, cell: ({ kind }) => <b className="font-medium">{KINDS[kind]}</b> },
  {
    header: 'Organization',
    grow: true,
    phone: 'line',
    cell: ({ organization, organization_id }) => organization ?? <Id id={organization_id} />,
  },
  {
    header: 'Done',
    figures: true,
    width: 8,
    phone: 'trail',
    cell: ({ done, total }) => `${count(done)} of ${count(total)}`,
  },
  { header: 'Began', width: 7, phone: 'line', cell: ({ started_at }) => <Time at={started_at} inRow side="left" /> },
];
