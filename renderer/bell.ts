import { strikeBell } from './ui/bell-sound.ts';

// The till's hidden page: it sounds when the main process says so, and says so when it really did (D33).
window.till.onRing(({ sound, volumePercent, orderIds }) => {
  void strikeBell(sound, volumePercent).then((sounded) => {
    if (sounded && orderIds.length > 0) void window.till.sounded({ orderIds });
  });
});
