import { useState } from 'react';
import { announce } from './Announcer';
import { Button } from './Button';

/** A link to share, with one button to copy it and one to open it in a new tab. */
export function CopyLink({ label, url }: { label: string; url: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(url);
    announce(`${label} copied`);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 flex-1 basis-64 rounded-control border border-line bg-slip px-2.5 py-1 font-mono text-[13px] break-all">
        {url}
      </code>
      <Button onClick={() => void copy()}>{copied ? 'Copied' : 'Copy'}</Button>
      <a href={url} target="_blank" rel="noreferrer" className="link px-1">
        Open<span className="sr-only"> {label} in a new tab</span>
      </a>
    </div>
  );
}
