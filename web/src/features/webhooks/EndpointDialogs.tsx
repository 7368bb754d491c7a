import { useState } from 'react';
import type { WebhookEndpoint } from '@/api/types';
import { useReplay, useRotateSecret, useSendTest } from '@/api/webhooks';
import { startOfDay } from '@/lib/zone';
import { announce } from '@/ui/Announcer';
import { Confirm } from '@/ui/Confirm';
import { Input, Select } from '@/ui/Field';
import { wireTypeGroups } from './wire-types';

interface EndpointDialogProps {
  endpoint: WebhookEndpoint;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RotateSecret({ endpoint, ...dialog }: EndpointDialogProps) {
  const rotate = useRotateSecret(endpoint.id);
  return (
    <Confirm
      {...dialog}
      title="Rotate the signing secret?"
      description="Messages are signed with both secrets for a day, so that you can put the new one into your system meanwhile. If the current one has leaked, set another on the edit page instead: that replaces it at once."
      action="Rotate secret"
      busy="Rotating"
      onConfirm={async () => {
        await rotate.mutateAsync();
        announce('Copy the new signing secret into your system within a day');
      }}
    />
  );
}

export function SendTest({ endpoint, ...dialog }: EndpointDialogProps) {
  const test = useSendTest(endpoint.id);
  const [type, setType] = useState(endpoint.events[0] ?? 'order.paid');
  return (
    <Confirm
      {...dialog}
      title="Send a test event?"
      description="A sample is sent once, signed like every message. It is about nothing that exists."
      action="Send test"
      busy="Sending"
      onConfirm={async () => {
        await test.mutateAsync(type);
        announce('The test is on its way: its delivery will be listed');
      }}
    >
      <Select label="Event" value={type} onChange={(event) => setType(event.target.value as typeof type)}>
        {wireTypeGroups.map(({ label, options }) => (
          <optgroup key={label} label={label}>
            {options.map(({ value }) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Confirm>
  );
}

export function StartReplay({ endpoint, ...dialog }: EndpointDialogProps) {
  const replay = useReplay(endpoint.id);
  const [from, setFrom] = useState('');
  return (
    <Confirm
      {...dialog}
      title="Replay past events?"
      description="Everything that happened from that day on is sent once more, in order and under the same message ids. New messages follow when it has completed."
      action="Start replay"
      busy="Starting"
      onConfirm={async () => {
        if (from === '') throw new Error('Choose the day to begin with.');
        await replay.mutateAsync(startOfDay(from));
        announce('The replay has started');
      }}
    >
      <Input label="From" type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
    </Confirm>
  );
}
