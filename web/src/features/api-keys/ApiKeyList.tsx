import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useActing } from '@/api/account';
import { apiKeysQuery, useDeleteApiKey, useUpdateApiKey, type KeyOwner } from '@/api/api-keys';
import { cutPage } from '@/api/paging';
import type { ApiKey } from '@/api/types';
import { useNow } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { ButtonLink, IconButton } from '@/ui/Button';
import { Confirm } from '@/ui/Confirm';
import type { Column } from '@/ui/table-column';
import { Menu, MenuItem } from '@/ui/Menu';
import { NameDialog } from '@/ui/NameDialog';
import { ResourceList } from '@/ui/ResourceList';
import { Time } from '@/ui/Value';
import { keyNames, KeyStatus, nameOf, rateLabel, Start, usesLeft } from './api-key';

interface ApiKeyListProps {
  owner: KeyOwner;
  /** What these keys give access to. */
  note: ReactNode;
  /** Shown if there are none. */
  empty: ReactNode;
  /** The path of the form for a new key. */
  add: LinkProps;
  page: number;
  onPage: (page: number) => void;
}

export function ApiKeyList({ owner, note, empty, add, page, onPage }: ApiKeyListProps) {
  const query = useQuery({ ...apiKeysQuery(owner), select: (keys) => cutPage(keys, page) });
  const [deleting, setDeleting] = useState<ApiKey>();
  const remove = useDeleteApiKey();
  const [renaming, setRenaming] = useState<ApiKey>();
  const update = useUpdateApiKey();
  const now = useNow('machine');
  const ofOrganization = owner.organizationId !== undefined;
  // An administrator who acts as a user can't create or change their keys.
  const acting = useActing();

  async function switchKey(key: ApiKey) {
    try {
      await update.mutateAsync({ keyId: key.id, enabled: !key.enabled });
      announce(`${nameOf(key)} was turned ${key.enabled ? 'off' : 'on'}`);
    } catch (error) {
      announce(error instanceof Error ? error.message : 'That did not work. Try again.', true);
    }
  }

  const make = !acting && (
    <ButtonLink {...add} kind="primary">
      New key
    </ButtonLink>
  );
  return (
    <>
      <ResourceList
        title="API keys"
        note={note}
        action={make}
        label="keys"
        columns={
          acting
            ? columnsAt(now, ofOrganization)
            : [
                ...columnsAt(now, ofOrganization),
                actionsWith({ onRename: setRenaming, onSwitch: (key) => void switchKey(key), onDelete: setDeleting }),
              ]
        }
        query={query}
        search={{ page }}
        onSearch={(change) => change.page && onPage(change.page)}
        empty={{ title: 'No keys yet', text: empty, action: make }}
      />
      <NameDialog
        open={Boolean(renaming)}
        onOpenChange={(open) => !open && setRenaming(undefined)}
        title={`Rename ${renaming ? nameOf(renaming) : 'this key'}`}
        action="Rename key"
        name={renaming?.name ?? ''}
        {...keyNames}
        onNamed={async (name) => {
          if (!renaming) return;
          await update.mutateAsync({ keyId: renaming.id, name });
          announce(`Renamed to ${name}`);
        }}
      />
      <Confirm
        open={Boolean(deleting)}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        danger
        title={`Delete ${deleting ? nameOf(deleting) : 'this key'}?`}
        description="Programs that use it are refused from this moment on. This can’t be undone."
        action="Delete key"
        busy="Deleting"
        onConfirm={async () => {
          if (!deleting) return;
          await remove.mutateAsync(deleting.id);
          announce(`${nameOf(deleting)} was deleted`);
        }}
      />
    </>
  );
}

interface Actions {
  onRename: (key: ApiKey) => void;
  onSwitch: (key: ApiKey) => void;
  onDelete: (key: ApiKey) => void;
}

function columnsAt(now: number, ofOrganization: boolean): Column<ApiKey>[] {
  return [
    {
      header: 'Name',
      phone: 'lead',
      grow: true,
      cell: (key) => <span className="font-medium">{nameOf(key)}</span>,
    },
    { header: 'Key', cell: (key) => <Start of={key} /> },
    { header: 'State', cell: (key) => <KeyStatus of={key} now={now} /> },
    // A user's own keys have no total.
    ...(ofOrganization
      ? [
          {
            header: 'Uses left',
            phone: 'spare' as const,
            cell: (key: ApiKey) => <span className="whitespace-nowrap">{usesLeft(key)}</span>,
          },
        ]
      : []),
    {
      header: 'At most',
      cell: (key) => <span className="whitespace-nowrap">{rateLabel(key)}</span>,
    },
    {
      header: 'Last used',
      phone: 'hide',
      cell: ({ lastRequest }) => (lastRequest ? <Time machine at={lastRequest} side="left" /> : 'Never'),
    },
    {
      header: 'Expires',
      phone: 'hide',
      cell: ({ expiresAt }) => (expiresAt ? <Time machine at={expiresAt} side="left" /> : 'Never'),
    },
  ];
}

function actionsWith({ onRename, onSwitch, onDelete }: Actions): Column<ApiKey> {
  return {
    header: 'Actions',
    actions: true,
    phone: 'trail',
    cell: (key) => (
      <Menu trigger={<IconButton icon="more" label={`Actions for ${nameOf(key)}`} />}>
        <MenuItem onSelect={() => onRename(key)}>Rename</MenuItem>
        <MenuItem onSelect={() => onSwitch(key)}>{key.enabled ? 'Turn off' : 'Turn on'}</MenuItem>
        <MenuItem danger onSelect={() => onDelete(key)}>
          Delete key
        </MenuItem>
      </Menu>
    ),
  };
}
