import { cx } from '@/lib/cx';

/** good: fine · wait: in progress · warn: needs attention · bad: failed · off: ended, archived, not in use. */
export type Tone = 'good' | 'wait' | 'warn' | 'bad' | 'off';

const colours: Record<Tone, string> = {
  good: 'text-green',
  wait: 'text-soft',
  warn: 'text-amber',
  bad: 'text-red',
  off: 'text-faint',
};

// Each tone has its own shape, so that colour is never the only sign.
function Mark({ tone }: { tone: Tone }) {
  switch (tone) {
    case 'good':
      return <circle cx="5" cy="5" r="4" fill="currentColor" />;
    case 'wait':
      return (
        <>
          <circle cx="5" cy="5" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.2" />
          <path d="M5 1.6a3.4 3.4 0 0 1 0 6.8z" fill="currentColor" />
        </>
      );
    case 'warn':
      return <path d="M5 .8 9.6 9H.4z" fill="currentColor" />;
    case 'bad':
      return <path d="m1.6 1.6 6.8 6.8m0-6.8L1.6 8.4" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />;
    case 'off':
      return <circle cx="5" cy="5" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.2" />;
  }
}

export function StatusMark({ tone, children, className }: { tone: Tone; children: string; className?: string }) {
  return (
    <span
      className={cx('inline-flex items-baseline gap-1.5 whitespace-nowrap', tone === 'off' && 'text-soft', className)}
    >
      <svg viewBox="0 0 10 10" aria-hidden="true" className={cx('size-2.5 shrink-0 translate-y-px', colours[tone])}>
        <Mark tone={tone} />
      </svg>
      {children}
    </span>
  );
}
