import { store, useStored } from '@/lib/stored';
import { Button } from './Button';
import { Icon } from './Icon';
import { Menu, MenuCheck, MenuItem, MenuLine } from './Menu';
import type { Column } from './table-column';

/** Headers of the columns that are shown, as chosen in this browser for this list. */
export function useColumns<Row>(list: string | undefined, columns: Column<Row>[]) {
  const key = `columns.${list ?? ''}`;
  const stored = useStored(key);
  const chosen = list === undefined || stored === null ? undefined : stored.split('\n');
  const shown = columns.filter(
    (column, index) =>
      index === 0 || column.actions || (chosen ? chosen.includes(column.header) : column.optional !== true),
  );
  return {
    shown,
    isChosen: chosen !== undefined,
    choose: (headers: string[] | null) => store(key, headers && headers.join('\n')),
  };
}

interface ColumnsMenuProps<Row> {
  columns: Column<Row>[];
  shown: readonly Column<Row>[];
  isChosen: boolean;
  choose: (headers: string[] | null) => void;
}

/** Which columns a list shows; the first stays, because it opens the row. */
export function ColumnsMenu<Row>({ columns, shown, isChosen, choose }: ColumnsMenuProps<Row>) {
  const headers = shown.map(({ header }) => header);
  const toggle = (header: string, on: boolean) =>
    choose(columns.map((one) => one.header).filter((one) => (one === header ? on : headers.includes(one))));
  return (
    <Menu
      trigger={
        <Button kind="quiet">
          Columns
          <Icon name="down" />
        </Button>
      }
    >
      {columns
        .filter(({ actions }) => !actions)
        .map(({ header }, index) => (
          <MenuCheck
            key={header}
            checked={headers.includes(header)}
            disabled={index === 0}
            onChange={(on) => toggle(header, on)}
          >
            {header}
          </MenuCheck>
        ))}
      {isChosen && (
        <>
          <MenuLine />
          <MenuItem onSelect={() => choose(null)}>Show the usual columns</MenuItem>
        </>
      )}
    </Menu>
  );
}
