import { cx } from '@/lib/cx';
import { later } from '@/lib/later';

const MarkdownText = later(
  () => import('./MarkdownText').then((file) => file.MarkdownText),
  ({ text }) => <p className="whitespace-pre-line">{text}</p>,
);

/** A seller's text: as typed, and with its Markdown as soon as the code for that has loaded. */
export function Markdown({ text, className }: { text: string; className?: string }) {
  return (
    <div className={cx('grid max-w-[60ch] grid-cols-[minmax(0,1fr)] gap-[1lh] break-words', className)}>
      <MarkdownText text={text} />
    </div>
  );
}
