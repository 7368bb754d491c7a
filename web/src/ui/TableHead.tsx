import { cx } from '@/lib/cx';
import type { Column } from './table-column';
import { Icon } from './Icon';

export interface Sorting {
  /** As in the contract: `-created_at`. */
  sorting?: string;
  onSort?: (sorting: string) => void;
}

interface TableHeadProps<Row> extends Sorting {
  columns: readonly Column<Row>[];
  unitOf: (column: Column<Row>) => string | undefined;
}

export function TableHead<Row>({ columns, unitOf, sorting, onSort }: TableHeadProps<Row>) {
  return (
    <thead role="rowgroup" className="col-span-full grid grid-cols-subgrid">
      <tr role="row" className="col-span-full grid grid-cols-subgrid items-baseline border-b border-ink">
        {columns.map((column) => (
          <HeadCell key={column.header} column={column} unit={unitOf(column)} sorting={sorting} onSort={onSort} />
        ))}
      </tr>
    </thead>
  );
}

interface HeadCellProps<Row> extends Sorting {
  column: Column<Row>;
  unit: string | undefined;
}

function HeadCell<Row>({ column, unit, sorting, onSort }: HeadCellProps<Row>) {
  const { header, sort, figures, actions } = column;
  const direction = sort && sorting === sort ? 'ascending' : sort && sorting === `-${sort}` ? 'descending' : undefined;
  const name = (
    <>
      {header}
      {unit && <span className="font-normal text-faint"> {unit.toUpperCase()}</span>}
    </>
  );
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction ?? (sort && onSort ? 'none' : undefined)}
      className={cx(
        'px-3 text-note leading-8! font-medium whitespace-nowrap text-soft first:pl-2 last:pr-2',
        figures ? 'text-right' : 'text-left',
      )}
    >
      {sort && onSort ? (
        <button
          type="button"
          onClick={() => onSort(direction === 'descending' ? sort : `-${sort}`)}
          className={cx('group relative rounded-mark hover:text-ink', direction && 'text-ink')}
        >
          {name}
          {/* Beside the name, so that the head of figures ends where they end. */}
          <span
            className={cx(
              'absolute top-1/2 -translate-y-1/2',
              figures ? 'right-full mr-0.5' : 'left-full ml-0.5',
              direction ? 'text-ink' : 'text-faint opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
            )}
          >
            <Icon name={direction === 'ascending' ? 'up' : 'down'} size={12} />
          </span>
        </button>
      ) : (
        <span className={actions ? 'sr-only' : undefined}>{name}</span>
      )}
    </th>
  );
}

interface SortChoiceProps<Row> extends Sorting {
  label: string;
  columns: readonly Column<Row>[];
}

/** Stacked rows have no heads to press. */
export function SortChoice<Row>({ label, columns, sorting, onSort }: SortChoiceProps<Row>) {
  const sortable = columns.filter(({ sort }) => sort !== undefined);
  if (!onSort || sortable.length === 0) return null;
  return (
    <div className="flex justify-end border-b border-ink pb-1">
      <span className="relative inline-flex items-center text-note text-soft">
        <select
          aria-label={`Sort ${label} by`}
          value={sorting}
          onChange={({ target }) => onSort(target.value)}
          className="h-8 appearance-none rounded-mark bg-transparent pr-5 pl-2 text-right hover:text-ink pointer-coarse:h-11 pointer-coarse:text-lead"
        >
          {sortable.flatMap(({ header, sort }) => [
            <option key={sort} value={sort}>{`${header}, ascending`}</option>,
            <option key={`-${sort}`} value={`-${sort}`}>{`${header}, descending`}</option>,
          ])}
        </select>
        <span className="pointer-events-none absolute right-1">
          <Icon name="down" size={12} />
        </span>
      </span>
    </div>
  );
}
