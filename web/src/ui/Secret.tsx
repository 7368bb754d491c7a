import { useState } from 'react';
import { Button } from './Button';
import { useCopy } from './copy';

interface SecretProps {
  /** Its name: "Signing secret". */
  label: string;
  value: string;
  /** Visible from the start, for secrets that are shown only once. */
  open?: boolean;
}

/** A secret behind dots until revealed; it can be copied without revealing it. */
export function Secret({ label, value, open = false }: SecretProps) {
  const [shown, setShown] = useState(open);
  const { copied, copy } = useCopy();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 flex-1 basis-48 rounded-control border border-line bg-slip px-2.5 py-1 font-mono text-[13px] break-all">
        {shown ? value : <span aria-label={`${label}, hidden`}>{'•'.repeat(24)}</span>}
      </code>
      <span className="flex gap-1">
        {!open && (
          <Button kind="quiet" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'}
          </Button>
        )}
        <Button kind={open ? 'primary' : 'plain'} onClick={() => void copy(value)}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </span>
    </span>
  );
}
