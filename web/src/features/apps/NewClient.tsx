import { useRegisterOAuthClient } from '@/api/oauth-clients';
import { announce } from '@/ui/Announcer';
import { Dialog } from '@/ui/Dialog';
import { ClientForm } from './ClientForm';

interface NewClientProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRegistered: (id: string) => void;
}

export function NewClient({ open, onOpenChange, onRegistered }: NewClientProps) {
  const register = useRegisterOAuthClient();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New OAuth client">
      <ClientForm
        action="Register client"
        busy="Registering"
        onSubmit={async (configuration) => {
          const { client_id } = await register.mutateAsync(configuration);
          announce('Registered');
          onOpenChange(false);
          onRegistered(client_id);
        }}
      />
    </Dialog>
  );
}
