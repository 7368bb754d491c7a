import { folded } from '@/lib/folded';

/** "Greta’s Verlag & Söhne" → "gretas-verlag-sohne". */
export function slugFrom(name: string): string {
  return folded(name)
    .replaceAll("'", '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 48);
}
