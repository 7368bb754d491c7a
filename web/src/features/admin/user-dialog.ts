import type { User } from '@/api/types';

/** A dialog about one user, which the page opens. */
export interface UserDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  user: User;
}
