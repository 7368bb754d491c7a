import type { Product } from '@/api/types';
import { shelfOf } from '@/lib/shelf';
import { StatusMark } from '@/ui/StatusMark';

export function ShelfMark({ product }: { product: Product }) {
  const { word, tone } = shelfOf(product);
  return <StatusMark tone={tone}>{word}</StatusMark>;
}
