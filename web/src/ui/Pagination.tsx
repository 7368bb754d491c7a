import { count, plural } from '@/lib/format';
import { Button } from './Button';

interface PaginationProps {
  label: string;
  page: number;
  pages: number;
  total: number;
  shown: number;
  onPage: (page: number) => void;
}

export function Pagination({ label, page, pages, total, shown, onPage }: PaginationProps) {
  return (
    <nav
      aria-label={`Pages of ${label}`}
      className="flex min-h-8 flex-wrap items-center justify-between gap-2 px-2 py-3 text-note text-soft"
    >
      <p>
        {pages > 1
          ? `${count(shown)} of ${count(total)} ${label}, page ${count(page)} of ${count(pages)}`
          : summary(total, label)}
      </p>
      {pages > 1 && (
        <div className="flex gap-2">
          <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </nav>
  );
}

function summary(total: number, label: string): string {
  return plural(total, label.replace(/ies$/, 'y').replace(/s$/, ''), label);
}
