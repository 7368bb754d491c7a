import { useState, type ReactNode } from 'react';
import { Icon } from './Icon';
import { Time } from './Value';

interface MailRowProps {
  mail: { subject: string; to: string; at: string; text: string };
  /** Whether its time is this machine's: the sandbox moves only the business clock. */
  machine?: boolean;
  /** Beside its time. */
  mark?: ReactNode;
  /** Below its text. */
  children?: ReactNode;
}

/** A mail, folded to its subject and address. */
export function MailRow({ mail, machine, mark, children }: MailRowProps) {
  const [open, setOpen] = useState(false);
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full items-center gap-x-4 px-2 py-2 text-left hover:bg-shade focus-visible:outline-offset-0"
      >
        <span className="text-faint">
          <Icon name={open ? 'down' : 'right'} size={12} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{mail.subject}</span>
          <span className="block truncate text-note text-soft">{mail.to}</span>
        </span>
        {mark}
        <span className="text-soft">
          <Time machine={machine} at={mail.at} inRow side="left" />
        </span>
      </button>
      {open && (
        <div className="grid gap-3 px-2 pb-4 sm:pl-9">
          {/* The content policy blocks inline styles, so the HTML part would be seen without them. */}
          <pre className="max-w-full overflow-x-auto border-l-2 border-line bg-slip p-4 font-mono text-[13px] break-words whitespace-pre-wrap">
            {mail.text}
          </pre>
          {children}
        </div>
      )}
    </li>
  );
}
