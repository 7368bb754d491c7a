import { Link, type LinkProps } from '@tanstack/react-router';
import { cx } from '@/lib/cx';
import type { Column } from './table-column';
import { SortChoice, type Sorting } from './TableHead';

interface StackedRowsProps<Row> extends Sorting {
  label: string;
  columns: readonly Column<Row>[];
  items: readonly Row[];
  rowKey: (row: Row) => string;
  link?: (row: Row) => LinkProps;
  busy: boolean;
}

/** Rows on a narrow screen: what they are and their amount on the first line, the rest in soft ink on the second. */
export function StackedRows<Row>(props: StackedRowsProps<Row>) {
  const { label, items, rowKey, link, busy, sorting, onSort } = props;
  const { lead, trail, lines, ordered } = parts(props.columns);
  // Without a head that names the unit, each figure does.
  const cell = (column: Column<Row>, row: Row) => column.cell(row, undefined);
  return (
    <>
      <SortChoice {...{ label, sorting, onSort }} columns={props.columns} />
      <div role="table" aria-label={label} aria-busy={busy} className={cx(!onSort && 'border-t border-ink')}>
        <div role="rowgroup" className="sr-only">
          <div role="row">
            {ordered.map((column) => (
              <span key={column.header} role="columnheader">
                {column.header}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {items.map((row) => (
            <div
              key={rowKey(row)}
              role="row"
              className={cx(
                'row grid grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 border-b border-line px-2 py-1.5',
                link && 'hover:bg-shade',
              )}
            >
              {lead && (
                <div role="cell" className="min-w-0 truncate">
                  {link ? (
                    <Link {...link(row)} data-row={rowKey(row)} className="font-medium">
                      {cell(lead, row)}
                    </Link>
                  ) : (
                    cell(lead, row)
                  )}
                </div>
              )}
              {trail && (
                <div
                  role="cell"
                  className={cx('text-right whitespace-nowrap', trail.actions && 'row-span-2 self-center')}
                >
                  {cell(trail, row)}
                </div>
              )}
              {lines.length > 0 && (
                <div className={cx('stacked-line text-soft', !trail?.actions && 'col-span-2')}>
                  {lines.map((column) => (
                    <div
                      key={column.header}
                      role="cell"
                      className={column.grow ? 'min-w-0 truncate' : column.phone === 'spare' ? 'spare' : undefined}
                    >
                      {cell(column, row)}
                    </div>
                  ))}
                </div>
              )}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

/** The columns by their place, and all of them in the order in which they are read. */
function parts<Row>(columns: readonly Column<Row>[]) {
  const placed = (place: Column<Row>['phone']) => columns.filter(({ phone = 'line' }) => phone === place);
  const [lead = columns[0], ...others] = placed('lead');
  const [trail, ...more] = placed('trail');
  const lines = [...placed('spare'), ...placed('first'), ...more, ...others, ...placed('line')].filter(
    (column) => column !== lead,
  );
  return { lead, trail, lines, ordered: [...(lead ? [lead] : []), ...(trail ? [trail] : []), ...lines] };
}
