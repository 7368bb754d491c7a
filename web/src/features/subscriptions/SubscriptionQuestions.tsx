import { useState } from 'react';
import { useChangeSubscription, type CancelWords } from '@/api/subscriptions';
import type { CancellationReason, Subscription } from '@/api/types';
import { cancellationReasons } from '@/lib/billing';
import { day } from '@/lib/time';
import { announce, announceWith } from '@/ui/Announcer';
import { Confirm } from '@/ui/Confirm';
import { Select, Textarea } from '@/ui/Field';

interface QuestionProps {
  subscription: Subscription;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What was said when it was canceled. */
function wordsOf({ customer_cancellation_reason, customer_cancellation_comment }: Subscription): CancelWords {
  return { reason: customer_cancellation_reason, comment: customer_cancellation_comment };
}

const silent: CancelWords = { reason: null, comment: null };

export function CancelQuestion({ subscription, ...dialog }: QuestionProps) {
  const change = useChangeSubscription(subscription.id);
  const [words, setWords] = useState(silent);
  const end = subscription.current_period_end;
  return (
    <Confirm
      {...dialog}
      danger
      title="Cancel at period end?"
      keep="Don’t cancel"
      description={`It stays active until ${end ? day(end) : 'its period ends'}, and is ${subscription.meters.length > 0 ? 'charged for what was used then, and not again' : 'not charged again'}. Until then you can change your mind.`}
      action="Cancel subscription"
      busy="Canceling"
      onConfirm={async () => {
        await change.mutateAsync({ kind: 'cancel', words });
        const undo = async () => {
          await change.mutateAsync({ kind: 'uncancel' });
          announce('The subscription continues');
        };
        announceWith({ label: 'Undo', run: undo }, 'Canceled at period end');
      }}
    >
      <Words words={words} onWords={setWords} />
    </Confirm>
  );
}

export function UncancelQuestion({ subscription, ...dialog }: QuestionProps) {
  const change = useChangeSubscription(subscription.id);
  const end = subscription.current_period_end;
  return (
    <Confirm
      {...dialog}
      title="Keep this subscription?"
      keep="Don’t keep it"
      description={`The cancellation is withdrawn: the subscription renews${end ? ` on ${day(end)}` : ''} and is charged as before.`}
      action="Keep subscription"
      busy="Keeping"
      onConfirm={async () => {
        await change.mutateAsync({ kind: 'uncancel' });
        const undo = async () => {
          await change.mutateAsync({ kind: 'cancel', words: wordsOf(subscription) });
          announce('Canceled at period end');
        };
        announceWith({ label: 'Undo', run: undo }, 'The subscription continues');
      }}
    />
  );
}

export function RevokeQuestion({ subscription, ...dialog }: QuestionProps) {
  const change = useChangeSubscription(subscription.id);
  const [words, setWords] = useState(silent);
  return (
    <Confirm
      {...dialog}
      danger
      title="Cancel this subscription immediately?"
      keep="Don’t cancel"
      description="The customer loses the benefits at once. Nothing is refunded, and this can’t be undone."
      action="Cancel immediately"
      busy="Canceling"
      onConfirm={async () => {
        await change.mutateAsync({ kind: 'revoke', words });
        announce('The subscription has ended');
      }}
    >
      <Words words={words} onWords={setWords} />
    </Confirm>
  );
}

function Words({ words, onWords }: { words: CancelWords; onWords: (words: CancelWords) => void }) {
  return (
    <div className="grid gap-3">
      <Select
        label="Why"
        optional
        value={words.reason ?? ''}
        onChange={({ target }) => onWords({ ...words, reason: (target.value || null) as CancellationReason | null })}
      >
        <option value="">No reason given</option>
        {cancellationReasons.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Textarea
        label="In the customer’s words"
        optional
        rows={2}
        maxLength={2000}
        value={words.comment ?? ''}
        onChange={({ target }) => onWords({ ...words, comment: target.value || null })}
      />
    </div>
  );
}
