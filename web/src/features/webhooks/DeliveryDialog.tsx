import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { streamEventsQuery } from '@/api/ledger';
import { useMayChange } from '@/api/members';
import type { LedgerEntry, Organization, WebhookDelivery } from '@/api/types';
import { attemptsQuery, useRedeliver } from '@/api/webhooks';
import { shortId, text } from '@/lib/format';
import { clockTime, exact } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Code } from '@/ui/Code';
import { Dialog } from '@/ui/Dialog';
import { Fact, Facts } from '@/ui/Facts';
import { FormError } from '@/ui/Form';
import { Receipt, ReceiptLines, type ReceiptEntry } from '@/ui/Receipt';
import { About } from './About';
import { answerAdvice, httpLabel, took } from './endpoint';

interface DeliveryDialogProps {
  organization: Organization;
  delivery: WebhookDelivery;
  onClose: () => void;
}

export function DeliveryDialog({ organization, delivery, onClose }: DeliveryDialogProps) {
  const message = delivery.webhook_event;
  const stream = `webhook-${message.id}`;
  const mayChange = useMayChange(organization.id);
  const events = useQuery({ ...streamEventsQuery(organization.id, stream), enabled: mayChange });
  const attempts = useQuery(attemptsQuery(message.id));
  const redeliver = useRedeliver();
  const advice = answerAdvice(delivery.http_code);

  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={message.type}
      description={`${httpLabel(delivery.http_code)}, ${exact(delivery.created_at)}`}
    >
      <FormError message={redeliver.error?.message} />
      {message.about && (
        <Facts>
          <Fact term="About">
            <About org={organization.slug} message={message} />
          </Fact>
        </Facts>
      )}
      {advice && <p className="border-l-3 border-amber pl-3">{advice}</p>}
      <div className="-mx-6 flex justify-center bg-paper px-2 py-4">
        <Receipt
          title="Attempts"
          number={shortId(message.id)}
          entries={entriesOf(message, attempts.data?.items ?? [delivery], events.data ?? [])}
        />
      </div>
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button
            kind="primary"
            busy={redeliver.isPending && 'Asking'}
            onClick={() => redeliver.mutate(message.id, { onSuccess: () => announce('It will be sent again') })}
          >
            Send again
          </Button>
          <Link
            to="/$org/events"
            params={{ org: organization.slug }}
            search={{ stream: `webhookmessages-${message.event_id}` }}
            className="link inline-flex items-center px-2"
          >
            In the log
          </Link>
        </div>
      )}
      {delivery.request_headers && <Code label="Request headers" text={headerLines(delivery.request_headers)} />}
      {delivery.response && (
        <Code label={delivery.http_code === null ? 'What went wrong' : 'Answer'} text={delivery.response} />
      )}
      {message.payload ? (
        <Code label="Body" text={pretty(message.payload)} copy={message.payload} />
      ) : !message.is_archived ? (
        <p className="text-soft">
          The bodies of this page are too large to be shown together. Filter the list, so that this delivery is its
          first.
        </p>
      ) : (
        <p className="text-soft">
          Bodies are kept for 90 days, or until somebody they mention is erased. This one is gone, so it can’t be sent
          again.
        </p>
      )}
    </Dialog>
  );
}

/** Newest first. */
function entriesOf(
  { id, created_at: at }: WebhookDelivery['webhook_event'],
  attempts: WebhookDelivery[],
  events: LedgerEntry[],
): ReceiptEntry[] {
  const scheduled: ReceiptEntry = { id, at, what: 'Scheduled', state: 'waiting' };
  const requests = events.flatMap(requestEntry);
  const entries = attempts.map((attempt, row) => attemptEntry(attempt, row === 0));
  return [...entries, ...requests, scheduled].toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

function requestEntry({ id, type, recorded_at: at }: LedgerEntry): ReceiptEntry[] {
  if (type === 'WebhookRedeliveryRequested') return [{ id, at, what: 'Redelivery requested', state: 'waiting' }];
  return [];
}

function attemptEntry(attempt: WebhookDelivery, newest: boolean): ReceiptEntry {
  const { id, created_at: at, http_code, succeeded, next_attempt_at } = attempt;
  return {
    id,
    at,
    what: httpLabel(http_code),
    ...(newest && next_attempt_at && { who: `again at ${clockTime(next_attempt_at)}` }),
    state: succeeded ? 'delivered' : next_attempt_at ? 'failed' : 'given up',
    tone: succeeded ? 'good' : 'bad',
    more: <ReceiptLines lines={exchangeLines(attempt)} />,
  };
}

/** What was sent, and what was answered. */
function exchangeLines({ http_code, duration_ms, request_headers, response }: WebhookDelivery) {
  return [
    ...Object.entries(request_headers ?? {}).map(([name, value]) => ({ name, value })),
    { name: 'Took', value: took(duration_ms) },
    { name: http_code === null ? 'What went wrong' : 'Answer', value: text(response || undefined) },
  ];
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
