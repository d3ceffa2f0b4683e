// What a till opens on, and all of the way there, in one file with its page: each file of its own takes 3 ms of the main
// process. In a browser it is loaded when it is needed (screens.ts, preload.ts).
import '../api/calls.ts';
import '../api/read-order.ts';
import './home-screen.tsx';
import '../features/home/seller-home.tsx';
import '../features/orders/trading-session-screen.tsx';
import '../features/outlets/outlets-screen.tsx';
import '../live/live-feed.ts';
import './duties.ts';
import './signed-in-layout.tsx';
