import { useEffect, useRef } from 'react';
import type { FileRead, ProductMedia } from '@/api/types';
import { FieldError } from '@/ui/Field';
import { OrderedList } from '@/ui/OrderedList';
import { PendingList, FileChooser } from './FileChooser';
import { Thumbnail } from './Thumbnail';
import { useUploads } from './use-uploads';

interface MediaFieldProps {
  organizationId: string;
  value: readonly ProductMedia[];
  onChange: (value: ProductMedia[]) => void;
  /** Whether uploads are under way. */
  onBusy: (busy: boolean) => void;
  error?: string;
}

/** Pictures of a product, in the order in which buyers see them. */
export function MediaField({ organizationId, value, onChange, onBusy, error }: MediaFieldProps) {
  const latest = useRef(value);
  latest.current = value;
  const onUploaded = (file: FileRead) => {
    if (file.service === 'product_media') onChange((latest.current = [...latest.current, file]) as ProductMedia[]);
  };
  const { pending, isBusy, add, remove } = useUploads({ organizationId, service: 'product_media', onUploaded });
  const busy = useRef(onBusy);
  busy.current = onBusy;
  useEffect(() => busy.current(isBusy), [isBusy]);

  return (
    <OrderedList
      label="Images"
      items={value}
      nameOf={({ name }) => name}
      onChange={onChange}
      sortable
      row={({ name, public_url, size_readable }, at) => (
        <>
          <Thumbnail url={public_url} />
          <div className="grid min-w-0 flex-1">
            <span className="truncate">{name}</span>
            <span className="text-note text-faint">{at === 0 ? `${size_readable}, shown first` : size_readable}</span>
          </div>
        </>
      )}
    >
      <PendingList pending={pending} onRemove={remove} />
      <FileChooser organizationId={organizationId} label="Choose images" multiple onFiles={add}>
        Or drop them here. JPEG, PNG, GIF, WebP or SVG, at most 10 MB each.
      </FileChooser>
      <FieldError id="media-error" error={error} />
    </OrderedList>
  );
}
