import { useCreatePortalLink } from '@/api/customers';
import type { Customer } from '@/api/types';
import { Button } from '@/ui/Button';
import { CopyLink } from '@/ui/CopyLink';
import { Dialog } from '@/ui/Dialog';
import { FormError } from '@/ui/Form';

interface PortalLinkProps {
  customer: Pick<Customer, 'id' | 'email'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Creates a link that signs the customer in to their portal. */
export function PortalLink({ customer, open, onOpenChange }: PortalLinkProps) {
  const create = useCreatePortalLink(customer.id);
  return (
    <Dialog
      open={open}
      onOpenChange={(on) => {
        onOpenChange(on);
        if (!on) create.reset();
      }}
      title="Portal link"
      description={`It signs ${customer.email} in to their portal and is valid for an hour. Whoever opens it can see and change what is theirs: send it to nobody else.`}
    >
      <FormError message={create.error?.message} />
      {create.data ? (
        <CopyLink label="the customer portal" url={create.data.customer_portal_url} />
      ) : (
        <div className="flex justify-end">
          <Button kind="primary" busy={create.isPending && 'Creating'} onClick={() => create.mutate()}>
            Create link
          </Button>
        </div>
      )}
    </Dialog>
  );
}
