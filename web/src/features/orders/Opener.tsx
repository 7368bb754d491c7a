import type { ReactNode } from 'react';
import { Icon } from '@/ui/Icon';

interface OpenerProps {
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** The label of an amount that opens to what made it. */
export function Opener({ open, onToggle, children }: OpenerProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="tap flex items-baseline gap-2 text-left hover:text-ink"
    >
      <span className="text-faint">
        <Icon name={open ? 'down' : 'right'} size={12} />
      </span>
      <span className="min-w-0">{children}</span>
    </button>
  );
}

/** What an amount opens to. */
export function Note({ children }: { children: ReactNode }) {
  return <span className="mt-1 mb-1 block border-l border-edge pl-3 text-note text-soft">{children}</span>;
}
