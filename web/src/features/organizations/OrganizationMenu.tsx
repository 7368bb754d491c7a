import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { organizationsQuery } from '@/api/organizations';
import type { Organization } from '@/api/types';
import { Icon } from '@/ui/Icon';
import { Menu, MenuItem, MenuLabel, MenuLine } from '@/ui/Menu';

const SHOWN = 8;

/** The current organization and a menu of the others. */
export function OrganizationMenu({ organization }: { organization: Organization }) {
  const { data: all = [] } = useQuery(organizationsQuery);
  const others = all.filter(({ slug }) => slug !== organization.slug);
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex h-8 max-w-full items-center gap-2 rounded-control px-2 hover:bg-shade pointer-coarse:h-11"
        >
          <img src="/favicon.svg" alt="" width={18} height={18} />
          <span className="min-w-0 truncate font-semibold">{organization.name}</span>
          <span className="text-faint">
            <Icon name="down" size={12} />
          </span>
        </button>
      }
    >
      <MenuLabel>{organization.slug}</MenuLabel>
      {others.slice(0, SHOWN).map(({ id, name, slug }) => (
        <MenuItem key={id} asChild>
          <Link to="/$org" params={{ org: slug }}>
            <span className="max-w-64 truncate">{name}</span>
          </Link>
        </MenuItem>
      ))}
      {others.length > 0 && <MenuLine />}
      <MenuItem asChild>
        <Link to="/organizations">All organizations</Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/$org/settings" params={{ org: organization.slug }}>
          Settings
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/organizations/new">New organization</Link>
      </MenuItem>
    </Menu>
  );
}
