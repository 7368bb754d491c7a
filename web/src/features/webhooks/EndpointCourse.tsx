import type { ReactNode } from 'react';
import type { WebhookEndpoint } from '@/api/types';
import { useEnableEndpoint, useStopReplay } from '@/api/webhooks';
import { count } from '@/lib/format';
import { day, exact } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { FormError } from '@/ui/Form';
import { StatusMark } from '@/ui/StatusMark';

interface EndpointCourseProps {
  endpoint: WebhookEndpoint;
  mayChange: boolean;
}

/** Whether the endpoint is disabled, and how far its last replay has come. */
export function EndpointCourse({ endpoint, mayChange }: EndpointCourseProps) {
  return (
    <>
      {!endpoint.enabled && <DisabledNotice endpoint={endpoint} mayChange={mayChange} />}
      {endpoint.replay && <ReplayNotice endpoint={endpoint} mayChange={mayChange} />}
    </>
  );
}

function DisabledNotice({ endpoint: { id, disabled_at }, mayChange }: EndpointCourseProps) {
  const enable = useEnableEndpoint(id);
  const run = (retry_missed: boolean) =>
    enable.mutate(retry_missed, { onSuccess: () => announce('The endpoint is enabled') });
  return (
    <Strip mark={<StatusMark tone="bad">Disabled</StatusMark>}>
      <p>
        Ten messages in a row could not be delivered{disabled_at && `, the last at ${exact(disabled_at)}`}. Nothing is
        sent here until you enable it.
      </p>
      <FormError message={enable.error?.message} />
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" busy={enable.isPending && 'Enabling'} onClick={() => run(true)}>
            Enable and send what it missed
          </Button>
          <Button disabled={enable.isPending} onClick={() => run(false)}>
            Enable and skip it
          </Button>
        </div>
      )}
    </Strip>
  );
}

const STATUSES = {
  running: ['wait', 'Replaying'],
  completed: ['good', 'Replayed'],
  stopped: ['off', 'Replay stopped'],
} as const;

function ReplayNotice({ endpoint: { id, replay }, mayChange }: EndpointCourseProps) {
  const stop = useStopReplay(id);
  if (!replay) return null;
  const [tone, label] = STATUSES[replay.status];
  return (
    <Strip mark={<StatusMark tone={tone}>{label}</StatusMark>}>
      <p>
        From {day(replay.from)}: {count(replay.events_read)} of {count(replay.events)} events read
        {replay.through && `, up to ${exact(replay.through)}`}. Messages: {count(replay.messages)}.
      </p>
      <FormError message={stop.error?.message} />
      {mayChange && replay.status === 'running' && (
        <div>
          <Button
            busy={stop.isPending && 'Stopping'}
            onClick={() => stop.mutate(undefined, { onSuccess: () => announce('The replay was stopped') })}
          >
            Stop replay
          </Button>
        </div>
      )}
    </Strip>
  );
}

function Strip({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <div role="status" className="mb-6 grid gap-2 border-y border-line py-3">
      {mark}
      {children}
    </div>
  );
}
