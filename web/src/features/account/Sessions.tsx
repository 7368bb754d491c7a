import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { sessionQuery } from '@/api/account';
import { sessionsQuery, useRevokeOtherSessions, useRevokeSession } from '@/api/my-account';
import type { Session } from '@/api/types';
import { text } from '@/lib/format';
import { deviceName } from '@/lib/user-agent';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Confirm } from '@/ui/Confirm';
import { DataTable } from '@/ui/DataTable';
import { PageHead } from '@/ui/PageHead';
import { StatusMark } from '@/ui/StatusMark';
import { Time } from '@/ui/Value';
import type { Column } from '@/ui/table-column';

/** The user's sessions: this device first, then the most recently used. */
export function Sessions() {
  const { data: me } = useQuery(sessionQuery);
  const here = me?.session.id;
  const query = useQuery({
    ...sessionsQuery,
    select: (sessions) => ({
      items: sessions.toSorted(
        (a, b) => Number(b.id === here) - Number(a.id === here) || Date.parse(b.updatedAt) - Date.parse(a.updatedAt),
      ),
      pagination: { total_count: sessions.length, max_page: 1 },
    }),
  });
  const [ending, setEnding] = useState<Session>();
  const [endingOthers, setEndingOthers] = useState(false);
  const revoke = useRevokeSession();
  const revokeOthers = useRevokeOtherSessions();
  const columns = useMemo(() => columnsWith(here, setEnding), [here]);
  const others = query.data?.items.some(({ id }) => id !== here);

  return (
    <>
      <PageHead
        title="Sessions"
        note="Where you are signed in. Sign out what you don’t know, then change your password."
        action={others && <Button onClick={() => setEndingOthers(true)}>Sign out other devices</Button>}
      />
      <DataTable
        label="sessions"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        page={1}
        onPage={() => undefined}
        empty={null}
      />
      <Confirm
        open={Boolean(ending)}
        onOpenChange={(open) => !open && setEnding(undefined)}
        danger
        title={`Sign out ${deviceName(ending?.userAgent ?? '')}?`}
        description="That device has to sign in again. What was done on it stays."
        action="Sign it out"
        busy="Signing it out"
        onConfirm={async () => {
          if (!ending) return;
          await revoke.mutateAsync(ending.token);
          announce('Signed out there');
        }}
      />
      <Confirm
        open={endingOthers}
        onOpenChange={setEndingOthers}
        danger
        title="Sign out all other devices?"
        description="You stay signed in here. Everywhere else you have to sign in again."
        action="Sign them out"
        busy="Signing them out"
        onConfirm={async () => {
          await revokeOthers.mutateAsync();
          announce('All other devices are signed out');
        }}
      />
    </>
  );
}

function columnsWith(here: string | undefined, onEnd: (session: Session) => void): Column<Session>[] {
  return [
    {
      header: 'Device',
      phone: 'lead',
      grow: true,
      cell: ({ userAgent }) => (
        <span title={userAgent || undefined} className="font-medium">
          {deviceName(userAgent)}
        </span>
      ),
    },
    {
      header: 'Address',
      grow: true,
      cell: ({ ipAddress }) => <span className="font-mono text-[13px]">{text(ipAddress)}</span>,
    },
    { header: 'Last used', cell: ({ updatedAt }) => <Time machine at={updatedAt} /> },
    { header: 'Signed in', phone: 'hide', cell: ({ createdAt }) => <Time machine at={createdAt} side="left" /> },
    {
      header: 'Actions',
      actions: true,
      phone: 'trail',
      cell: (session) =>
        session.id === here ? (
          <StatusMark tone="good" className="h-8 items-center!">
            This device
          </StatusMark>
        ) : (
          <Button
            kind="quiet"
            className="-mr-3"
            aria-label={`Sign out ${deviceName(session.userAgent)}`}
            onClick={() => onEnd(session)}
          >
            Sign out
          </Button>
        ),
    },
  ];
}
