import { useRouter, type LinkProps } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Button, ButtonLink, IconButton } from './Button';
import { useCommands, type Command } from './commands';
import { Menu, MenuItem, MenuLine } from './Menu';

interface Named {
  /** "Edit product". */
  label: string;
  /** The label on a button, where the page's title completes it: "Edit". */
  short?: string;
}

/** A button in the page's head. */
type Main = Named & { rank?: 'primary' } & ({ run: () => void } | { link: LinkProps });

/** A rare or dangerous action, in the menu beside the buttons. */
type Lesser = Named & { rank: 'more' | 'danger'; run: () => void };

export type PageAction = Main | Lesser;

interface PageActionsProps {
  /** Keep the array stable (useMemo). */
  actions: readonly PageAction[];
  /** Whether the user's role allows them; an action that is not allowed is not shown. */
  offered?: boolean;
}

/** A page's actions, in its head and, except dangerous ones, in the palette. */
export function PageActions({ actions, offered = true }: PageActionsProps) {
  const router = useRouter();
  const commands = useMemo(
    () =>
      (offered ? actions : []).filter(isHarmless).map((action): Command => ({
        id: `page ${action.label}`,
        label: action.label,
        group: 'This page',
        run: 'run' in action ? action.run : () => void router.navigate(action.link),
      })),
    [actions, offered, router],
  );
  useCommands(commands);

  if (!offered) return null;
  const lesser = actions.filter(isLesser);
  return (
    <>
      {actions.map((action) => !isLesser(action) && <MainButton key={action.label} action={action} />)}
      {lesser.length > 0 && (
        <Menu trigger={<IconButton icon="more" label="More actions" />}>
          {lesser.map(({ label, rank, run }, at) => (
            <span key={label} className="contents">
              {rank === 'danger' && lesser[at - 1]?.rank === 'more' && <MenuLine />}
              <MenuItem danger={rank === 'danger'} onSelect={run}>
                {label}
              </MenuItem>
            </span>
          ))}
        </Menu>
      )}
    </>
  );
}

/** The palette offers nothing destructive: Enter comes too easily there. */
function isHarmless({ rank }: PageAction): boolean {
  return rank !== 'danger';
}

function isLesser(action: PageAction): action is Lesser {
  return action.rank === 'more' || action.rank === 'danger';
}

function MainButton({ action }: { action: Main }) {
  const { label, short = label, rank } = action;
  if ('run' in action) {
    return (
      <Button kind={rank} onClick={action.run}>
        {short}
      </Button>
    );
  }
  return (
    <ButtonLink {...action.link} kind={rank}>
      {short}
    </ButtonLink>
  );
}
