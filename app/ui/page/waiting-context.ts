import { createContext, useContext } from 'react';

/** Whether the shape of the next page stands in the place of this one. */
export const WaitingContext = createContext(false);

/** True for a page that is hidden because the next one is on its way. */
export const useIsWaiting = (): boolean => useContext(WaitingContext);
