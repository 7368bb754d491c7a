import { Link } from '@tanstack/react-router';
import { cx } from '@/lib/cx';
import { ABSENT, count, money } from '@/lib/format';
import { changeOf, type Tile } from './tiles';

interface TileListProps {
  /** For screen readers, where several lists are on the page. */
  label: string;
  tiles: readonly Tile[];
  currency: string;
  columns: string;
  /** What figures are compared with: "the 30 days before". */
  before?: string;
}

/** Figures; each opens the list that it is the total of. */
export function TileList({ label, tiles, currency, columns, before }: TileListProps) {
  return (
    <dl aria-label={label} className={cx('grid grid-cols-2 border-t border-ink', columns)}>
      {tiles.map((tile) => (
        <div key={tile.term} className="grid content-start border-b border-line py-3 pr-4 last:odd:max-sm:col-span-2">
          <dt className="text-soft">{tile.term}</dt>
          <dd>
            <Link
              {...tile.link}
              className="text-title font-semibold underline decoration-line underline-offset-4 hover:decoration-current"
            >
              {formatOf(tile, currency)(tile.value)}
            </Link>
            {before && <Change tile={tile} currency={currency} before={before} />}
            <Detail {...tile} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Detail({ detail, note }: Tile) {
  if (!detail && !note) return null;
  return (
    <span className="block text-note text-soft">
      {detail && (
        <Link {...detail.link} className="underline decoration-line underline-offset-2 hover:decoration-current">
          {detail.words}
        </Link>
      )}
      {detail && note && ', '}
      {note}
    </span>
  );
}

/** "+$123.00, +12%", and in words for screen readers. */
function Change({ tile, currency, before }: { tile: Tile; currency: string; before: string }) {
  const change = changeOf(tile);
  if (!change)
    return (
      <span className="block text-note text-faint">
        <span aria-hidden="true">{ABSENT}</span>
        <span className="sr-only">Nothing to compare with in {before}</span>
      </span>
    );
  const { way, share } = change;
  const by = formatOf(tile, currency)(change.by);
  const sign = way === 'up' ? '+' : way === 'down' ? '−' : '±';
  const words = way === 'same' ? 'the same as' : `${way} by ${by}${share ? `, ${share},` : ''} compared with`;
  return (
    <span className="block text-note text-soft">
      <span aria-hidden="true" title={`Compared with ${before}`}>
        {way === 'same' ? '±0' : `${sign}${by}${share ? ` (${sign}${share})` : ''}`}
      </span>
      <span className="sr-only">
        {words} {before}
      </span>
    </span>
  );
}

function formatOf({ kind }: Pick<Tile, 'kind'>, currency: string): (value: number) => string {
  return kind === 'money' ? (value) => money(value, currency) : (value) => count(value);
}
