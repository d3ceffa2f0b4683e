import { v4 as newKey } from 'uuid';
/** The id of this screen, from its load to its end. */
export const screenId: string = newKey();
