import { cx } from '@/lib/cx';

interface UsageNameProps {
  name: string;
  source: string;
  voided?: object | null;
}

/** An event's name; those that Tillbook adds are marked, so that they are not taken for what a program sent, and those that do not count. */
export function UsageName({ name, source, voided }: UsageNameProps) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className={cx('font-mono text-[13px]', voided && 'line-through')}>{name}</span>
      {source === 'system' && <span className="ml-2 text-note text-soft">System</span>}
      {voided && <span className="ml-2 text-note text-soft">Void</span>}
    </span>
  );
}
