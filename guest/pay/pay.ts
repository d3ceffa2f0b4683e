import { takeOver } from '../base/take-over.ts';
import { PayPage } from './pay-page.tsx';

takeOver(PayPage);
