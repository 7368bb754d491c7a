import { useEffect, useRef } from 'react';
import type { FileRead, ProductMedia } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { IconButton } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import { PendingList, PictureChooser } from './PictureChooser';
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
  const field = useRef<HTMLDivElement>(null);
  const latest = useRef(value);
  latest.current = value;
  const onUploaded = (file: FileRead) => {
    if (file.service === 'product_media') onChange((latest.current = [...latest.current, file]) as ProductMedia[]);
  };
  const { pending, isBusy, add, remove } = useUploads({ organizationId, service: 'product_media', onUploaded });
  const busy = useRef(onBusy);
  busy.current = onBusy;
  useEffect(() => busy.current(isBusy), [isBusy]);

  function move(from: number, to: number): void {
    const moved = value.toSpliced(from, 1).toSpliced(to, 0, value[from]!);
    onChange(moved);
    announce(`${value[from]!.name} is now number ${to + 1} of ${value.length}`);
    focusIn(value[from]!.id, from < to ? 'down' : 'up');
  }

  function drop({ id }: ProductMedia): void {
    const at = value.findIndex((media) => media.id === id);
    const left = value.filter((media) => media.id !== id);
    onChange(left);
    focusIn(left[Math.min(at, left.length - 1)]?.id, 'remove');
  }

  /** A button of an image keeps the focus, if it can still be pressed: the keyboard goes on from there. */
  function focusIn(id: string | undefined, wanted: string): void {
    requestAnimationFrame(() => {
      const buttons = [...(field.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [])];
      const own = buttons.filter((button) => id !== undefined && button.closest(`[data-media="${id}"]`));
      (own.find((button) => button.dataset.does === wanted) ?? own[0] ?? buttons.at(-1))?.focus();
    });
  }

  return (
    <div ref={field} className="grid gap-3">
      {value.length > 0 && (
        <ul className="grid border-t border-line" aria-label="Images">
          {value.map((media, at) => (
            <li
              key={media.id}
              data-media={media.id}
              className="flex min-h-14 items-center gap-3 border-b border-line py-1"
            >
              <Thumbnail url={media.public_url} />
              <div className="grid min-w-0 flex-1">
                <span className="truncate">{media.name}</span>
                <span className="text-note text-faint">
                  {at === 0 ? `${media.size_readable}, shown first` : media.size_readable}
                </span>
              </div>
              <div className="flex">
                <IconButton
                  icon="up"
                  data-does="up"
                  label={`Move ${media.name} up`}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  icon="down"
                  data-does="down"
                  label={`Move ${media.name} down`}
                  disabled={at === value.length - 1}
                  onClick={() => move(at, at + 1)}
                />
                <IconButton
                  icon="close"
                  data-does="remove"
                  label={`Remove ${media.name}`}
                  onClick={() => drop(media)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <PendingList pending={pending} onRemove={remove} />
      <PictureChooser label="Choose images" multiple onFiles={add}>
        Or drop them here. JPEG, PNG, GIF, WebP or SVG, at most 10 MB each.
      </PictureChooser>
      <FieldError id="media-error" error={error} />
    </div>
  );
}
