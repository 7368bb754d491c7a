import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LedgerEvent } from '@/api/types';
import { changedFields, dataLines } from '@/lib/ledger';
import { Button } from '@/ui/Button';
import { Code } from '@/ui/Code';
import { Fact, Facts, Section } from '@/ui/Facts';
import { ChunkEvents, type Chunk } from './ChunkEvents';
import { pageNamedBy } from './places';

type Fields = Record<string, unknown>;

interface EventStateProps {
  org: string;
  event: LedgerEvent;
  /** The entity before the event; undefined until loaded, and before its first one. */
  before: Fields | null | undefined;
}

/** The event's data, and the entity's state after it. */
export function EventState({ org, event, before }: EventStateProps) {
  const { data } = event;
  const { events: _, ...rest } = data;
  const isChunk = event.type === 'UsageIngested';
  return (
    <>
      {isChunk && <ChunkEvents org={org} chunk={data as unknown as Chunk} />}
      <Shown org={org} title="Data" value={isChunk ? rest : data} empty="This event has no data." />
      {event.state && (
        <Shown org={org} title="State after it" value={event.state} before={before} empty="Nothing is left." />
      )}
    </>
  );
}

interface ShownProps {
  org: string;
  title: string;
  value: Fields;
  before?: Fields | null;
  empty: string;
}

function Shown({ org, title, value, before, empty }: ShownProps) {
  const [asJson, setAsJson] = useState(false);
  const changed = before ? changedFields(before, value) : {};
  const lines = dataLines(value);
  const was = new Map(before && dataLines(before).map((line) => [line.key, line.value]));
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
          {lines.map(({ key, name, value: words }) => (
            <Fact key={key} term={name}>
              <span className="whitespace-pre-line">
                {key in changed ? (
                  <Changed was={was.get(key)} is={words} />
                ) : (
                  <Words org={org} field={key} raw={value[key]} words={words} />
                )}
              </span>
            </Fact>
          ))}
        </Facts>
      )}
    </Section>
  );
}

function Changed({ was, is }: { was: string | undefined; is: string }) {
  return (
    <span className="flex flex-wrap gap-x-2">
      <ins className="min-w-0 bg-green-wash px-1 wrap-anywhere no-underline">{is}</ins>
      {was && <del className="text-soft">{was}</del>}
    </span>
  );
}

interface WordsProps {
  org: string;
  field: string;
  raw: unknown;
  words: string;
}

/** Links an id to its entity's page, if there is one. */
function Words({ org, field, raw, words }: WordsProps) {
  const page = pageNamedBy(field, raw, org);
  if (!page) return words;
  return (
    <Link {...page} className="link">
      {words}
    </Link>
  );
}
