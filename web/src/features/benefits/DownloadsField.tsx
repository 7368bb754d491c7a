import { useEffect, useRef, useState } from 'react';
import { useDownloadChoices } from '@/api/files';
import type { FileRead } from '@/api/types';
import { FileChooser, PendingList } from '@/features/files/FileChooser';
import { useUploads } from '@/features/files/use-uploads';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Choice';
import { FieldError } from '@/ui/Field';
import { OrderedList } from '@/ui/OrderedList';
import { PickDialog } from '@/ui/PickDialog';
import { fileOf, type BenefitFile } from './benefit-form';

interface DownloadsFieldProps {
  organizationId: string;
  value: readonly BenefitFile[];
  onChange: (value: BenefitFile[]) => void;
  /** Whether uploads are under way. */
  onBusy: (busy: boolean) => void;
  error?: string;
}

/** Files that customers download, in the order in which they see them. */
export function DownloadsField({ organizationId, value, onChange, onBusy, error }: DownloadsFieldProps) {
  const latest = useRef(value);
  latest.current = value;
  const add = (file: FileRead | undefined) => {
    if (file && latest.current.every(({ id }) => id !== file.id))
      onChange((latest.current = [...latest.current, fileOf(file)]) as BenefitFile[]);
  };
  const uploads = useUploads({ organizationId, service: 'downloadable', onUploaded: add });
  const busy = useRef(onBusy);
  busy.current = onBusy;
  useEffect(() => busy.current(uploads.isBusy), [uploads.isBusy]);
  const [picking, setPicking] = useState(false);
  const { found, options, text, onText } = useDownloadChoices(organizationId);
  const others = options?.filter((option) => value.every(({ id }) => id !== option.id));

  function pick(open: boolean) {
    setPicking(open);
    if (!open) onText('');
  }

  return (
    <fieldset
      aria-describedby={error ? 'files-error' : undefined}
      data-invalid={error ? true : undefined}
      className="grid gap-2"
    >
      <legend className="mb-2 font-medium">Files</legend>
      <OrderedList
        label="Files"
        items={value}
        nameOf={({ name }) => name}
        onChange={onChange}
        sortable={value.length > 1}
        row={({ id, name, size, archived }) => (
          <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="grid min-w-0">
              <span className="truncate">{name}</span>
              <span className="text-note text-faint">{size}</span>
            </span>
            <Checkbox
              label={
                <>
                  Archived<span className="sr-only">: {name}</span>
                </>
              }
              checked={archived}
              onChange={({ target }) =>
                onChange(value.map((file) => (file.id === id ? { ...file, archived: target.checked } : file)))
              }
            />
          </div>
        )}
      >
        <PendingList pending={uploads.pending} onRemove={uploads.remove} />
        <FileChooser organizationId={organizationId} label="Upload files" multiple accept="" onFiles={uploads.add}>
          Or drop them here. Customers no longer get archived files.
        </FileChooser>
        {((others?.length ?? 0) > 0 || text !== '') && (
          <div>
            <Button kind="quiet" aria-haspopup="dialog" onClick={() => pick(true)}>
              Add an uploaded file
            </Button>
          </div>
        )}
        <FieldError id="files-error" error={error} />
      </OrderedList>
      <PickDialog
        {...{ label: 'File', options: others, text, onText }}
        open={picking}
        onOpenChange={pick}
        onPick={(id) => add(found?.find((file) => file.id === id))}
      />
    </fieldset>
  );
}
