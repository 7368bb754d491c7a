import { useState } from 'react';
import { operatorStateQuery } from '@/api/operator';
import type { OperatorProcess } from '@/api/types';
import { ABSENT, text } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Facts';
import { StatusMark, type Tone } from '@/ui/StatusMark';
import type { Column } from '@/ui/table-column';
import { duration } from './figures';
import { OperatorTable } from './OperatorTable';
import { ShowAll } from './ShowAll';
import { ResumeProcess } from './ResumeProcess';

const states: Record<OperatorProcess['state'], [Tone, string]> = {
  current: ['good', 'Current'],
  behind: ['wait', 'Behind'],
  waiting: ['warn', 'Steps wait'],
  stopped: ['bad', 'Stopped'],
  elsewhere: ['off', 'In another process'],
};
const ORDER: readonly OperatorProcess['state'][] = ['stopped', 'waiting', 'behind', 'current', 'elsewhere'];

function isFine(state: OperatorProcess['state']): boolean {
  return state === 'current' || state === 'elsewhere';
}

/** Process managers that are not current, or all of them; a stopped one can be resumed. */
export function Processes() {
  const [resuming, setResuming] = useState<string>();
  const [all, setAll] = useState(false);
  return (
    <Section title="Processes" action={<ShowAll all={all} onChange={setAll} what="processes" />}>
      <OperatorTable
        label="process managers"
        query={operatorStateQuery}
        rowsOf={({ processes }) =>
          processes
            .filter(({ state }) => all || !isFine(state))
            .toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
        }
        columns={columnsWith(setResuming)}
        rowKey={({ name }) => name}
        none="All processes that run here are current."
      />
      <ResumeProcess name={resuming} onClose={() => setResuming(undefined)} />
    </Section>
  );
}

function columnsWith(onResume: (name: string) => void): Column<OperatorProcess>[] {
  return [
    { header: 'Process', phone: 'lead', width: 11, cell: ({ name }) => <b className="font-medium">{name}</b> },
    { header: 'Group', width: 7, phone: 'hide', cell: ({ group }) => group },
    {
      header: 'State',
      width: 9,
      phone: 'first',
      cell: ({ state }) => <StatusMark tone={states[state][0]}>{states[state][1]}</StatusMark>,
    },
    {
      header: 'Lag',
      figures: true,
      width: 5,
      phone: 'line',
      cell: ({ lag_seconds }) => (lag_seconds === null ? ABSENT : duration(lag_seconds)),
    },
    { header: 'Reason', grow: true, priority: 2, phone: 'line', cell: ({ reason }) => text(reason) },
    {
      header: 'Actions',
      actions: true,
      phone: 'trail',
      cell: ({ name, state }) =>
        state === 'stopped' && (
          <Button kind="quiet" aria-label={`Resume ${name}`} onClick={() => onResume(name)}>
            Resume
          </Button>
        ),
    },
  ];
}
