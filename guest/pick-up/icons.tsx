import { icon } from '../base/icons.tsx';

export const BellIcon = icon('M6 9a6 6 0 0 1 12 0c0 6 2.5 7.5 2.5 7.5h-17S6 15 6 9M10 20.5h4');
export const BellOffIcon = icon(
  'M7.5 5A6 6 0 0 1 18 9c0 2 .3 3.5.7 4.7M6 9c0 6-2.5 7.5-2.5 7.5H16M10 20.5h4M3 3l18 18',
);
export const MakingIcon = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 2');
export const NoLineIcon = icon(
  'M3 3l18 18M5 12.5a10 10 0 0 1 4-2.3M14.5 10a10 10 0 0 1 4.5 2.5M8.5 16a5 5 0 0 1 7 0M2 9a15 15 0 0 1 4-2.5M11 5.1A15 15 0 0 1 22 9M12 19.5h.01',
);
