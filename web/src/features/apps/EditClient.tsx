import { useUpdateOAuthClient } from '@/api/oauth-clients';
import type { OAuthClient } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Dialog } from '@/ui/Dialog';
import { ClientForm } from './ClientForm';

interface EditClientProps {
  client: OAuthClient;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function EditClient({ client, open, onOpenChange }: EditClientProps) {
  const update = useUpdateOAuthClient(client.client_id);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Edit ${client.client_name}`}>
      <ClientForm
        client={client}
        action="Save"
        busy="Saving"
        onSubmit={async (configuration) => {
          await update.mutateAsync(configuration);
          announce('Saved');
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}
