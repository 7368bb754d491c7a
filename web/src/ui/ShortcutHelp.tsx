import { modifierKey } from '@/lib/keyboard';
import { Checkbox } from './Choice';
import { Dialog } from './Dialog';
import { setShortcuts, useShortcutsAreOn, type Place } from './shortcuts';

type Shortcut = readonly [keys: readonly string[], does: string];

/** They work without holding a key down, so they can be turned off. */
const single: readonly Shortcut[] = [
  [['j', 'k'], 'Next and previous row'],
  [['/'], 'Search the list'],
  [['?'], 'Show these shortcuts'],
];

const others: readonly Shortcut[] = [
  [[modifierKey(), 'K'], 'Go anywhere, or run an action of the page'],
  [['↓', '↑'], 'Next and previous row, from anywhere on a list’s page'],
  [['Home', 'End'], 'First and last row, once a row is selected'],
  [['Enter'], 'Open the row'],
  [[modifierKey() === '⌘' ? '⌘ [' : 'Alt ←'], 'Back to the list, at the same row'],
  [['Esc'], 'Close a dialog or a menu'],
];

export default function ShortcutHelp({ places, onClose }: { places: readonly Place[]; onClose: () => void }) {
  const on = useShortcutsAreOn();
  const go = places.flatMap(({ key, label }): Shortcut[] => (key ? [[['g', key], label]] : []));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts">
      <Checkbox
        label="Use single keys"
        hint="Turn them off if you dictate, or press keys by accident. Kept in this browser."
        checked={on}
        onChange={({ target }) => setShortcuts(target.checked)}
      />
      <Group title="Everywhere" shortcuts={others} />
      <div className={on ? 'grid gap-4' : 'grid gap-4 opacity-60'}>
        <Group title="Single keys" shortcuts={single} />
        {go.length > 0 && <Group title="Go to, one key after the other" shortcuts={go} />}
      </div>
    </Dialog>
  );
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <h3 className="pb-1 text-note text-faint">{title}</h3>
      <dl className="border-t border-line">
        {shortcuts.map(([keys, does]) => (
          <div
            key={does}
            className="grid min-h-8 grid-cols-[7rem_minmax(0,1fr)] items-center gap-x-4 border-b border-line py-1"
          >
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-mark border border-line px-1.5 font-mono text-note text-soft">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
