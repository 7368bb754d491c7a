import { Command as Cmdk } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { grouped, matching, useAllCommands, useCurrentFinder, type Command, type Finder } from './commands';
import { useFound } from './found';
import { afterFocusReturned, useReturnFocus } from './return-focus';
import { useShortcutsAreOn } from './shortcuts';

interface Beginning {
  /** What was typed before the dialog was there. */
  begun: () => string;
  /** From now on, the dialog takes what is typed. */
  onReady: () => void;
}

interface PaletteDialogProps extends Beginning {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function PaletteDialog({ open, onOpenChange, ...beginning }: PaletteDialogProps) {
  const focus = useReturnFocus('input');
  const commands = useAllCommands();
  const finder = useCurrentFinder();

  function run(command: Command) {
    onOpenChange(false);
    afterFocusReturned(command.run);
  }

  return (
    <Dialog.Root open={open && commands.length > 0} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Content
          data-modal
          aria-modal="true"
          {...focus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus(event);
            // Further letters follow those typed before.
            const input = (event.currentTarget as Element).querySelector('input');
            input?.setSelectionRange(input.value.length, input.value.length);
          }}
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-[34rem] overflow-hidden rounded-slip border border-edge bg-slip"
        >
          <Dialog.Title className="sr-only">Commands</Dialog.Title>
          <Palette {...beginning} commands={commands} finder={finder} onRun={run} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PaletteProps extends Beginning {
  commands: readonly Command[];
  finder: Finder | undefined;
  onRun: (command: Command) => void;
}

function Palette({ commands, finder, onRun, begun, onReady }: PaletteProps) {
  const [text, setText] = useState(begun);
  useEffect(onReady, [onReady]);
  const [selected, setSelected] = useState('');
  const [recent] = useState(() => finder?.recent() ?? []);
  const found = useFound(finder, text);
  const isEmpty = text.trim() === '';
  const groups = grouped(
    isEmpty
      ? [...recent, ...commands]
      : [...matching([...recent, ...commands], text), ...found.commands].filter(isFirst),
  );
  const ids = groups.flatMap(([, members]) => members.map(({ id }) => id));
  // The user's selection stays while results arrive; by default, the first one is selected.
  const [first = ''] = ids;
  const current = ids.includes(selected) ? selected : first;
  useEffect(() => setSelected(''), [text]);

  return (
    <Cmdk label="Commands" loop shouldFilter={false} value={current} onValueChange={setSelected}>
      <Cmdk.Input
        value={text}
        onValueChange={setText}
        placeholder={finder ? 'Find by name, e-mail or id, or go to a page' : 'Go to, or do'}
        className="h-12 w-full border-b border-line bg-transparent px-4 text-lead outline-none placeholder:text-faint"
      />
      <Cmdk.List className="max-h-[50vh] overflow-y-auto p-2">
        {groups.map(([group, members]) => (
          <Cmdk.Group
            key={group}
            heading={group}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-note [&_[cmdk-group-heading]]:text-faint"
          >
            {members.map((command) => (
              <Item key={command.id} command={command} onRun={onRun} />
            ))}
          </Cmdk.Group>
        ))}
      </Cmdk.List>
      <p role="status" className={`px-4 pb-3 text-soft empty:hidden ${ids.length === 0 ? '' : 'text-note'}`}>
        {statusOf(text.trim(), ids.length, found, finder !== undefined)}
      </p>
    </Cmdk>
  );
}

function Item({ command, onRun }: { command: Command; onRun: (command: Command) => void }) {
  const { id, label, note, aside, shortcut } = command;
  const keys = useShortcutsAreOn() ? shortcut : undefined;
  return (
    <Cmdk.Item
      value={id}
      onSelect={() => onRun(command)}
      className="flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 data-[selected=true]:bg-shade pointer-coarse:min-h-11"
    >
      <span className="shrink-0">{label}</span>
      {note && <span className="min-w-0 truncate text-soft">{note}</span>}
      {aside && <span className="ml-auto shrink-0 pl-2 text-note text-soft">{aside}</span>}
      {/* Read out, it would be part of the name. */}
      {keys && (
        <kbd aria-hidden="true" className="ml-auto shrink-0 font-mono text-note text-soft pointer-coarse:hidden">
          {keys}
        </kbd>
      )}
    </Cmdk.Item>
  );
}

/** A found command that is also recent appears once. */
function isFirst({ id }: Command, at: number, all: readonly Command[]): boolean {
  return all.findIndex((other) => other.id === id) === at;
}

function statusOf(
  text: string,
  shown: number,
  { isSearching, failed }: ReturnType<typeof useFound>,
  finds: boolean,
): string {
  if (isSearching) return 'Searching…';
  if (failed) return 'The search failed. Pages are still listed; keep typing to try again.';
  if (text === '' || shown > 0) return '';
  return finds
    ? `Nothing is called “${text}”. Try an e-mail, the beginning of a name, or an order’s number.`
    : 'No matching commands. Try another word.';
}
