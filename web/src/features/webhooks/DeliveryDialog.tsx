import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { streamQuery } from '@/api/ledger';
import { useMayChange } from '@/api/members';
import type { LedgerEvent, Organization, WebhookDelivery } from '@/api/types';
import { useRedeliver } from '@/api/webhooks';
import { shortId } from '@/lib/format';
import { clockTime, exact } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Code } from '@/ui/Code';
import { Dialog } from '@/ui/Dialog';
import { FormError } from '@/ui/Form';
import { Receipt, type ReceiptEntry } from '@/ui/Receipt';
import { httpLabel } from './endpoint';

interface DeliveryDialogProps {
  organization: Organization;
  delivery: WebhookDelivery;
  onClose: () => void;
}

export function DeliveryDialog({ organization, delivery, onClose }: DeliveryDialogProps) {
  const message = delivery.webhook_event;
  const stream = `webhook-${message.id}`;
  const mayChange = useMayChange(organization.id);
  const attempts = useQuery({ ...streamQuery(stream), enabled: mayChange });
  const redeliver = useRedeliver();

  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={message.type}
      description={`${httpLabel(delivery.http_code)}, ${exact(delivery.created_at)}`}
    >
      <FormError message={redeliver.error?.message} />
      <div className="-mx-6 flex justify-center bg-paper px-2 py-4">
        <Receipt
          title="Attempts"
          number={shortId(message.id)}
          entries={
            attempts.data
              ? attempts.data.toReversed().map((event, at) => entryOf(event, at === 0))
              : [thisOne(delivery)]
          }
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
            search={{ stream }}
            className="link inline-flex items-center px-2"
          >
            In the log
          </Link>
        </div>
      )}
      {delivery.response && (
        <Code label={delivery.http_code === null ? 'What went wrong' : 'Answer'} text={delivery.response} />
      )}
      {message.payload ? (
        <Code label="Body" text={pretty(message.payload)} copy={message.payload} />
      ) : (
        <p className="text-soft">Bodies are kept for 90 days. This one is gone, so it can’t be sent again.</p>
      )}
    </Dialog>
  );
}

function entryOf({ id, type, data, recorded_at }: LedgerEvent, newest: boolean): ReceiptEntry {
  const at = typeof data.at === 'string' ? data.at : recorded_at;
  if (type === 'WebhookScheduled') return { id, at, what: 'Scheduled', state: 'waiting' };
  if (type === 'WebhookRedeliveryRequested') return { id, at, what: 'Redelivery requested', state: 'waiting' };
  const { attempt, httpCode, succeeded, nextAttemptAt } = data as {
    attempt: number;
    httpCode: number | null;
    succeeded: boolean;
    nextAttemptAt: string | null;
  };
  return {
    id,
    at,
    what: `${attempt}. ${httpLabel(httpCode)}`,
    ...(newest && nextAttemptAt && { who: `again at ${clockTime(nextAttemptAt)}` }),
    state: succeeded ? 'delivered' : nextAttemptAt ? 'failed' : 'given up',
    tone: succeeded ? 'good' : 'bad',
  };
}

function thisOne({ id, created_at, http_code, succeeded }: WebhookDelivery): ReceiptEntry {
  return {
    id,
    at: created_at,
    what: httpLabel(http_code),
    state: succeeded ? 'delivered' : 'failed',
    tone: succeeded ? 'good' : 'bad',
  };
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
