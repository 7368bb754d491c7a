import type { ReactNode } from 'react';
import type { OperatorState } from '@/api/types';
import { Section } from '@/ui/Facts';
import { StatusMark } from '@/ui/StatusMark';
import { duration, oldThings } from './figures';

/** What does not work in the process that answers, and the oldest undone things. */
export function Health({ state }: { state: OperatorState }) {
  const { problems, build, process } = state;
  const old = oldThings(state);
  return (
    <Section title="Now">
      <ul className="border-t border-ink">
        {problems.map(({ part, reason }) => (
          <Line key={part}>
            <StatusMark tone="bad" className="!whitespace-normal">
              {part}
            </StatusMark>
            <span className="min-w-0 break-words text-soft">{reason}</span>
          </Line>
        ))}
        {build && (
          <Line>
            <StatusMark tone="wait">Read models are being built</StatusMark>
            <span className="text-soft">
              {Math.floor(build.share * 100)} % of the log
              {build.seconds_left !== null && `, ${duration(build.seconds_left)} left`}
            </span>
          </Line>
        )}
        {old.map(({ what, seconds, tone, reason }) => (
          <Line key={what}>
            <StatusMark tone={tone}>{`The oldest ${what}`}</StatusMark>
            <span className="text-soft">
              has waited for {duration(seconds)}
              {reason && `: ${reason}`}
            </span>
          </Line>
        ))}
        {problems.length + old.length === 0 && !build && (
          <Line>
            <StatusMark tone="good">All systems normal</StatusMark>
          </Line>
        )}
      </ul>
      <p className="px-2 py-2 text-note text-faint">As the process {process} sees it.</p>
    </Section>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <li className="flex min-h-8 flex-wrap items-baseline gap-x-3 border-b border-line px-2 py-1.5">{children}</li>;
}
