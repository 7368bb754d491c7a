import { useMemo, useState } from 'react';
import { operatorStateQuery } from '@/api/operator';
import type { OperatorGroup, OperatorState } from '@/api/types';
import { ABSENT, count } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Chart } from '@/ui/Chart';
import { Dialog } from '@/ui/Dialog';
import { Section } from '@/ui/Facts';
import { Sparkline } from '@/ui/Sparkline';
import { StatusMark } from '@/ui/StatusMark';
import type { Column } from '@/ui/table-column';
import {
  duration,
  durationTick,
  durationUnit,
  groupName,
  groupState,
  lagSentence,
  rate,
  rateSentence,
  samplePeriods,
  sum,
} from './figures';
import { OperatorTable } from './OperatorTable';

const keyOf = ({ kind, group }: OperatorGroup) => `${kind} ${group}`;

/** Lag, rate and errors of each group in the last ten minutes. */
export function Groups({ state }: { state: OperatorState }) {
  const [opened, setOpened] = useState<string>();
  const group = state.groups.find((one) => keyOf(one) === opened);
  return (
    <Section title="Groups">
      <OperatorTable
        label="groups"
        query={operatorStateQuery}
        rowsOf={({ groups }) => groups}
        columns={columnsWith(setOpened)}
        rowKey={keyOf}
        none="No groups."
      />
      {group && <GroupCharts state={state} group={group} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

function columnsWith(onOpen: (key: string) => void): Column<OperatorGroup>[] {
  return [
    {
      header: 'Group',
      phone: 'lead',
      grow: true,
      cell: (group) => <b className="font-medium">{groupName(group)}</b>,
    },
    {
      header: 'State',
      phone: 'first',
      cell: (group) => {
        const [tone, word] = groupState(group);
        return <StatusMark tone={tone}>{word}</StatusMark>;
      },
    },
    { header: 'Lag', figures: true, width: 5, phone: 'line', cell: ({ lag_seconds }) => duration(lag_seconds) },
    {
      header: 'Lag, ten minutes',
      width: 9,
      phone: 'hide',
      cell: (group) => <Sparkline values={group.lags} sentence={lagSentence(group)} />,
    },
    {
      header: 'Events/s',
      figures: true,
      width: 5,
      phone: 'hide',
      cell: ({ leading, rates }) => (leading ? rate(rates.at(-1) ?? 0) : ABSENT),
    },
    {
      header: 'Events/s, ten minutes',
      width: 9,
      phone: 'line',
      cell: (group) => <Sparkline values={group.rates} sentence={rateSentence(group)} />,
    },
    {
      header: 'Errors',
      figures: true,
      width: 5,
      phone: 'hide',
      cell: ({ errors }) => count(sum(errors)),
    },
    {
      header: 'Actions',
      actions: true,
      phone: 'trail',
      cell: (group) => (
        <Button kind="quiet" aria-label={`Charts of ${groupName(group)}`} onClick={() => onOpen(keyOf(group))}>
          Charts
        </Button>
      ),
    },
  ];
}

function GroupCharts({ state, group, onClose }: { state: OperatorState; group: OperatorGroup; onClose: () => void }) {
  const periods = useMemo(() => samplePeriods(state), [state]);
  const common = { periods, kind: 'line' as const, group: 'operator' };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={groupName(group)}
      description="The last ten minutes, every five seconds."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-y-2">
        <Chart
          {...common}
          title="Lag"
          sentence={lagSentence(group)}
          values={group.lags}
          format={duration}
          formatTick={durationTick}
          unit={durationUnit(Math.max(...group.lags))}
        />
        <Chart
          {...common}
          title="Events a second"
          sentence={rateSentence(group)}
          values={group.rates}
          format={rate}
          formatTick={rate}
          unit={0.1}
        />
      </div>
    </Dialog>
  );
}
