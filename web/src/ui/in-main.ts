import { createContext } from 'react';

/** Whether the page around is there already, with its main part: whatever loads or fails inside it needs none of its own. */
export const InMain = createContext(false);
