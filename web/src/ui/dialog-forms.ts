import { createContext } from 'react';
import type { Forms } from '@/lib/unsaved';

/** The forms of the surrounding dialog; apart from them, so that dialogs load without forms. */
export const DialogForms = createContext<Forms | undefined>(undefined);
