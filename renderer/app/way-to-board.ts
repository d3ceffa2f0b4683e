// A till's first screen and all code on the way to it, in one file with its page: each further file takes 3 ms of the
// main process. A browser loads these when needed (screens.ts, preload.ts).
import '../api/calls.ts';
import '../api/read-order.ts';
import './home-screen.tsx';
import '../features/home/seller-home.tsx';
import '../features/orders/trading-session-screen.tsx';
import '../features/outlets/outlets-screen.tsx';
import '../live/live-feed.ts';
import './duties.ts';
import './signed-in-layout.tsx';
