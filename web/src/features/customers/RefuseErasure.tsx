import { useRefuseErasure } from '@/api/customers';
import type { Customer } from '@/api/types';
import { applyFieldErrors } from '@/api/form-errors';
import { announce } from '@/ui/Announcer';
import { ReasonDialog } from '@/ui/ReasonDialog';

interface RefuseErasureProps {
  customer: Customer;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Tells a customer why they are not erased. */
export function RefuseErasure({ customer, open, onOpenChange }: RefuseErasureProps) {
  const refuse = useRefuseErasure(customer.id);
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Refuse to erase"
      description={`${customer.email} gets your reason by mail, and can ask again. The law allows few reasons, such as a subscription that is active or a dispute.`}
      action="Refuse and send"
      busy="Sending"
      draft="erasure-refusal"
      most={2_000}
      onError={applyFieldErrors}
      onReason={async (reason) => {
        await refuse.mutateAsync(reason);
        announce(`${customer.email} gets your reason`);
      }}
    />
  );
}
