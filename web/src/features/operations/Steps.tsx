import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorStepsQuery } from '@/api/operator';
import type { OperatorStep } from '@/api/types';
import { plural, text } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Facts';
import { StatusMark } from '@/ui/StatusMark';
import type { Column } from '@/ui/table-column';
import { Id, Time } from '@/ui/Value';
import { useAct } from './act';
import { ErrorText } from './ErrorText';
import { OperatorTable } from './OperatorTable';
import { SkipStep } from './SkipStep';

/** Steps that failed: retried by themselves, or parked until somebody retries or skips them. */
export function Steps() {
  const { data } = useQuery(operatorStepsQuery);
  const { act, isPending } = useAct();
  const [skipping, setSkipping] = useState<OperatorStep>();
  const some = (data?.total ?? 0) > 0;
  return (
    <Section
      title={data && data.parked > 0 ? `Failed steps, ${data.parked} parked` : 'Failed steps'}
      action={
        some && (
          <Button
            busy={isPending && 'Retrying'}
            onClick={() => void act({ action: 'steps retry', args: { all: true } })}
          >
            Retry all steps
          </Button>
        )
      }
    >
      <OperatorTable
        label="failed steps"
        query={operatorStepsQuery}
        rowsOf={({ items }) => items}
        columns={columnsWith({
          retry: ({ process, key }) => void act({ action: 'steps retry', args: { process, key } }),
          skip: setSkipping,
        })}
        rowKey={({ process, key }) => `${process} ${key}`}
        none="No step has failed."
      />
      <SkipStep step={skipping} onClose={() => setSkipping(undefined)} />
    </Section>
  );
}

interface StepActions {
  retry: (step: OperatorStep) => void;
  skip: (step: OperatorStep) => void;
}

function columnsWith({ retry, skip }: StepActions): Column<OperatorStep>[] {
  return [
    { header: 'Process', phone: 'lead', width: 8, cell: ({ process }) => <b className="font-medium">{process}</b> },
    {
      header: 'State',
      width: 7,
      phone: 'first',
      cell: ({ parked }) => <StatusMark tone={parked ? 'bad' : 'wait'}>{parked ? 'Parked' : 'Retried'}</StatusMark>,
    },
    { header: 'Error', grow: true, width: 14, phone: 'line', cell: ({ error }) => <ErrorText error={error} /> },
    {
      header: 'After',
      width: 10,
      priority: 1,
      phone: 'hide',
      cell: ({ event_type, events }) => `${text(event_type)}${events > 1 ? `, ${plural(events - 1, 'more')}` : ''}`,
    },
    { header: 'Key', width: 9, phone: 'hide', cell: ({ key }) => <Id id={key} /> },
    { header: 'Attempts', figures: true, width: 5, priority: 2, phone: 'hide', cell: ({ attempts }) => attempts },
    {
      header: 'Since',
      width: 7,
      priority: 2,
      phone: 'hide',
      cell: ({ recorded_at }) => <Time machine at={recorded_at} inRow side="left" />,
    },
    {
      header: 'Actions',
      actions: true,
      width: 9,
      phone: 'trail',
      cell: (step) => (
        <span className="inline-flex gap-1">
          <Button kind="quiet" aria-label={`Retry ${step.process} ${step.key}`} onClick={() => retry(step)}>
            Retry
          </Button>
          <Button kind="quiet" aria-label={`Skip ${step.process} ${step.key}`} onClick={() => skip(step)}>
            Skip
          </Button>
        </span>
      ),
    },
  ];
}
