import type { UsageEvent } from '@/api/types';
import { useVoidUsageEvent } from '@/api/usage-events';
import { applyFieldErrors } from '@/api/form-errors';
import { announce } from '@/ui/Announcer';
import { ReasonDialog } from '@/ui/ReasonDialog';

interface VoidEventProps {
  event: UsageEvent;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Corrects usage that was reported wrongly. */
export function VoidEvent({ event, open, onOpenChange }: VoidEventProps) {
  const voiding = useVoidUsageEvent(event.id);
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Void event"
      description="Meters no longer count it. What was billed for it is credited to the customer. This can’t be undone."
      action="Void event"
      busy="Voiding"
      draft={`void-${event.id}`}
      most={500}
      onError={applyFieldErrors}
      onReason={async (reason) => {
        await voiding.mutateAsync(reason);
        announce(`${event.name} is void`);
      }}
    />
  );
}
