import { useState } from 'react';
import type { LedgerEvent } from '@/api/types';
import { changedFields, dataLines, fieldWords } from '@/lib/ledger';
import { Button } from '@/ui/Button';
import { Code } from '@/ui/Code';
import { Fact, Facts, Section } from '@/ui/Facts';

interface EventStateProps {
  event: LedgerEvent;
  /** The thing before it; undefined while that is not known. */
  before: Record<string, unknown> | null | undefined;
}

/** What the event says, and how things stood right after it. */
export function EventState({ event, before }: EventStateProps) {
  return (
    <>
      <Shown title="What it says" value={event.data} empty="Nothing beyond its name." />
      {event.state && <Shown title="State after it" value={event.state} before={before} empty="Nothing is left." />}
    </>
  );
}

interface ShownProps {
  title: string;
  value: Record<string, unknown>;
  before?: Record<string, unknown> | null;
  empty: string;
}

function Shown({ title, value, before, empty }: ShownProps) {
  const [asJson, setAsJson] = useState(false);
  const lines = dataLines(value);
  const changed = before ? Object.keys(changedFields(before, value)).map(fieldWords) : [];
  const was = before && new Map(dataLines(before).map((line) => [line.name, line.value]));
  return (
    <Section
      title={title}
      action={
        <Button kind="quiet" aria-pressed={asJson} onClick={() => setAsJson(!asJson)}>
          {asJson ? 'As a list' : 'As JSON'}
        </Button>
      }
    >
      {asJson ? (
        <Code label={title} text={JSON.stringify(value, null, 2)} />
      ) : lines.length === 0 ? (
        <p className="border-t border-line py-2 text-soft">{empty}</p>
      ) : (
        <Facts>
          {lines.map((line) => (
            <Fact key={line.name} term={line.name}>
              {changed.includes(line.name) ? (
                <>
                  <ins className="bg-green-wash px-1 no-underline">{line.value}</ins>
                  {was?.has(line.name) && (
                    <>
                      {' '}
                      <del className="text-soft">{was.get(line.name)}</del>
                    </>
                  )}
                </>
              ) : (
                line.value
              )}
            </Fact>
          ))}
        </Facts>
      )}
    </Section>
  );
}
