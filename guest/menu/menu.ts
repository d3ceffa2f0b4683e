import { takeOver } from '../base/take-over.ts';
import { MenuPage } from './menu-page.tsx';

takeOver(MenuPage);
