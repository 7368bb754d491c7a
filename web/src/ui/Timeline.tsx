import type { UseQueryResult } from '@tanstack/react-query';
import { shortId, word } from '@/lib/format';
import { actorWords, amountWords, changedFields, dataLines, eventWords, type Actor } from '@/lib/ledger';
import { Receipt, ReceiptLines, type ReceiptEntry } from './Receipt';
import { Loading } from './Loading';
import { ErrorState } from './States';
import type { Tone } from './StatusMark';

type Fields = Record<string, unknown>;

/** An event of the ledger as a timeline shows it. */
export interface TimelineEvent {
  id: string;
  type: string;
  /** What happened, if its type does not say it from the entity's point of view. */
  words?: string;
  occurred_at: string;
  actor: Actor;
  /** Missing if the entry is read from a summary instead of the log. */
  command_id?: string;
  amount: number | null;
  currency: string | null;
  data: Fields;
  /** The entity's state after it; null if the log has none. */
  state: Fields | null;
}

interface TimelineProps {
  /** The kind of entity, lower case: "subscription". */
  subject: string;
  id: string;
  /** Oldest first, as in the stream; disabled for users who may not see the log. */
  query: UseQueryResult<TimelineEvent[]>;
}

/** An entity's stream on the receipt: what happened, who did it, and the state after it; each event opens to its data. */
export function Timeline({ subject, id, query }: TimelineProps) {
  const head = { title: word(subject), number: shortId(id) };
  if (!query.isEnabled) {
    return <Receipt {...head} entries={[]} empty="Owners and admins see the history." footer="Ask one of them" />;
  }
  if (query.isError && !query.data) {
    return (
      <ErrorState title="The history could not be shown" error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  if (!query.data) return <Loading what="its history" shape="facts" />;
  const events = query.data;
  const entries = events.map((event, index) => entryOf(event, stateBefore(events, index), subject));
  return <Receipt {...head} entries={entries.toReversed()} />;
}

/** Of the same entity: an order's history also has its refunds, invoice and credit notes. */
function stateBefore(events: readonly TimelineEvent[], index: number): Fields | null {
  const id = events[index]!.state?.id;
  return events.slice(0, index).findLast(({ state }) => state?.id === id)?.state ?? null;
}

function entryOf(event: TimelineEvent, before: Fields | null, subject: string): ReceiptEntry {
  const state = event.state && stateWord(event.state);
  return {
    id: event.id,
    at: event.occurred_at,
    what: event.words ?? eventWords(event.type, subject),
    who: actorWords(event.actor),
    amount: amountWords(event),
    ...(state && { state: state.word, tone: state.tone }),
    more: <Opened event={event} before={before} subject={subject} />,
  };
}

/** Leaves out what the page shows anyway, and the claims that keep e-mails and the like unique. */
function shownFields(data: Fields, subject: string): Fields {
  const own = subject.replaceAll(/ (\w)/g, (_, first: string) => first.toUpperCase());
  const said = [`${own}Id`, 'organizationId', 'released'];
  return Object.fromEntries(Object.entries(data).filter(([key]) => !said.includes(key) && !/claim$/i.test(key)));
}

/** The entry's own time tells when it was modified. */
function changed(before: Fields, after: Fields): Fields {
  const { modified_at: _, ...fields } = changedFields(before, after);
  return fields;
}

function Opened({ event, before, subject }: { event: TimelineEvent; before: Fields | null; subject: string }) {
  const after = event.state && before ? dataLines(changed(before, event.state)) : [];
  return (
    <div className="grid gap-3">
      <ReceiptLines
        lines={[
          ...dataLines(shownFields(event.data, subject)),
          ...(event.command_id ? [{ name: 'Command', value: shortId(event.command_id) }] : []),
        ]}
      />
      {after.length > 0 && (
        <div className="grid gap-1">
          <p className="text-faint">After it</p>
          <ReceiptLines lines={after} />
        </div>
      )}
    </div>
  );
}

const tones: Record<string, Tone> = {
  active: 'good',
  paid: 'good',
  succeeded: 'good',
  open: 'wait',
  pending: 'wait',
  confirmed: 'wait',
  trialing: 'good',
  past_due: 'bad',
  unpaid: 'bad',
  failed: 'bad',
  canceled: 'off',
  expired: 'off',
  incomplete_expired: 'off',
};

/** The status in one word, from the fields that hold it. */
export function stateWord(state: Fields): { word: string; tone: Tone } | undefined {
  if (state.deleted_at) return { word: 'deleted', tone: 'off' };
  if (state.cancel_at_period_end === true && state.status === 'active') return { word: 'ending', tone: 'warn' };
  if (typeof state.status === 'string') {
    return { word: state.status.replaceAll('_', ' '), tone: tones[state.status] ?? 'wait' };
  }
  if (state.is_archived === true) return { word: 'archived', tone: 'off' };
  if (state.visibility === 'draft') return { word: 'draft', tone: 'wait' };
  return state.is_archived === false ? { word: 'on sale', tone: 'good' } : undefined;
}
