import { Command as Cmdk } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { afterFocusReturned, useReturnFocus } from './return-focus';
import { onOpenPalette, useAllCommands, type Command } from './commands';

/** Ctrl-K or ⌘K: opens any page and runs the page's actions. */
export function CommandPalette() {
  const [open, setOpen] = useState(false);
  const focus = useReturnFocus();
  const commands = useAllCommands();

  useEffect(() => {
    const forget = onOpenPalette(() => setOpen(true));
    function toggle(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen((was) => !was);
    }
    document.addEventListener('keydown', toggle);
    return () => {
      forget();
      document.removeEventListener('keydown', toggle);
    };
  }, []);

  function run(command: Command) {
    setOpen(false);
    afterFocusReturned(command.run);
  }

  return (
    <Dialog.Root open={open && commands.length > 0} onOpenChange={setOpen}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Content
          data-modal
          aria-modal="true"
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-[34rem] overflow-hidden rounded-slip border border-edge bg-slip"
        >
          <Dialog.Title className="sr-only">Commands</Dialog.Title>
          <Cmdk label="Commands" loop>
            <Cmdk.Input
              placeholder="Go to, or do"
              className="h-12 w-full border-b border-line bg-transparent px-4 text-lead outline-none placeholder:text-faint"
            />
            <Cmdk.List className="max-h-[50vh] overflow-y-auto p-2">
              <Cmdk.Empty className="px-2 py-4 text-soft">No matching commands. Try another word.</Cmdk.Empty>
              {groups(commands).map(([group, members]) => (
                <Cmdk.Group
                  key={group}
                  heading={group}
                  className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-note [&_[cmdk-group-heading]]:text-faint"
                >
                  {members.map((command) => (
                    <Cmdk.Item
                      key={command.id}
                      value={command.id}
                      keywords={[command.label, ...(command.keywords ?? [])]}
                      onSelect={() => run(command)}
                      className="flex h-8 cursor-pointer items-center rounded-control px-2 data-[selected=true]:bg-shade pointer-coarse:h-11"
                    >
                      {command.label}
                    </Cmdk.Item>
                  ))}
                </Cmdk.Group>
              ))}
            </Cmdk.List>
          </Cmdk>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

// The page's own actions come first because they are the most likely.
function groups(commands: readonly Command[]): [string, Command[]][] {
  const byGroup = Map.groupBy(commands, (command) => command.group);
  return [...byGroup].sort(([a], [b]) => Number(b === 'This page') - Number(a === 'This page'));
}
