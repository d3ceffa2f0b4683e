import type { Sound } from '#shared/host/preferences.ts';
import { useServices } from '../../state/hooks.ts';
import { usePreferences } from '../../state/use-preferences.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Range } from '../../ui/range.tsx';
import { Section } from '../../ui/section.tsx';
import { Switch } from '../../ui/switch.tsx';
import { RowActions } from '../../ui/row.tsx';
import { FieldError } from '../../ui/field-notes.tsx';

const choices: { value: Sound; label: string }[] = [
  { value: 'bell', label: 'Bell' },
  { value: 'chime', label: 'Chime' },
  { value: 'alarm', label: 'Alarm' },
];

/** How new orders sound at this computer. */
export function SoundsSection() {
  const { platform } = useServices();
  const { sound, volumePercent, raiseWindow } = usePreferences();
  const muted = volumePercent === 0;
  return (
    <Section title="Sounds">
      <Choice
        id="ring"
        label="New orders ring with"
        value={sound}
        options={choices}
        onChange={(chosen) => platform.changePreferences({ sound: chosen })}
      />
      <Range
        id="volume"
        label="Volume"
        value={volumePercent}
        shown={muted ? 'Muted' : `${volumePercent} %`}
        onChange={(volume) => platform.changePreferences({ volumePercent: volume })}
      />
      <RowActions>
        <Button id="test-ring" disabled={muted} onClick={() => platform.testRing()}>
          Test the ring
        </Button>
        <Button disabled={muted} onClick={() => platform.soundFault()}>
          Test the sound of a fault
        </Button>
      </RowActions>
      {muted && (
        <FieldError>
          New orders make no sound on this computer. A bar says so while you are trading.
        </FieldError>
      )}
      {!platform.can.showNotifications && (
        <FieldError>
          This computer shows no notifications: a new order rings, and nothing pops up.
          {platform.can.arrangeWindow && ' On Linux the package libnotify4 is missing.'}
        </FieldError>
      )}
      {platform.can.arrangeWindow && (
        <Switch
          id="raise-window"
          label="Bring the window to the front for a new order"
          checked={raiseWindow}
          onChange={(raise) => platform.changePreferences({ raiseWindow: raise })}
        />
      )}
    </Section>
  );
}
