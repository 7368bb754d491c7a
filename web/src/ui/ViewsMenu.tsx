import { useMatch } from '@tanstack/react-router';
import { useState } from 'react';
import { currentView, deleteView, saveView, searchOf, viewsOf } from '@/lib/list-views';
import { useStored } from '@/lib/stored';
import { useNow } from '@/lib/time';
import { announce } from './Announcer';
import { Button } from './Button';
import { Icon } from './Icon';
import { Menu, MenuItem, MenuLabel, MenuLine } from './Menu';
import { NameDialog } from './NameDialog';

interface ViewsMenuProps {
  list: string;
  search: object;
  onSearch: (search: Record<string, unknown>) => void;
  /** Whether there is a filter or a sorting to save. */
  isFiltered: boolean;
}

/** Filters saved under a name, per person and organization in this browser. */
export function ViewsMenu({ list, search, onSearch, isFiltered }: ViewsMenuProps) {
  const key = useMatch({ strict: false, select: ({ context }) => `views.${ownerOf(context)}.${list}` });
  const views = viewsOf(useStored(key));
  const now = useNow();
  const [naming, setNaming] = useState(false);
  const current = currentView(views, search, now);
  if (views.length === 0 && !isFiltered) return null;
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button className="max-w-56">
            <span className="truncate">{current?.name ?? 'Saved filters'}</span>
            <Icon name="down" />
          </Button>
        }
      >
        {views.length === 0 && <MenuLabel>Nothing saved yet</MenuLabel>}
        {views.map((view) => (
          <MenuItem key={view.name} onSelect={() => onSearch(searchOf(view, now))}>
            <span className="inline-flex w-4">{view === current && <Icon name="check" />}</span>
            <span className="max-w-64 truncate">{view.name}</span>
          </MenuItem>
        ))}
        {(current || isFiltered) && <MenuLine />}
        {isFiltered && !current && <MenuItem onSelect={() => setNaming(true)}>Save these filters…</MenuItem>}
        {current && (
          <MenuItem
            onSelect={() => {
              deleteView(key, current.name);
              announce(`Deleted “${current.name}”.`);
            }}
          >
            Delete “{current.name}”
          </MenuItem>
        )}
      </Menu>
      <NameDialog
        open={naming}
        onOpenChange={setNaming}
        title="Save these filters"
        action="Save filters"
        missing="Give them a name."
        longest={60}
        onNamed={async (name) => {
          saveView(key, name, search, now);
          announce(`Saved “${name}”.`);
        }}
      />
    </>
  );
}

function ownerOf(context: object): string {
  const { user, organization } = context as { user?: { id: string }; organization?: { id: string } };
  return `${user?.id ?? ''}.${organization?.id ?? ''}`;
}
