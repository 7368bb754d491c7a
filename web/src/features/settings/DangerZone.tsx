import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useActing } from '@/api/account';
import { rejectWithOwnMessage } from '@/api/form-errors';
import { allowedQuery, useLeave } from '@/api/members';
import { useDeleteOrganization } from '@/api/organizations';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Confirm } from '@/ui/Confirm';
import { Input } from '@/ui/Field';

const refusals = {
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION:
    'A subscription still runs or an order waits for its payment. Once that has ended, the organization can be deleted.',
  403: 'This installation lets no organization be deleted. Ask your administrator.',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    'You are the only owner, and an organization needs one. Make another member an owner first.',
};

interface DangerZoneProps {
  organization: Organization;
  /** The user is no longer a member. */
  onGone: () => void;
}

/** Actions that can't be undone: leaving and deleting the organization. */
export function DangerZone({ organization, onGone }: DangerZoneProps) {
  const { id, name, slug } = organization;
  const { data: allowed = false } = useQuery(allowedQuery(id, 'organization:delete'));
  const acting = useActing();
  const mayDelete = allowed && !acting;
  const [open, setOpen] = useState<'leave' | 'delete'>();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const leave = useLeave(id);
  const remove = useDeleteOrganization(id);

  function close(on: boolean) {
    if (on) return;
    setOpen(undefined);
    setTyped('');
    setWrong(false);
  }

  return (
    <section aria-labelledby="danger" className="mt-12 grid max-w-form gap-4 border-t-2 border-red pt-5">
      <h2 id="danger" className="text-lead font-semibold">
        Danger zone
      </h2>
      <DangerAction title="Leave" text="You no longer see anything of it. Someone has to invite you again." first>
        <Button kind="caution" onClick={() => setOpen('leave')}>
          Leave the organization
        </Button>
      </DangerAction>
      {mayDelete && (
        <DangerAction
          title="Delete"
          text={
            <>
              With its members, keys and endpoints; open checkouts close. Not while{' '}
              <Link to="/$org/subscriptions" params={{ org: slug }} className="link">
                subscriptions
              </Link>{' '}
              run or{' '}
              <Link to="/$org/orders" params={{ org: slug }} className="link">
                orders
              </Link>{' '}
              wait for their payment.
            </>
          }
        >
          <Button kind="caution" onClick={() => setOpen('delete')}>
            Delete the organization
          </Button>
        </DangerAction>
      )}
      <Confirm
        open={open === 'leave'}
        onOpenChange={close}
        danger
        title={`Leave ${name}?`}
        description="You no longer see anything of it. Your own account stays."
        action="Leave the organization"
        busy="Leaving"
        onConfirm={async () => {
          await rejectWithOwnMessage(leave.mutateAsync(), refusals);
          announce(`You have left ${name}`);
          onGone();
        }}
      />
      <Confirm
        open={open === 'delete'}
        onOpenChange={close}
        danger
        title={`Delete ${name}?`}
        description="Its members lose access, its keys, tokens and endpoints stop working, and open checkouts close. This can’t be undone."
        action="Delete the organization"
        busy="Deleting"
        onConfirm={async () => {
          setWrong(typed.trim() !== name);
          if (typed.trim() !== name) throw new Error('Nothing was deleted: the name is another one.');
          await rejectWithOwnMessage(remove.mutateAsync(), refusals);
          announce(`${name} was deleted`);
          onGone();
        }}
      >
        <Input
          label={`Type ${name} to confirm`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={wrong ? `Type the name exactly: ${name}` : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Confirm>
    </section>
  );
}

interface DangerActionProps {
  title: string;
  text: ReactNode;
  first?: boolean;
  children: ReactNode;
}

function DangerAction({ title, text, first, children }: DangerActionProps) {
  return (
    <div
      className={
        first
          ? 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3'
          : 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4'
      }
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{title}</p>
        <p className="text-soft">{text}</p>
      </div>
      {children}
    </div>
  );
}
