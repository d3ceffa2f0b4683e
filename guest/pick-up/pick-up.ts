import { takeOver } from '../base/take-over.ts';
import { PickUpScreen } from './pick-up-screen.tsx';

takeOver(PickUpScreen);
