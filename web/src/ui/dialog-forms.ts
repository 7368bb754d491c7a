import { createContext } from 'react';
import type { Forms } from '@/lib/unsaved';

/** The forms of the surrounding dialog; in a file of its own, so that dialogs load without forms. */
export const DialogForms = createContext<Forms | undefined>(undefined);
