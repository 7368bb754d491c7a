import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode } from 'react';
import { fileSpaceQuery } from '@/api/files';
import { cx } from '@/lib/cx';
import { Button, IconButton } from '@/ui/Button';
import { PICTURES } from './pictures';
import type { PendingUpload } from './use-uploads';

interface FileChooserProps {
  organizationId: string;
  /** On the button. */
  label: string;
  multiple?: boolean;
  /** Types that are offered; pictures by default. */
  accept?: string;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A place to drop files on, with a button that chooses them, while the organization's files leave room for more. */
export function FileChooser({
  organizationId,
  label,
  multiple = false,
  accept = PICTURES,
  onFiles,
  children,
}: FileChooserProps) {
  const { data: space } = useQuery(fileSpaceQuery(organizationId));
  const isFull = space !== undefined && space.used >= space.allowed;
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!isFull);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (isFull) return;
        onFiles([...event.dataTransfer.files].slice(0, multiple ? undefined : 1));
      }}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-dashed px-3 py-3',
        over ? 'border-green bg-green-wash' : 'border-edge',
      )}
    >
      <Button disabled={isFull} aria-describedby={isFull ? noteId : undefined} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <p id={noteId} className="text-note text-faint">
        {!isFull && children} {space && `${space.used_readable} of ${space.allowed_readable} used.`}
        {isFull && ' Programs can delete files that are no longer needed.'}
      </p>
      <input
        ref={input}
        type="file"
        aria-label={label}
        tabIndex={-1}
        accept={accept}
        multiple={multiple}
        className="hidden"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** Uploads under way, and what was refused. */
export function PendingList({
  pending,
  onRemove,
}: {
  pending: readonly PendingUpload[];
  onRemove: (key: number) => void;
}) {
  return (
    <ul aria-live="polite" className="grid empty:hidden">
      {pending.map(({ key, name, progress, problem }) => (
        <li key={key} className="flex min-h-12 items-center gap-3 border-b border-line py-1">
          <div className="grid min-w-0 flex-1 gap-1">
            <span className="truncate">{name}</span>
            {problem === undefined ? (
              <progress
                aria-label={`Uploading ${name}`}
                value={progress}
                max={1}
                className="h-1.5 w-full accent-green"
              />
            ) : (
              <span className="text-note font-medium text-red">{problem}</span>
            )}
          </div>
          <IconButton
            icon="close"
            label={problem === undefined ? `Cancel the upload of ${name}` : `Dismiss ${name}`}
            onClick={() => onRemove(key)}
          />
        </li>
      ))}
    </ul>
  );
}
