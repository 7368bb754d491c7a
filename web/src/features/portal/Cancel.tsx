import { useEffect, useRef, useState } from 'react';
import { usePortalSubscriptionChange } from '@/api/portal-own';
import type { CancellationReason, PortalSubscription } from '@/api/types';
import { cancellationReasons } from '@/lib/billing';
import { day } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Select, Textarea } from '@/ui/Field';
import { Section } from '@/ui/Facts';
import { FormError } from '@/ui/Form';
import { isFailing } from './words';

interface CancelProps {
  slug: string;
  subscription: PortalSubscription;
  /** Whether there are other plans. */
  mayChange?: boolean;
}

/** Ends the subscription with its period, after one question; until then that can be undone. */
export function Cancel({ slug, subscription, mayChange }: CancelProps) {
  const [isAsking, setAsking] = useState(false);
  if (subscription.cancel_at_period_end) return <Undo {...{ slug, subscription, mayChange }} />;
  return (
    <Section title="Cancel">
      {isAsking ? (
        <Question {...{ slug, subscription }} onKeep={() => setAsking(false)} />
      ) : (
        <div className="grid justify-items-start gap-3 border-t border-line pt-3">
          <p className="text-soft">{untilWords(subscription)}</p>
          <Button kind="caution" onClick={() => setAsking(true)}>
            Cancel subscription
          </Button>
        </div>
      )}
    </Section>
  );
}

function untilWords({ product, current_period_end: end, meters, ...held }: PortalSubscription): string {
  if (isFailing(held))
    return `${product.name} ends ${end ? `on ${day(end)}` : 'with its period'}. Its failed payment is still due until then.`;
  const until = `You keep ${product.name} ${end ? `until ${day(end)}` : 'until its period ends'}`;
  const hasUsage = meters.length > 0;
  return hasUsage
    ? `${until}. Then you are charged for what you have used, and not again.`
    : `${until}, and are not charged again.`;
}

function Question({ slug, subscription, onKeep }: CancelProps & { onKeep: () => void }) {
  const [reason, setReason] = useState<CancellationReason | ''>('');
  const [comment, setComment] = useState('');
  const change = usePortalSubscriptionChange(slug, subscription.id);
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => title.current?.focus(), []);
  const cancel = () =>
    change.mutate(
      { kind: 'cancel', reason: reason || null, comment: comment.trim() || null },
      { onSuccess: () => announce(`${subscription.product.name} is canceled. ${untilWords(subscription)}`) },
    );
  return (
    <form
      className="grid gap-4 border-t border-line pt-3 *:max-w-form"
      onSubmit={(event) => {
        event.preventDefault();
        cancel();
      }}
    >
      <p ref={title} tabIndex={-1} className="outline-none">
        Before you go: what made you cancel? It helps the seller, and you may skip it. {untilWords(subscription)}
      </p>
      <Select
        label="Reason"
        optional
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value as CancellationReason | '')}
      >
        <option value="">No reason</option>
        {cancellationReasons.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Textarea
        label="In your words"
        optional
        rows={2}
        maxLength={2000}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      <FormError message={change.error?.message} />
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" onClick={onKeep}>
          Keep {subscription.product.name}
        </Button>
        <Button type="submit" kind="caution" busy={change.isPending && 'Canceling'}>
          Cancel at period end
        </Button>
      </div>
    </form>
  );
}

function Undo({ slug, subscription, mayChange }: CancelProps) {
  const change = usePortalSubscriptionChange(slug, subscription.id);
  const { name } = subscription.product;
  return (
    <Section title="Canceled">
      <div className="grid justify-items-start gap-3 border-t border-line pt-3">
        <p className="text-soft">
          You can still keep it: nothing changes then, and it renews as before.
          {mayChange && ' For another plan, keep it first and then change it, or choose one here once it has ended.'}
        </p>
        <Button
          kind="primary"
          busy={change.isPending && 'Keeping'}
          onClick={() =>
            change.mutate(
              { kind: 'keep' },
              {
                onSuccess: () => announce(`${name} continues`),
                onError: ({ message }) => announce(message, true),
              },
            )
          }
        >
          Keep {name}
        </Button>
      </div>
    </Section>
  );
}
