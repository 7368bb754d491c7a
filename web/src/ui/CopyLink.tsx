import { Button } from './Button';
import { useCopy } from './copy';

/** A link to share, with one button to copy it and one to open it in a new tab. */
export function CopyLink({ label, url }: { label: string; url: string }) {
  const { copied, copy } = useCopy();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 flex-1 basis-64 rounded-control border border-line bg-slip px-2.5 py-1 font-mono text-[13px] break-all">
        {url}
      </code>
      <Button onClick={() => void copy(url)}>{copied ? 'Copied' : 'Copy'}</Button>
      <a href={url} target="_blank" rel="noreferrer" className="link px-1">
        Open<span className="sr-only"> {label} in a new tab</span>
      </a>
    </div>
  );
}
