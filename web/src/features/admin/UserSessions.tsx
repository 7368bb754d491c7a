import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRevokeSession, useRevokeSessions, userSessionsQuery } from '@/api/admin';
import { cutPage } from '@/api/paging';
import type { Session } from '@/api/types';
import { text } from '@/lib/format';
import { useNow } from '@/lib/time';
import { deviceName } from '@/lib/user-agent';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Confirm } from '@/ui/Confirm';
import { DataTable } from '@/ui/DataTable';
import { Section } from '@/ui/Facts';
import { Time } from '@/ui/Value';
import type { Column } from '@/ui/table-column';

/** A user's sessions. */
export function UserSessions({ userId }: { userId: string }) {
  const [page, setPage] = useState(1);
  const now = useNow('machine');
  const query = useQuery({
    ...userSessionsQuery(userId),
    select: (sessions) =>
      cutPage(
        sessions.filter(({ expiresAt }) => Date.parse(expiresAt) > now),
        page,
      ),
  });
  const [ending, setEnding] = useState<Session | 'all'>();
  const revoke = useRevokeSession();
  const revokeAll = useRevokeSessions(userId);
  const some = (query.data?.items.length ?? 0) > 0;
  return (
    <Section title="Sessions" action={some && <Button onClick={() => setEnding('all')}>Sign out everywhere</Button>}>
      <DataTable
        label="sessions"
        columns={columnsWith(setEnding)}
        query={query}
        rowKey={({ id }) => id}
        page={page}
        onPage={setPage}
        empty={<p className="border-t border-ink py-4 text-soft">Not signed in anywhere.</p>}
      />
      <Confirm
        open={Boolean(ending)}
        onOpenChange={(open) => !open && setEnding(undefined)}
        danger
        title={ending === 'all' ? 'Sign the user out everywhere?' : 'Sign the user out there?'}
        description="That device has to sign in again."
        action="Sign out"
        busy="Signing out"
        onConfirm={async () => {
          if (!ending) return;
          await (ending === 'all' ? revokeAll.mutateAsync() : revoke.mutateAsync(ending.token));
          announce('Signed out');
        }}
      />
    </Section>
  );
}

function columnsWith(onEnd: (session: Session) => void): Column<Session>[] {
  return [
    {
      header: 'Device',
      phone: 'lead',
      grow: true,
      cell: ({ userAgent, impersonatedBy }) => (
        <>
          <span className="font-medium">{deviceName(userAgent)}</span>
          {impersonatedBy && <span className="text-soft">, an administrator acting as them</span>}
        </>
      ),
    },
    {
      header: 'Address',
      grow: true,
      cell: ({ ipAddress }) => <span className="font-mono text-[13px]">{text(ipAddress)}</span>,
    },
    { header: 'Since', cell: ({ createdAt }) => <Time machine at={createdAt} side="left" /> },
    { header: 'Expires', phone: 'hide', cell: ({ expiresAt }) => <Time machine at={expiresAt} side="left" /> },
    {
      header: 'Actions',
      actions: true,
      phone: 'trail',
      cell: (session) => (
        <Button kind="quiet" aria-label={`Sign out ${deviceName(session.userAgent)}`} onClick={() => onEnd(session)}>
          Sign out
        </Button>
      ),
    },
  ];
}
