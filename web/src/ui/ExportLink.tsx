import { count } from '@/lib/format';
import { Button, ButtonAnchor } from './Button';

/** The server's limit (docs/openapi.json). */
const MOST = 100_000;

/** Saves the rows of a list, in all its pages, as a CSV file. */
export function ExportLink({ href, rows }: { href: string; rows: number }) {
  if (rows > MOST)
    return (
      <Button disabled title={`At most ${count(MOST)} rows: narrow the filters`}>
        Export CSV
      </Button>
    );
  return (
    <ButtonAnchor href={href} download>
      Export CSV
    </ButtonAnchor>
  );
}
