import { useState } from 'react';
import { operatorStateQuery } from '@/api/operator';
import type { OperatorProjection } from '@/api/types';
import { text } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Confirm } from '@/ui/Confirm';
import { Section } from '@/ui/Facts';
import { StatusMark, type Tone } from '@/ui/StatusMark';
import type { Column } from '@/ui/table-column';
import { useActInDialog } from './act';
import { duration, LATE_SECONDS } from './figures';
import { OperatorTable } from './OperatorTable';
import { ShowAll } from './ShowAll';

const states: Record<OperatorProjection['state'], [Tone, string]> = {
  current: ['good', 'Current'],
  behind: ['wait', 'Being built'],
  failed: ['bad', 'Failed'],
};

/** Read models that are not current, or all of them; each can be rebuilt. */
export function ReadModels() {
  const [rebuilding, setRebuilding] = useState<string>();
  const [all, setAll] = useState(false);
  const act = useActInDialog();
  return (
    <Section title="Read models" action={<ShowAll all={all} onChange={setAll} what="read models" />}>
      <OperatorTable
        label="read models"
        query={operatorStateQuery}
        rowsOf={({ projections }) =>
          projections.filter((one) => all || rank(one) > LATE_SECONDS).toSorted((one, other) => rank(other) - rank(one))
        }
        columns={columnsWith(setRebuilding)}
        rowKey={({ name }) => name}
        none="All read models are current."
      />
      <Confirm
        open={rebuilding !== undefined}
        onOpenChange={(open) => !open && setRebuilding(undefined)}
        danger
        title={`Rebuild ${rebuilding}?`}
        description="Its documents are dropped, and made again from the whole log. Until then, lists and pages that read it are incomplete; the others go on."
        action="Rebuild"
        busy="Starting"
        onConfirm={() => act({ action: 'projections rebuild', args: { name: rebuilding! } })}
      />
    </Section>
  );
}

/** What needs attention comes first. */
function rank({ state, lag_seconds }: OperatorProjection): number {
  return { failed: 2, behind: 1, current: 0 }[state] * 1e9 + lag_seconds;
}

function columnsWith(onRebuild: (name: string) => void): Column<OperatorProjection>[] {
  return [
    {
      header: 'Read model',
      phone: 'lead',
      width: 12,
      cell: ({ name }) => <span className="font-mono text-[13px]">{name}</span>,
    },
    { header: 'Group', width: 6, phone: 'hide', cell: ({ group }) => group },
    {
      header: 'State',
      phone: 'first',
      cell: ({ state }) => <StatusMark tone={states[state][0]}>{states[state][1]}</StatusMark>,
    },
    { header: 'Lag', figures: true, width: 5, phone: 'line', cell: ({ lag_seconds }) => duration(lag_seconds) },
    { header: 'Error', grow: true, priority: 2, phone: 'line', cell: ({ error }) => text(error) },
    {
      header: 'Actions',
      actions: true,
      phone: 'trail',
      cell: ({ name }) => (
        <Button kind="quiet" aria-label={`Rebuild ${name}`} onClick={() => onRebuild(name)}>
          Rebuild
        </Button>
      ),
    },
  ];
}
