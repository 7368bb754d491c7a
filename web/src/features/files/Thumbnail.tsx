import { cx } from '@/lib/cx';
import { shownPicture } from './pictures';

interface ThumbnailProps {
  url: string | null | undefined;
  /** What the picture shows; empty where a text beside it says so. */
  alt?: string;
  size?: 'row' | 'tile' | 'large';
}

const sizes = { row: 'size-6', tile: 'size-12', large: 'size-24' } as const;

/** A square that a picture fills; empty, with the same size, if there is none. */
export function Thumbnail({ url, alt = '', size = 'tile' }: ThumbnailProps) {
  const src = shownPicture(url);
  const box = cx('shrink-0 rounded-control border border-line bg-shade', sizes[size]);
  if (!src) return <span aria-hidden="true" className={cx('inline-block', box)} />;
  return <img src={src} alt={alt} loading="lazy" decoding="async" className={cx('object-cover', box)} />;
}
