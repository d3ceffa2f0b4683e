import { strikeBell } from './ui/bell-sound.ts';
import { checkSound } from './ui/sound-check.ts';

/** How often this page reports to the main process, in ms, whether or not anything has changed. */
const TELL_EVERY_MS = 5_000;

// The till's hidden page: it sounds on the main process's command, reports when it really did, and whether it could.
// The till's pages may sound without a press.
const check = checkSound({ mayNeedPress: false, looked: tell });
setInterval(tell, TELL_EVERY_MS);

window.till.onRing(({ sound, volumePercent, orderIds }) => {
  void strikeBell(sound, volumePercent).then((sounded) => {
    if (!sounded && volumePercent > 0) void check.look();
    if (sounded && check.now() === null && orderIds.length > 0) void window.till.sounded(orderIds);
  });
});

function tell(): void {
  void window.till.tellSilent(check.now());
}
