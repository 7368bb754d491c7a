import { Button } from '@/ui/Button';

interface ShowAllProps {
  all: boolean;
  onChange: (all: boolean) => void;
  /** "read models". */
  what: string;
}

/** Shows those that need no attention, too. */
export function ShowAll({ all, onChange, what }: ShowAllProps) {
  return <Button onClick={() => onChange(!all)}>{all ? `Only ${what} with problems` : `All ${what}`}</Button>;
}
