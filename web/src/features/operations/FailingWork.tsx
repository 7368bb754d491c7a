import { useQuery } from '@tanstack/react-query';
import { operatorWorkQuery } from '@/api/operator';
import type { OperatorFailingWork } from '@/api/types';
import { word } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Facts';
import type { Column } from '@/ui/table-column';
import { Id, Time } from '@/ui/Value';
import { useAct } from './act';
import { ErrorText } from './ErrorText';
import { OperatorTable } from './OperatorTable';

/** Charges, refunds and other calls to outside that failed, and are retried until they succeed. */
export function FailingWork() {
  const { data } = useQuery(operatorWorkQuery);
  const { act, isPending } = useAct();
  const some = (data?.total ?? 0) > 0;
  return (
    <Section
      title="Failing work"
      action={
        some && (
          <Button
            busy={isPending && 'Retrying'}
            onClick={() => void act({ action: 'work retry', args: { all: true } })}
          >
            Retry all work
          </Button>
        )
      }
    >
      <OperatorTable
        label="failing calls"
        query={operatorWorkQuery}
        rowsOf={({ items }) => items}
        columns={columnsWith((job) => void act({ action: 'work retry', args: { job } }))}
        rowKey={({ job }) => job}
        none="No charge, refund or other call fails."
      />
    </Section>
  );
}

function columnsWith(onRetry: (job: string) => void): Column<OperatorFailingWork>[] {
  return [
    { header: 'Kind', phone: 'lead', width: 6, cell: ({ kind }) => <b className="font-medium">{word(kind)}</b> },
    {
      header: 'ID',
      width: 9,
      priority: 1,
      phone: 'hide',
      cell: ({ job, kind }) => <Id id={job.slice(kind.length + 1)} />,
    },
    { header: 'Error', grow: true, width: 14, phone: 'line', cell: ({ error }) => <ErrorText error={error} /> },
    { header: 'Attempts', figures: true, width: 5, priority: 2, phone: 'hide', cell: ({ attempts }) => attempts },
    {
      header: 'Next attempt',
      width: 8,
      priority: 1,
      phone: 'hide',
      cell: ({ next_attempt_at }) => <Time machine at={next_attempt_at} inRow side="left" />,
    },
    {
      header: 'Actions',
      actions: true,
      phone: 'trail',
      cell: ({ job }) => (
        <Button kind="quiet" aria-label={`Retry ${job}`} onClick={() => onRetry(job)}>
          Retry
        </Button>
      ),
    },
  ];
}
