import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorRunsQuery } from '@/api/operator';
import type { OperatorRun } from '@/api/types';
import { Button } from '@/ui/Button';
import { Code } from '@/ui/Code';
import { Dialog } from '@/ui/Dialog';
import { Section } from '@/ui/Facts';
import { StatusMark, type Tone } from '@/ui/StatusMark';
import type { Column } from '@/ui/table-column';
import { Time } from '@/ui/Value';
import { OperatorTable } from './OperatorTable';

const states: Record<OperatorRun['state'], [Tone, string]> = {
  running: ['wait', 'Running'],
  done: ['good', 'Done'],
  failed: ['bad', 'Failed'],
};

/** The actions of the last day, with what they reported. */
export function Runs() {
  const { data } = useQuery(operatorRunsQuery);
  const [opened, setOpened] = useState<string>();
  const run = data?.items.find(({ id }) => id === opened);
  return (
    <Section title="Actions of the last day">
      <OperatorTable
        label="actions"
        query={operatorRunsQuery}
        rowsOf={({ items }) => items}
        columns={columnsWith(setOpened)}
        rowKey={({ id }) => id}
        none="No administrator has run an action."
      />
      {run && (
        <Dialog open wide onOpenChange={(open) => !open && setOpened(undefined)} title={commandOf(run)}>
          <StatusMark tone={states[run.state][0]}>{states[run.state][1]}</StatusMark>
          <Code label="Report" text={[...run.lines, ...(run.error ? [run.error.message] : [])].join('\n')} />
        </Dialog>
      )}
    </Section>
  );
}

/** As an operator would type it: "steps retry webhooks 0198…". */
function commandOf({ action, args }: OperatorRun): string {
  const { all, reason: _, event, ...words } = args;
  const given = action === 'events skip' ? [event] : [];
  return [action, ...Object.values(words), ...given, ...(all ? ['--all'] : [])].filter(Boolean).join(' ');
}

function columnsWith(onOpen: (id: string) => void): Column<OperatorRun>[] {
  return [
    {
      header: 'Action',
      phone: 'lead',
      width: 12,
      grow: true,
      cell: (run) => <b className="font-medium">{commandOf(run)}</b>,
    },
    {
      header: 'State',
      width: 6,
      phone: 'first',
      cell: ({ state }) => <StatusMark tone={states[state][0]}>{states[state][1]}</StatusMark>,
    },
    {
      header: 'Reported',
      grow: true,
      width: 14,
      phone: 'line',
      cell: ({ lines, error }) => error?.message ?? lines.at(-1) ?? '',
    },
    {
      header: 'Started',
      phone: 'line',
      cell: ({ started_at }) => <Time machine at={started_at} inRow side="left" />,
    },
    {
      header: 'Actions',
      actions: true,
      phone: 'trail',
      cell: (run) => (
        <Button kind="quiet" aria-label={`Report of ${commandOf(run)}`} onClick={() => onOpen(run.id)}>
          Report
        </Button>
      ),
    },
  ];
}
