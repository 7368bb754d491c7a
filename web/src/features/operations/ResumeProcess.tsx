import { useState } from 'react';
import { Confirm } from '@/ui/Confirm';
import { Input } from '@/ui/Field';
import { useActInDialog } from './act';

interface ResumeProcessProps {
  /** undefined while the dialog is closed. */
  name: string | undefined;
  onClose: () => void;
}

/** Asks after which event a stopped process continues. */
export function ResumeProcess({ name, onClose }: ResumeProcessProps) {
  const [from, setFrom] = useState('end');
  const act = useActInDialog();
  return (
    <Confirm
      open={name !== undefined}
      onOpenChange={(open) => !open && onClose()}
      danger
      title={`Resume ${name}?`}
      description="It handles what follows the event that you name. What that event and those before it cause is not done again: mails and webhooks may already have been sent."
      action="Resume"
      busy="Resuming"
      onConfirm={() => act({ action: 'processes resume', args: { name: name!, from: from.trim() } })}
    >
      <Input
        label="After"
        hint="end: nothing before now is handled. beginning: everything is. Or an event: its id, or stream@revision."
        autoComplete="off"
        spellCheck={false}
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
    </Confirm>
  );
}
