import { IconButton } from './Button';
import { useCopy } from './copy';

interface CodeProps {
  /** Its name: "Body". */
  label: string;
  text: string;
  /** The text to copy, if it differs from the text shown. */
  copy?: string;
}

/** Preformatted text in its own scrollable frame. */
export function Code({ label, text, copy = text }: CodeProps) {
  const { copied, copy: take } = useCopy();
  return (
    <figure className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <figcaption className="flex items-center justify-between">
        <span className="font-medium">{label}</span>
        <IconButton
          icon={copied ? 'check' : 'copy'}
          label={`Copy ${label.toLowerCase()}`}
          onClick={() => void take(copy)}
        />
      </figcaption>
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-[26rem] overflow-auto rounded-control border border-line bg-paper p-3 font-mono text-note"
      >
        {text}
      </pre>
    </figure>
  );
}
