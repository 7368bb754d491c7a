import type { CheckoutProduct } from '@/api/types';

/** The product's pictures: the first large, the others in a strip below it. */
export function Pictures({ product: { name, medias } }: { product: Pick<CheckoutProduct, 'name' | 'medias'> }) {
  const sources = medias.flatMap(({ mime_type, public_url }) =>
    mime_type.startsWith('image/') ? (ownPicture(public_url) ?? []) : [],
  );
  const [first, ...others] = sources;
  if (!first) return null;
  return (
    <div className="mb-6 grid max-w-receipt gap-2">
      <img src={first} alt={name} className="aspect-4/3 w-full rounded-slip border border-line bg-shade object-cover" />
      {others.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {others.map((source, at) => (
            <li key={source}>
              <img
                src={source}
                alt={`${name}, picture ${at + 2}`}
                loading="lazy"
                className="size-16 rounded-control border border-line bg-shade object-cover"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The path of a picture that this server has; pictures elsewhere are not loaded, so that no third party learns who buys. */
function ownPicture(url: string): string | undefined {
  const { pathname } = new URL(url, window.location.origin);
  return pathname.startsWith('/media/') ? pathname : undefined;
}
