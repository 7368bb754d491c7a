/** An event's name; those that Tillbook adds are marked, so that they are not taken for what a program sent. */
export function UsageName({ name, source }: { name: string; source: string }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className="font-mono text-[13px]">{name}</span>
      {source === 'system' && <span className="ml-2 text-note text-soft">System</span>}
    </span>
  );
}
