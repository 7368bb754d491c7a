import { count } from '@/lib/format';

interface RedemptionBarProps {
  used: number;
  /** null: as many as there are buyers. */
  max: number | null;
}

/** "12 of 100", and how far that is: the bar alone says nothing to a screen reader, so it is hidden from it. */
export function RedemptionBar({ used, max }: RedemptionBarProps) {
  if (max === null) return <span className="tabular-nums">{count(used)}</span>;
  const share = Math.min(100, (used / max) * 100);
  return (
    <span className="inline-grid min-w-20 gap-1 align-middle">
      <span className="whitespace-nowrap tabular-nums">
        {count(used)} <span className="text-faint">of {count(max)}</span>
      </span>
      <span aria-hidden="true" className="block h-1 w-full bg-shade">
        <span className={used >= max ? 'block h-1 bg-soft' : 'block h-1 bg-green'} style={{ width: `${share}%` }} />
      </span>
    </span>
  );
}
