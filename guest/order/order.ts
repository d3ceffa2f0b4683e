import { takeOver } from '../base/take-over.ts';
import { OrderPage } from './order-page.tsx';

takeOver(OrderPage);
