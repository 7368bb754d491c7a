import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ApiError } from '@/api/error';
import { renewalsBetween } from '@/api/latest-orders';
import { clockQuery, useAdvanceClock } from '@/api/sandbox';
import { cx } from '@/lib/cx';
import { count, plural } from '@/lib/format';
import { monthLater } from '@/lib/span';
import { day, exact, useNow } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { useCommands } from '@/ui/commands';
import { Advancing } from './Advancing';

const AdvanceDialog = lazy(() => import('./AdvanceDialog').then((module) => ({ default: module.AdvanceDialog })));

const DAY = 86_400_000;
/** In narrow windows, the bar stays one line; the narrowest leave a day to be chosen as a date. */
const NARROW = 'max-md:px-2';

interface SandboxBarProps {
  /** The organization whose renewals are announced once the clock has moved. */
  organizationId?: string;
}

/** The business clock and its controls; renders nothing outside a sandbox. */
export function SandboxBar({ organizationId }: SandboxBarProps) {
  const { data: clock } = useQuery(clockQuery);
  return clock ? <Bar organizationId={organizationId} /> : null;
}

interface Move {
  from: number;
  to: number;
  stop: () => void;
}

function Bar({ organizationId }: SandboxBarProps) {
  const now = useNow();
  const router = useRouter();
  const advance = useAdvanceClock();
  const [move, setMove] = useState<Move>();
  const [choosing, setChoosing] = useState(false);

  async function advanceTo(to: number) {
    if (advance.isPending) return;
    const stopping = new AbortController();
    setMove({ from: now, to, stop: () => stopping.abort() });
    try {
      const clock = await advance.mutateAsync({ to: new Date(to).toISOString(), signal: stopping.signal });
      const where = stopping.signal.aborted ? 'The clock stopped at' : 'It is now';
      const happened = organizationId ? await happenedBetween(organizationId, now, clock.now) : '';
      announce(`${where} ${day(clock.now)}${happened}`);
    } catch (error) {
      announce(`The clock was not moved all the way. ${saidBy(error)}`, true);
    } finally {
      setMove(undefined);
    }
  }

  const commands = useMemo(
    () => [
      { id: 'clock date', label: 'Move the clock', group: 'Sandbox', run: () => setChoosing(true) },
      { id: 'outbox', label: 'Outbox', group: 'Sandbox', run: () => void router.navigate({ to: '/outbox' }) },
    ],
    [router],
  );
  useCommands(commands);

  const busy = advance.isPending;
  const at = new Date(now).toISOString();
  return (
    <div
      role="region"
      aria-label="Sandbox"
      className="flex min-h-10 items-center gap-x-3 border-b border-line bg-amber-wash px-4 py-1 max-md:gap-x-1 sm:px-8 lg:px-12"
    >
      <span className="font-medium text-amber max-[24rem]:sr-only">Sandbox</span>
      {move ? (
        <>
          <Advancing from={move.from} to={move.to} />
          <Button kind="quiet" className={NARROW} onClick={move.stop}>
            Stop
          </Button>
        </>
      ) : (
        <time dateTime={at} className="font-mono text-[13px] whitespace-nowrap">
          {exact(at).slice(0, 10)}
          <span className="max-md:hidden">
            {exact(at)
              .slice(10)
              .replace(/:\d\d UTC$/, ' UTC')}
          </span>
        </time>
      )}
      <span className="ml-auto flex items-center max-md:-mr-2">
        <Button
          kind="quiet"
          className={cx(NARROW, 'max-[46rem]:hidden')}
          aria-disabled={busy || undefined}
          onClick={() => void advanceTo(now + DAY)}
        >
          +1 day
        </Button>
        <Button
          kind="quiet"
          className={NARROW}
          aria-disabled={busy || undefined}
          onClick={() => void advanceTo(monthLater(now))}
        >
          +1 month
        </Button>
        <Button
          kind="quiet"
          className={NARROW}
          aria-disabled={busy || undefined}
          onClick={() => !busy && setChoosing(true)}
        >
          To a date
        </Button>
        <Link to="/outbox" className="tap link px-2 md:px-3">
          Outbox
        </Link>
      </span>
      <Suspense fallback={null}>
        {choosing && <AdvanceDialog open onOpenChange={setChoosing} now={now} onAdvance={(to) => void advanceTo(to)} />}
      </Suspense>
    </div>
  );
}

/** ": 41 renewals, 2 failed", or nothing if there were none. */
async function happenedBetween(organizationId: string, from: number, to: string): Promise<string> {
  const found = await renewalsBetween(organizationId, new Date(from).toISOString(), to).catch(() => null);
  if (!found || found.renewals === 0) return '';
  return `: ${plural(found.renewals, 'renewal')}${found.failed ? `, ${count(found.failed)} failed` : ''}`;
}

/** The server's message about the date, if any. */
function saidBy(error: unknown): string {
  if (error instanceof ApiError) return Object.values(error.fields)[0] ?? error.message;
  return 'Tillbook did not answer. Try again in a moment.';
}
