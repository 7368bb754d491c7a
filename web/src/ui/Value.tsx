import { cx } from '@/lib/cx';
import { ABSENT, money, shortId } from '@/lib/format';
import { clockTime, day, exact, fromNow, useNow, when } from '@/lib/time';
import { useCopy } from './copy';
import { Icon } from './Icon';

/** `amount` in minor units. */
export function Money({ amount, currency }: { amount: number | null | undefined; currency: string }) {
  return <span className="whitespace-nowrap">{money(amount, currency)}</span>;
}

interface TimeProps {
  at: string | null | undefined;
  /** In a list row: not a tab stop, the instant shows while the row has the focus. */
  inRow?: boolean;
  /** The side the exact instant opens to, for places near the right edge. */
  side?: 'left';
  /** Uses machine time, as for sessions, tokens and deliveries; the sandbox moves only the business clock. */
  machine?: boolean;
}

/** Relative within seven days, else the day; with the exact UTC instant on hover and focus. */
export function Time({ at, inRow, side, machine }: TimeProps) {
  const now = useNow(machine ? 'machine' : 'business');
  if (!at) return <>{ABSENT}</>;
  return (
    <span className="instant whitespace-nowrap" data-side={side} tabIndex={inRow ? undefined : 0}>
      <time dateTime={at}>{when(at, now)}</time>
      <span role="tooltip">{inRow ? inTwoLines(exact(at)) : exact(at)}</span>
    </span>
  );
}

/** The day of something that concerns money or is looked up: "14 Dec 2026", then in grey how far away it is. */
export function Day({ at, machine }: Pick<TimeProps, 'at' | 'machine'>) {
  const now = useNow(machine ? 'machine' : 'business');
  if (!at) return <>{ABSENT}</>;
  return (
    <span className="instant" tabIndex={0}>
      <time dateTime={at} className="whitespace-nowrap">
        {day(at)}
      </time>{' '}
      <span className="whitespace-nowrap text-faint">{fromNow(Date.parse(at), now)}</span>
      <span role="tooltip">{exact(at)}</span>
    </span>
  );
}

/** To the second, in the organization's time zone: "14 Dec 2026 10:34:07". */
export function Moment({ at, inRow }: Pick<TimeProps, 'inRow'> & { at: string }) {
  return (
    <span className="instant whitespace-nowrap" tabIndex={inRow ? undefined : 0}>
      <time dateTime={at}>
        {day(at)} {clockTime(at)}
      </time>
      <span role="tooltip">{inRow ? inTwoLines(exact(at)) : exact(at)}</span>
    </span>
  );
}

/** As narrow as the time that it explains, so that it covers no figures beside it. */
function inTwoLines(instant: string) {
  const [date, ...time] = instant.split(' ');
  return (
    <>
      <span className="block">{date} </span>
      <span className="block">{time.join(' ')}</span>
    </>
  );
}

/** Shortened in the middle; a click copies the whole id. */
export function Id({ id, whole = false }: { id: string; whole?: boolean }) {
  const { copied, copy } = useCopy();
  return (
    <button
      type="button"
      title={id}
      aria-label={`Copy ${whole ? id : shortId(id)}`}
      onClick={() => void copy(id)}
      className={cx(
        'tap group inline-flex max-w-full items-center gap-1 rounded-mark text-left font-mono text-[13px] leading-5 text-soft hover:text-ink',
        whole && 'break-all',
      )}
    >
      {whole ? id : shortId(id)}
      <span className={cx(copied ? 'text-green' : 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100')}>
        <Icon name={copied ? 'check' : 'copy'} size={12} />
      </span>
    </button>
  );
}
