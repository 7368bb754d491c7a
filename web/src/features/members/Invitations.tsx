import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rejectWithOwnMessage } from '@/api/form-errors';
import { invitationsQuery, useCancelInvitation, useInviteAgain } from '@/api/invitations';
import { allowedQuery } from '@/api/members';
import { teamsQuery } from '@/api/teams';
import type { Invitation, Organization } from '@/api/types';
import { ABSENT } from '@/lib/format';
import { useNow } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { IconButton } from '@/ui/Button';
import { Confirm } from '@/ui/Confirm';
import { DataTable } from '@/ui/DataTable';
import { Section } from '@/ui/Facts';
import { Menu, MenuItem } from '@/ui/Menu';
import { Time } from '@/ui/Value';
import type { Column } from '@/ui/table-column';
import { linkOf, standing, Standing } from './invitation';
import { invitationRefusals } from './refusals';
import { rolesLabel } from './roles';

interface InvitationsProps {
  organization: Organization;
  mayInvite: boolean;
  page: number;
  onPage: (page: number) => void;
}

/** The invitations and their answers. */
export function Invitations({ organization, mayInvite, page, onPage }: InvitationsProps) {
  const query = useQuery(invitationsQuery(organization.id, page));
  const { data: teams } = useQuery(teamsQuery(organization.id));
  const { data: mayCancel = false } = useQuery(allowedQuery(organization.id, 'invitation:cancel'));
  const [canceling, setCanceling] = useState<Invitation>();
  const cancel = useCancelInvitation();
  const again = useInviteAgain(organization.id);
  const now = useNow();

  const teamName = (id: string | null | undefined) => teams?.find((team) => team.id === id)?.name;

  async function sendAgain(invitation: Invitation) {
    try {
      await rejectWithOwnMessage(again.mutateAsync(invitation), invitationRefusals);
      announce(`A new invitation went to ${invitation.email}; an earlier link no longer works`);
    } catch (error) {
      announce(error instanceof Error ? error.message : 'It could not be sent. Try again.', true);
    }
  }

  return (
    <div className="mt-8">
      <Section title="Invitations">
        <DataTable
          label="invitations"
          columns={columnsWith({ now, mayInvite, mayCancel, teamName, onAgain: sendAgain, onCancel: setCanceling })}
          query={query}
          rowKey={({ id }) => id}
          page={page}
          onPage={onPage}
          empty={
            <p className="border-t border-ink py-4 text-soft">
              {mayInvite ? 'No invitations yet.' : 'No invitation has been answered yet.'}
            </p>
          }
        />
      </Section>
      <Confirm
        open={Boolean(canceling)}
        onOpenChange={(open) => !open && setCanceling(undefined)}
        danger
        title={`Cancel the invitation to ${canceling?.email ?? ''}?`}
        description="The link in the mail no longer works. You can invite them again."
        keep="Keep invitation"
        action="Cancel invitation"
        busy="Canceling"
        onConfirm={async () => {
          if (!canceling) return;
          await cancel.mutateAsync(canceling.id);
          announce('The invitation was canceled');
        }}
      />
    </div>
  );
}

interface Acting {
  now: number;
  mayInvite: boolean;
  mayCancel: boolean;
  teamName: (id: string | null | undefined) => string | undefined;
  onAgain: (invitation: Invitation) => Promise<void>;
  onCancel: (invitation: Invitation) => void;
}

function columnsWith({ now, mayInvite, mayCancel, teamName, onAgain, onCancel }: Acting): Column<Invitation>[] {
  return [
    { header: 'E-mail', phone: 'lead', grow: true, cell: ({ email }) => <span className="font-medium">{email}</span> },
    {
      header: 'Role',
      cell: ({ role, teamId }) => (
        <>
          {rolesLabel(role)}
          {teamName(teamId) && <span className="text-soft"> in {teamName(teamId)}</span>}
        </>
      ),
    },
    { header: 'State', cell: (invitation) => <Standing of={standing(invitation, now)} /> },
    {
      header: 'Expires',
      cell: (invitation) =>
        standing(invitation, now) === 'waiting' ? <Time at={invitation.expiresAt} side="left" /> : ABSENT,
    },
    {
      header: 'Actions',
      actions: true,
      phone: 'trail',
      cell: (invitation) => {
        const state = standing(invitation, now);
        const waits = state === 'waiting';
        if (state === 'accepted' || !(mayInvite || (mayCancel && waits))) return <span className="block h-8" />;
        return (
          <Menu trigger={<IconButton icon="more" label={`Actions for the invitation to ${invitation.email}`} />}>
            {waits && mayInvite && <MenuItem onSelect={() => void copyLink(invitation)}>Copy link</MenuItem>}
            {mayInvite && (
              <MenuItem onSelect={() => void onAgain(invitation)}>{waits ? 'Send again' : 'Invite again'}</MenuItem>
            )}
            {waits && mayCancel && (
              <MenuItem danger onSelect={() => onCancel(invitation)}>
                Cancel invitation
              </MenuItem>
            )}
          </Menu>
        );
      },
    },
  ];
}

async function copyLink(invitation: Invitation): Promise<void> {
  await navigator.clipboard.writeText(linkOf(invitation));
  announce(`The link for ${invitation.email} was copied`);
}
