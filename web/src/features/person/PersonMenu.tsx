import { Link, useRouter } from '@tanstack/react-router';
import { useSignOut } from '@/api/account';
import type { User } from '@/api/types';
import { isAdmin } from '@/lib/people';
import { Menu, MenuItem, MenuLabel, MenuLine } from '@/ui/Menu';
import { showShortcuts } from '@/ui/shortcuts';
import { ThemeToggle } from '@/ui/ThemeToggle';

/** At the foot of every rail: the signed-in user, their pages, and the theme. */
export function PersonMenu({ user }: { user: User }) {
  const router = useRouter();
  const signOut = useSignOut(() => router.navigate({ to: '/sign-in' }));
  return (
    <div className="flex items-center gap-1">
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className="h-8 min-w-0 flex-1 truncate rounded-control px-2 text-left text-soft hover:bg-shade hover:text-ink pointer-coarse:h-11"
          >
            {user.name || user.email}
          </button>
        }
      >
        <MenuLabel>{user.email}</MenuLabel>
        <MenuItem asChild>
          <Link to="/account">Your account</Link>
        </MenuItem>
        {isAdmin(user) && (
          <MenuItem asChild>
            <Link to="/admin/users">Administration</Link>
          </MenuItem>
        )}
        <MenuItem onSelect={showShortcuts}>Keyboard shortcuts</MenuItem>
        <MenuLine />
        <MenuItem onSelect={() => signOut.mutate()}>Sign out</MenuItem>
      </Menu>
      <ThemeToggle />
    </div>
  );
}
